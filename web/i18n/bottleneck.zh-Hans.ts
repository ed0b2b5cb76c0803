// 瓶颈实验的简体中文字符串。
import type { Strings } from './bottleneck.en.ts';

export const bottleneckZhHans: Strings = {
  question: '一个向量装得下多长的序列？',
  fixed: '单个向量',
  attention: '有注意力',
  right: '留出序列的正确率（%），按长度',
  bleu: '留出句子的 BLEU，按源句长度',
  sourceLength: '源长度（词元数）',

  hidden: '单个向量的维数',
  context: '解码器得到它',
  contexts: { none: '一次', fixed: '每一步' },

  parameters: '参数',
  loss: '损失（奈特）',
  seconds: '秒',
  writes: (model) => `${model}写出`,
  model: (hidden) => `${hidden} 维 GRU`,

  before: '两个模型都还没有训练。它们将逐次更新看到同样的序列，参数也差不多一样多。',
  falls: (from, longest, score) => `只经过一个向量，从长度 ${from} 起对的不到一半；有注意力时，长度 ${longest} 有 ${score}% 正确。`,
  stands: (longest, fixed, attention) => `长度 ${longest} 时，只经过一个向量有 ${fixed}% 正确，有注意力有 ${attention}%。`,
  fallsBleu: (from, longest, score) => `只经过一个向量，从长度 ${from} 起 BLEU 低于 50；有注意力时，长度 ${longest} 为 ${score}。`,
  standsBleu: (longest, fixed, attention) => `长度 ${longest} 时，只经过一个向量的 BLEU 为 ${fixed}，有注意力为 ${attention}。`,
  exempt: '三位及以下的序列没有留出，图中的它可能见过。',

  line: ({ task, direction, fixed, attention, training }) => `${task} · ${direction}编码器 · ${fixed} · ${attention} · ${training}`,
  fixedLine: (hidden, parameters, context) => `${hidden} 维的单个向量，${context}，${parameters} 个参数`,
  contextLine: { none: '只交一次', fixed: '每一步都给' },
  attentionLine: (attention, hidden, parameters) => `${attention}，${hidden} 维状态，${parameters} 个参数`,
  measured: (count, at) => `第 ${at} 次更新后，${count} 个源序列上的比例`,
};
