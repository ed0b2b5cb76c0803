// The strings of a model's file that is opened, in traditional Chinese; terms as in zh-Hant.ts.
import type { Strings } from './more.en.ts';
import { refusal, type Refusals } from './refusals.ts';

const side = (name?: string): string => (name === 'source' ? '原文' : '譯文');

const refusals: Refusals = {
  manyWords: (name, count, least, limit, line) => `${side(name)}裡${least ? `至少出現 ${least} 次的` : ''}不同的詞有 ${count} 個，從第 ${line} 行起超過了詞表能容的 ${limit} 個；請少給一些句對。`,
  rareWords: (name, least) => `${side(name)}裡沒有一個詞出現 ${least} 次，模型會一個詞也不認得；請多給一些句對。`,
  encoding: () => '這個檔案不是 UTF-8 文字；請另存為 UTF-8，再開啟。',
  manyPairs: (limit, line) => `句對最多 ${limit} 對，到第 ${line} 行已經超出；請只給一部分。`,
  noPairs: (line) => `這裡沒有讀到句對；請每行寫一對，原文在前，譯文在後，中間用定位字元（Tab）隔開。${line ? `第 ${line} 行就不是這樣。` : ''}`,
  onePair: () => '這裡只有一對句子，還要留作測試；請多給一些句對。',
  noneToTrain: (count) => `這 ${count} 對句子都要留作測試（大約每十個原文留一個），沒有剩下可以訓練的；請多給一些句對。`,
  noneHeldOut: () => '沒有一對句子可以留作測試（大約每十個原文留一個）；請多給一些句對。',
  memory: (need, limit) => `學這些句對大約要 ${need} MB 記憶體，這裡只有 ${limit} MB；請少給一些句對，或去掉長句。`,
  largeFile: (bytes, limit) => `這個檔案有 ${bytes} 位元組，最多可以有 ${limit} 位元組；請只給一部分。`,
  unreadable: (why) => `這個檔案讀不出來（${why}）；請重新選擇。`,
  language: (name, given) => `${side(name)}的語言要寫成語言標籤，例如 fr 或 zh-Hant，不能是 ${given}。`,
  noModel: () => '這個檔案不是這裡存下的模型，或者已經損壞；請換一個檔案。',
  otherModel: () => '這個模型的詞表和這個任務的不同；請開啟這個任務的模型，或先選好它的任務。',
  missingModel: (url, why) => `模型沒能從 ${url} 載入（${why}）；請檢查網址和網路連線，再試一次。`,
  range: (name, whole, low, high, given) => `\`${name}\` 應是 ${low} 到 ${high} 的${whole ? '整數' : '數'}，不能是 ${given}。`,
  choice: (name, choices, given) => `\`${name}\` 只能取 ${choices?.replaceAll(', ', '、')}，不能是 ${given}。`,
};

export const moreZhHant: Strings = {
  otherTask: (file, own) => `這個檔案裡的模型學的是${file}，這張圖學的是${own}，仍用原來的模型；請在學${file}的圖裡開啟它。`,
  ownPairs: (own, file) => `這個檔案裡的模型學的是別人給的句對，這張圖學的是${own}，仍用原來的模型；請先把任務選為「${file}」，給出那些句對，再開啟它。`,
  otherPairs: '這個檔案裡的模型學的不是這些句對，圖裡仍用原來的模型；請先換成它訓練時用的句對，再開啟它。',
  pairsFirst: '這個檔案裡的模型學的是別人給的句對，這張圖還沒有句對；請先給出它訓練時用的句對，再開啟它。',
  noPairs: (own) => `這張圖學的是${own}，不學別的句對，仍用原來的模型；請把句對交給可以學自己句對的圖。`,
  pairsKept: (why) => `${why} 原來的句對和模型都還在。`,
  modelKept: (why, own) => `${why} 這張圖仍用原來學${own}的模型。`,
  unnamed: (own) => `這個檔案沒有寫明模型學的是什麼任務，但不是${own}，圖裡仍用原來的模型；請先選好它的任務，再開啟它。`,
  refusal: (message) => refusal(message, refusals),
};
