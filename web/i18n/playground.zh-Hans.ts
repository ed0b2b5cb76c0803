// 游乐场页面的简体中文文字（HTML），以及故事页面上引向这里的话。
import type { PlaygroundPage } from './playground.en.ts';

export const playgroundZhHans: PlaygroundPage = {
  lang: 'zh-Hans',
  languageName: '简体中文',
  otherLanguages: '本页的其他语言版本',
  otherPages: '其他页面',
  story: '故事',
  playground: '游乐场',
  title: '游乐场',
  description: '2014 年编码器–解码器模型的每一项设置，都可以在这一页里训练、两两对照，并用一个链接重现同一张图。',
  lead: '故事里替你定好的，在这里都由你来定：单元、编码器的读法、注意力和它的次序、训练的做法、任务。改一处，看看什么跟着变。',
  question: '改一项设置，会有什么变化？',
  picture: '取自一个训练好的模型：六个数字与其反转的对齐，以及训练过程中的损失和留出序列正确率。',
  fallback: '这里有一个网络按你的设置当场训练。它需要 JavaScript 和 WebAssembly。',
  notesTitle: '三件要知道的事',
  notes1: '<strong>比较</strong>会加上第二个模型，设置先与第一个相同。两个模型学同一个任务，逐次更新，曲线的坐标轴也相同，所以图上的不同就是你改出来的不同。',
  notes2: '<strong>复制链接</strong>给出眼前这张图的地址：设置、种子、更新次数、句子，以及打开了什么。谁打开它，谁就在这里训练出同一个模型，每个数到最后一位都相同，换浏览器、换线程数都一样。',
  notes3: '模型可以存成文件带走，也可以再打开，连同训练进行到的地方。在 PyTorch 里它给出同样的输出。',
  invite: '故事里没有试过的，还有什么？在游乐场里每一项设置都可以改，两个模型可以并排训练。',
};
