// 瓶頸實驗的繁體中文字串。
import type { Strings } from './bottleneck.en.ts';

export const bottleneckZhHant: Strings = {
  question: '一個向量裝得下多長的序列？',
  fixed: '單一向量',
  attention: '有注意力',
  right: '保留序列的正確率（%），依長度',
  bleu: '保留句子的 BLEU，依源句長度',
  sourceLength: '源長度（詞元數）',

  hidden: '單一向量的維數',
  context: '解碼器得到它',
  contexts: { none: '一次', fixed: '每一步' },

  parameters: '參數',
  loss: '損失（奈特）',
  seconds: '秒',
  writes: (model) => `${model}寫出`,
  model: (hidden) => `${hidden} 維 GRU`,

  before: '兩個模型都還沒有訓練。它們將逐次更新看到同樣的序列，參數也差不多一樣多。',
  falls: (from, longest, score) => `只經過一個向量，從長度 ${from} 起對的不到一半；有注意力時，長度 ${longest} 有 ${score}% 正確。`,
  stands: (longest, fixed, attention) => `長度 ${longest} 時，只經過一個向量有 ${fixed}% 正確，有注意力有 ${attention}%。`,
  fallsBleu: (from, longest, score) => `只經過一個向量，從長度 ${from} 起 BLEU 低於 50；有注意力時，長度 ${longest} 為 ${score}。`,
  standsBleu: (longest, fixed, attention) => `長度 ${longest} 時，只經過一個向量的 BLEU 為 ${fixed}，有注意力為 ${attention}。`,
  exempt: '三位及以下的序列沒有保留，圖中的它可能看過。',

  line: ({ task, direction, fixed, attention, training }) => `${task} · ${direction}編碼器 · ${fixed} · ${attention} · ${training}`,
  fixedLine: (hidden, parameters, context) => `${hidden} 維的單一向量，${context}，${parameters} 個參數`,
  contextLine: { none: '只交一次', fixed: '每一步都給' },
  attentionLine: (attention, hidden, parameters) => `${attention}，${hidden} 維狀態，${parameters} 個參數`,
  measured: (count, at) => `第 ${at} 次更新後，${count} 個源序列上的比例`,
};
