// The strings of a model's file that is opened, in simplified Chinese; terms as in zh-Hans.ts.
import type { Strings } from './more.en.ts';

export const moreZhHans: Strings = {
  otherTask: (file, own) => `这个文件里的模型学的是${file}，这张图学的是${own}，仍用原来的模型；请在学${file}的图里打开它。`,
  ownPairs: (own, file) => `这个文件里的模型学的是别人给的句对，这张图学的是${own}，仍用原来的模型；请先把任务选为“${file}”，给出那些句对，再打开它。`,
  otherPairs: '这个文件里的模型学的不是这些句对，图里仍用原来的模型；请先换成它训练时用的句对，再打开它。',
  pairsFirst: '这个文件里的模型学的是别人给的句对，这张图还没有句对；请先给出它训练时用的句对，再打开它。',
  noPairs: (own) => `这张图学的是${own}，不学别的句对，仍用原来的模型；请把句对交给可以学自己句对的图。`,
  pairsKept: (why) => `${why} 原来的句对和模型都还在。`,
  modelKept: (why, own) => `${why} 这张图仍用原来学${own}的模型。`,
  unnamed: (own) => `这个文件没有写明模型学的是什么任务，但不是${own}，图里仍用原来的模型；请先选好它的任务，再打开它。`,
};
