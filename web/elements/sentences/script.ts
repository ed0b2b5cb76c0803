// The words of the generated Chinese in the other script. The engine has them simplified; a page in traditional Chinese shows and
// takes them in its own. A table for the characters of this lexicon, not a converter for Chinese: each of them has one counterpart
// there (只 is only the classifier, 隻).

const simplified = '个两买鸟师车辆学鸡书红们欢见爱园这没吗苹只猫';
const traditional = '個兩買鳥師車輛學雞書紅們歡見愛園這沒嗎蘋隻貓';

const there = new Map([...simplified].map((character, k) => [character, [...traditional][k]!]));
const back = new Map([...there].map(([from, to]) => [to, from]));
const mapped = (text: string, table: ReadonlyMap<string, string>) => [...text].map((character) => table.get(character) ?? character).join('');

/** In traditional characters. */
export const inTraditional = (text: string): string => mapped(text, there);
/** In simplified characters, whichever they were in. */
export const inSimplified = (text: string): string => mapped(text, back);
