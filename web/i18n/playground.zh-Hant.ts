// 遊樂場頁面的繁體中文文字（HTML），以及故事頁面上引向這裡的話。
import type { PlaygroundPage } from './playground.en.ts';

export const playgroundZhHant: PlaygroundPage = {
  lang: 'zh-Hant',
  languageName: '繁體中文',
  otherLanguages: '本頁的其他語言版本',
  otherPages: '其他頁面',
  story: '故事',
  playground: '遊樂場',
  title: '遊樂場',
  description: '2014 年編碼器–解碼器模型的每一項設定，都可以在這一頁裡訓練、兩兩對照，並用一個連結重現同一張圖。',
  lead: '故事裡替你定好的，在這裡都由你來定：單元、編碼器的讀法、注意力和它的次序、訓練的做法、任務。改一處，看看什麼跟著變。',
  question: '改一項設定，會有什麼變化？',
  picture: '取自一個訓練好的模型：六個數字與其反轉的對齊，以及訓練過程中的損失和保留序列正確率。',
  fallback: '這裡有一個網路按你的設定當場訓練。它需要 JavaScript 和 WebAssembly。',
  notesTitle: '三件要知道的事',
  notes1: '<strong>比較</strong>會加上第二個模型，設定先與第一個相同。兩個模型學同一個任務，逐次更新，曲線的座標軸也相同，所以圖上的不同就是你改出來的不同。',
  notes2: '<strong>複製連結</strong>給出眼前這張圖的位址：設定、種子、更新次數、句子，以及打開了什麼。誰打開它，誰就在這裡訓練出同一個模型，每個數到最後一位都相同，換瀏覽器、換執行緒數都一樣。',
  notes3: '模型可以存成檔案帶走，也可以再打開，連同訓練進行到的地方。在 PyTorch 裡它給出同樣的輸出。',
  invite: '故事裡沒有試過的，還有什麼？在遊樂場裡每一項設定都可以改，兩個模型可以並排訓練。',
};
