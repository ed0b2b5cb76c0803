// The strings of what a figure shows of sentences, in traditional Chinese; terms as in zh-Hant.ts.
import type { Strings } from './sentences.en.ts';

export const sentencesZhHant: Strings = {
  own: '你的句子',
  another: '換一個例句',
  anotherTitle: '一個從不用來訓練的句子，附參考譯文',
  writes: '它寫出',
  reference: '參考譯文',
  noReference: '這個句子沒有參考譯文',
  same: '與參考譯文相同',
  differs: '與參考譯文不同',
  endless: (limit) => `沒有結束，寫到 ${limit} 個詞時停下`,
  nothing: '什麼也沒寫',
  ownAlignment: (sentence) => `注意力的對齊：${sentence}`,

  beside: '旁邊顯示',
  curves: '曲線',
  ibm: 'IBM 模型 1',
  ibmAlignment: (sentence) => `IBM 模型 1 的對齊：${sentence}`,
  ibmExplain: 'IBM 模型 1（1993 年）逐詞學習一個目標詞來自哪個源詞，不管詞序，也不管句子的意思。左邊的詞是模型寫出的。',

  beam: '集束寬度',
  beamHelp: '1 到 8；1 就是貪婪解碼',
  beamProblem: '集束寬度是 1 到 8 之間的整數。',
  knows: (count) => `它認識的 ${count} 個詞`,

  heldOutLoss: '保留句子上的',
  byLength: '保留句子正確率，依源句長度，%',
  byLengthNone: '保留句子正確率，依源句長度：還沒有測量',
  tokens: '源句長度（詞元數）',
  right: '正確率，%',
  count: '句數',

  bleu: 'BLEU 分數',
  chrf: 'chrF 分數',
  tokenAccuracy: '保留句子的詞元正確率',
  lossHeldOut: '保留句子的損失（奈特）',
  error: '對齊錯誤率',
  best: '每詞只連一處時可能的最低值',
  ibmError: 'IBM 模型 1 的對齊錯誤率',
  moved: '換了次序的詞，最大權重在自己的源詞上',
  overfits: (lowest, at, now, from, to) =>
    `過度擬合了：保留句子的損失在第 ${at} 次更新後最低，為 ${lowest}，現在是 ${now}；訓練句子的損失卻從 ${from} 降到 ${to}。它再學下去，只是在背那些句子。`,
  gap: (training, heldOut, gap) =>
    `訓練句子的損失是 ${training}，保留句子的是 ${heldOut}。相差 ${gap} 奈特，這就是過度擬合：它學到的東西有一部分只屬於那些句子，而不屬於語言。`,
  noGap: (training, heldOut) => `訓練句子的損失是 ${training}，保留句子的是 ${heldOut}：還沒有過度擬合。`,

  cosine: (word, first, second) => `一個詞，兩個註解向量：「${first}」裡的${word}與「${second}」裡的${word}。餘弦為 1，就是兩個向量方向相同`,
  cosineEmbedding: '兩處的嵌入之間',
  cosineAnnotation: '兩處的註解向量之間',

  pairs: '你的句對',
  pairsHow: '每行一個句對：一個句子、一個定位字元、它的譯文；後面還可以再加一個定位字元，寫上作者。所有內容都留在這個頁面裡。',
  pairsLimits: (limits) =>
    `最多 ${limits.megabytes} MB、${limits.pairs} 個句對、每種語言 ${limits.words} 個不同的詞，記憶體最多 ${limits.memory} MB；句子超過 ${limits.tokens} 個詞的行會略過。每十個源句保留一個。`,
  sourceLanguage: '源語言',
  targetLanguage: '目標語言',
  usePairs: '用這些句對',
  chooseFile: '選擇檔案',
  pairsRead: (text, heldOut) => `讀了 ${text} 個句對，其中 ${heldOut} 個保留。`,
  pairsWords: (parts) =>
    `模型認得源句裡 ${parts.source} 個不同的詞，譯文裡 ${parts.target} 個；每種語言至多 ${parts.unknown} 的詞太少見，讀作 <unk>。訓練約需 ${parts.memory} MB 記憶體。`,
  noneSkipped: '沒有略過的行。',
  skippedLines: (text) => `略過了 ${text} 行：`,
  skipped: '略過的行',
  moreSkipped: (text) => `還有 ${text} 行`,
  line: '行號',
  reason: '原因',
  begins: '行首',
  skippedReasons: {
    'empty-line': '空行',
    'missing-column': '沒有定位字元，也就沒有譯文',
    'empty-column': '有一邊是空的',
    'too-long': '句子太長',
    duplicate: '前面已有同樣的句對',
    'broken-character': '含有半個字元',
    header: '這是欄名',
  },
  from: (whose) => `出處：${whose}`,
  simplified: '這些中文句子原來簡體、繁體都有，這裡一律轉為簡體。',
  unknownWords: (words) => `它不認識${words}，讀作 <unk>。`,
  replaced: (word) => `${word}：這裡它寫不出，換成了它看得最多的源詞`,

  errors: {
    empty: '請輸入一個句子，或者換一個例句。',
    unknown: (words) => `它不認識${words}；「更多設定」裡列出了它認識的詞。`,
    tooLong: (count, limit) => `這裡有 ${count} 個詞，它最多讀 ${limit} 個，請少寫一些。`,
  },
};
