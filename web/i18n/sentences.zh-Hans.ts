// The strings of what a figure shows of sentences, in simplified Chinese; terms as in zh-Hans.ts.
import type { Strings } from './sentences.en.ts';

export const sentencesZhHans: Strings = {
  own: '你的句子',
  another: '换一个例句',
  anotherTitle: '一个从不用来训练的句子，附参考译文',
  writes: '它写出',
  reference: '参考译文',
  noReference: '这个句子没有参考译文',
  same: '与参考译文相同',
  differs: '与参考译文不同',
  endless: (limit) => `没有结束，写到 ${limit} 个词时停下`,
  nothing: '什么也没写',
  ownAlignment: (sentence) => `注意力的对齐：${sentence}`,

  beside: '旁边显示',
  curves: '曲线',
  ibm: 'IBM 模型 1',
  ibmAlignment: (sentence) => `IBM 模型 1 的对齐：${sentence}`,
  ibmExplain: 'IBM 模型 1（1993 年）逐词学习一个目标词来自哪个源词，不管词序，也不管句子的意思。左边的词是模型写出的。',

  beam: '集束宽度',
  beamHelp: '1 到 8；1 就是贪心解码',
  beamProblem: '集束宽度是 1 到 8 之间的整数。',
  knows: (count) => `它认识的 ${count} 个词`,

  heldOutLoss: '留出句子上的',
  byLength: '留出句子正确率，按源句长度，%',
  byLengthNone: '留出句子正确率，按源句长度：还没有测量',
  tokens: '源句长度（词元数）',
  right: '正确率，%',
  count: '句数',

  bleu: 'BLEU 分数',
  chrf: 'chrF 分数',
  tokenAccuracy: '留出句子的词元正确率',
  lossHeldOut: '留出句子的损失（奈特）',
  error: '对齐错误率',
  best: '每词只连一处时可能的最低值',
  ibmError: 'IBM 模型 1 的对齐错误率',
  moved: '换了次序的词，最大权重在自己的源词上',
  overfits: (lowest, at, now, from, to) =>
    `过拟合了：留出句子的损失在第 ${at} 次更新后最低，为 ${lowest}，现在是 ${now}；训练句子的损失却从 ${from} 降到 ${to}。它再学下去，只是在背那些句子。`,
  gap: (training, heldOut, gap) =>
    `训练句子的损失是 ${training}，留出句子的是 ${heldOut}。相差 ${gap} 奈特，这就是过拟合：它学到的东西有一部分只属于那些句子，而不属于语言。`,
  noGap: (training, heldOut) => `训练句子的损失是 ${training}，留出句子的是 ${heldOut}：还没有过拟合。`,

  cosine: (word, first, second) => `一个词，两个注释向量：“${first}”里的${word}与“${second}”里的${word}。余弦为 1，就是两个向量方向相同`,
  cosineEmbedding: '两处的嵌入之间',
  cosineAnnotation: '两处的注释向量之间',

  pairs: '你的句对',
  pairsHow: '每行一个句对：一个句子、一个制表符、它的译文；后面还可以再加一个制表符，写上作者。所有内容都留在这个页面里。',
  pairsLimits: (limits) =>
    `最多 ${limits.megabytes} MB、${limits.pairs} 个句对、每种语言 ${limits.words} 个不同的词，内存最多 ${limits.memory} MB；句子超过 ${limits.tokens} 个词的行会跳过。每十个源句留出一个。`,
  sourceLanguage: '源语言',
  targetLanguage: '目标语言',
  usePairs: '用这些句对',
  chooseFile: '选择文件',
  pairsRead: (text, heldOut) => `读了 ${text} 个句对，其中 ${heldOut} 个留出。`,
  pairsWords: (parts) =>
    `模型认得源句里 ${parts.source} 个不同的词，译文里 ${parts.target} 个；每种语言至多 ${parts.unknown} 的词太少见，读作 <unk>。训练约需 ${parts.memory} MB 内存。`,
  noneSkipped: '没有跳过的行。',
  skippedLines: (text) => `跳过了 ${text} 行：`,
  skipped: '跳过的行',
  moreSkipped: (text) => `还有 ${text} 行`,
  line: '行号',
  reason: '原因',
  begins: '行首',
  skippedReasons: {
    'empty-line': '空行',
    'missing-column': '没有制表符，也就没有译文',
    'empty-column': '有一边是空的',
    'too-long': '句子太长',
    duplicate: '前面已有同样的句对',
    'broken-character': '含有半个字符',
    header: '这是列名',
  },
  from: (whose) => `出处：${whose}`,
  simplified: '这些中文句子原来简体、繁体都有，这里一律转为简体。',
  unknownWords: (words) => `它不认识${words}，读作 <unk>。`,
  replaced: (word) => `${word}：这里它写不出，换成了它看得最多的源词`,

  errors: {
    empty: '请输入一个句子，或者换一个例句。',
    unknown: (words) => `它不认识${words}；“更多设置”里列出了它认识的词。`,
    tooLong: (count, limit) => `这里有 ${count} 个词，它最多读 ${limit} 个，请少写一些。`,
  },
};
