// The strings of a model's file that is opened, in traditional Chinese; terms as in zh-Hant.ts.
import type { Strings } from './more.en.ts';

export const moreZhHant: Strings = {
  otherTask: (file, own) => `這個檔案裡的模型學的是${file}，這張圖學的是${own}，仍用原來的模型；請在學${file}的圖裡開啟它。`,
  ownPairs: (own, file) => `這個檔案裡的模型學的是別人給的句對，這張圖學的是${own}，仍用原來的模型；請先把任務選為「${file}」，給出那些句對，再開啟它。`,
  otherPairs: '這個檔案裡的模型學的不是這些句對，圖裡仍用原來的模型；請先換成它訓練時用的句對，再開啟它。',
  pairsFirst: '這個檔案裡的模型學的是別人給的句對，這張圖還沒有句對；請先給出它訓練時用的句對，再開啟它。',
  noPairs: (own) => `這張圖學的是${own}，不學別的句對，仍用原來的模型；請把句對交給可以學自己句對的圖。`,
  pairsKept: (why) => `${why} 原來的句對和模型都還在。`,
  modelKept: (why, own) => `${why} 這張圖仍用原來學${own}的模型。`,
  unnamed: (own) => `這個檔案沒有寫明模型學的是什麼任務，但不是${own}，圖裡仍用原來的模型；請先選好它的任務，再開啟它。`,
};
