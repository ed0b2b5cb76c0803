// The strings of a model's file that is opened, in simplified Chinese; terms as in zh-Hans.ts.
import type { Strings } from './more.en.ts';
import { refusal, type Refusals } from './refusals.ts';

const side = (name?: string): string => (name === 'source' ? '原文' : '译文');

const refusals: Refusals = {
  manyWords: (name, count, least, limit, line) => `${side(name)}里${least ? `至少出现 ${least} 次的` : ''}不同的词有 ${count} 个，从第 ${line} 行起超过了词表能容的 ${limit} 个；请少给一些句对。`,
  rareWords: (name, least) => `${side(name)}里没有一个词出现 ${least} 次，模型会一个词也不认识；请多给一些句对。`,
  encoding: () => '这个文件不是 UTF-8 文本；请另存为 UTF-8，再打开。',
  manyPairs: (limit, line) => `句对最多 ${limit} 对，到第 ${line} 行已经超出；请只给一部分。`,
  noPairs: (line) => `这里没有读到句对；请每行写一对，原文在前，译文在后，中间用制表符隔开。${line ? `第 ${line} 行就不是这样。` : ''}`,
  onePair: () => '这里只有一对句子，还要留作测试；请多给一些句对。',
  noneToTrain: (count) => `这 ${count} 对句子都要留作测试（大约每十个原文留一个），没有剩下可以训练的；请多给一些句对。`,
  noneHeldOut: () => '没有一对句子可以留作测试（大约每十个原文留一个）；请多给一些句对。',
  memory: (need, limit) => `学这些句对大约要 ${need} MB 内存，这里只有 ${limit} MB；请少给一些句对，或去掉长句。`,
  largeFile: (bytes, limit) => `这个文件有 ${bytes} 字节，最多可以有 ${limit} 字节；请只给一部分。`,
  unreadable: (why) => `这个文件读不出来（${why}）；请重新选择。`,
  language: (name, given) => `${side(name)}的语言要写成语言标签，例如 fr 或 zh-Hans，不能是 ${given}。`,
  noModel: () => '这个文件不是这里存下的模型，或者已经损坏；请换一个文件。',
  otherModel: () => '这个模型的词表和这个任务的不同；请打开这个任务的模型，或先选好它的任务。',
  missingModel: (url, why) => `模型没能从 ${url} 加载（${why}）；请检查地址和网络连接，再试一次。`,
  range: (name, whole, low, high, given) => `\`${name}\` 应是 ${low} 到 ${high} 的${whole ? '整数' : '数'}，不能是 ${given}。`,
  choice: (name, choices, given) => `\`${name}\` 只能取 ${choices?.replaceAll(', ', '、')}，不能是 ${given}。`,
};

export const moreZhHans: Strings = {
  otherTask: (file, own) => `这个文件里的模型学的是${file}，这张图学的是${own}，仍用原来的模型；请在学${file}的图里打开它。`,
  ownPairs: (own, file) => `这个文件里的模型学的是别人给的句对，这张图学的是${own}，仍用原来的模型；请先把任务选为“${file}”，给出那些句对，再打开它。`,
  otherPairs: '这个文件里的模型学的不是这些句对，图里仍用原来的模型；请先换成它训练时用的句对，再打开它。',
  pairsFirst: '这个文件里的模型学的是别人给的句对，这张图还没有句对；请先给出它训练时用的句对，再打开它。',
  noPairs: (own) => `这张图学的是${own}，不学别的句对，仍用原来的模型；请把句对交给可以学自己句对的图。`,
  pairsKept: (why) => `${why} 原来的句对和模型都还在。`,
  modelKept: (why, own) => `${why} 这张图仍用原来学${own}的模型。`,
  unnamed: (own) => `这个文件没有写明模型学的是什么任务，但不是${own}，图里仍用原来的模型；请先选好它的任务，再打开它。`,
  refusal: (message) => refusal(message, refusals),
};
