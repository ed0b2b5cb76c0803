// Chinese to English: the recipe over five seeds; two sentences of the same words; and one word in two contexts.
import { measure, picture } from './translation.mjs';

export const title = 'the recipe for translating Chinese to English, and one word in two contexts';

const expected = { 我爱吃苹果: 'I love eating apples', 我打狗: 'I hit dogs', 狗打我: 'dogs hit me' };

const cosine = (a, b) => {
  const dot = (x, y) => x.reduce((sum, value, k) => sum + value * y[k], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

/** Rows of a word in a trace: its embedding and its annotation. */
async function vectors(model, source, word) {
  const { source: tokens, tensors } = await model.trace(source);
  const at = tokens.indexOf(word);
  const row = (name) => {
    const { shape, data } = tensors[name];
    const width = shape.at(-1);
    return data.slice(at * width, (at + 1) * width);
  };
  return { embedding: row('source.embedding'), annotation: row('annotations') };
}

export const run = (args) => measure(args, {
  name: 'translate-zh-en',
  claims: [
    ['at least 95 % of the tokens right, for every seed', (results) => results.every((r) => r.tokenAccuracy >= 0.95)],
    ['我打狗 and 狗打我 are translated differently and rightly, 我爱吃苹果 too, for every seed', (results) => results.every((r) => r.right)],
    ['苹果 has one embedding: its cosine in two phrases is 1', (results) => results.every((r) => Math.abs(r.embedding - 1) < 1e-6)],
    ['苹果 has two annotations: their cosine is below 1', (results) => results.every((r) => r.annotation < 0.99)],
  ],
  async look(model, first) {
    const written = {};
    for (const source of Object.keys(expected)) {
      const { text, alignment } = await model.translate(source);
      written[source] = text;
      if (first) console.log(`${source} → ${text}\n\n${picture(alignment)}\n`);
    }
    const one = await vectors(model, '我喜欢吃苹果', '苹果');
    const two = await vectors(model, '我喜欢苹果公司', '苹果');
    const same = { embedding: cosine(one.embedding, two.embedding), annotation: cosine(one.annotation, two.annotation) };
    if (first) console.log(`苹果 in 我喜欢吃苹果 and in 我喜欢苹果公司: cosine of the embeddings ${same.embedding.toFixed(3)}, of the annotations ${same.annotation.toFixed(3)}.\n`);
    return { ...same, right: Object.entries(expected).every(([source, text]) => written[source] === text) };
  },
});
