// The strings of the elements in simplified Chinese (简体中文), of the shape of en.ts: written, not translated word by word, with
// full-width punctuation, “” for quotation and a space between Chinese and Latin letters or digits.
//
// One term for each word of the vocabulary, as Chinese articles on these models have them:
//   source 源(序列、词)   target 目标   token token   vocabulary 词表   embedding 嵌入   annotation 注释向量
//   query 查询   energy 能量(分数)   weight 权重   context 上下文向量   alignment 对齐   attention 注意力
//   fixed vector 固定向量   teacher forcing 教师强制   greedy 贪心   beam 集束   encoder 编码器   decoder 解码器
//   state 隐状态   update 更新   batch 批   loss 损失   learning rate 学习率   parameter 参数   seed 种子
//   sequence 序列   reversal 反转   held-out 留出   forward 正向   backward 反向   bidirectional 双向   thread 线程
import type { Dictionary } from './index.ts';
import type { InvisibleNames } from './en.ts';

const invisibleNames: InvisibleNames = {
  0x00ad: '软连字符',
  0x200b: '零宽空格',
  0x200c: '零宽不连字符',
  0x200d: '零宽连字符',
  0x200e: '书写方向标记',
  0x200f: '书写方向标记',
  0x2060: '词连接符',
  0x2800: '空白盲文符',
  0x3164: '填充符',
  0xfe0e: '变体选择符',
  0xfe0f: '变体选择符',
};

const setting = (message: string) => `有一项设置行不通，请按引擎的说明改正：${message}`;

export const zhHans: Dictionary = {
  lang: 'zh-Hans',

  grid: {
    name: '对齐',
    caption: '对齐的权重：每行是一个目标词，每列是一个源词，每个权重在 0 到 1 之间。',
    corner: '目标 \\ 源',
    weight: '权重',
    gold: '正确位置',
    goldWeight: (weight) => `${weight}，正确位置`,
    possible: '也可以的位置',
    possibleWeight: (weight) => `${weight}，也可以的位置`,
    end: '结束',
    unwritten: '尚未写出',
    more: (text) => `还有 ${text} 行没有画出`,
    endless: (text, all) => `写了 ${all} 行仍未结束，其中 ${text} 行没有画出`,
    value: (weight, target, source) => ` = ${weight}，写 ${target} 时看 ${source}`,
    help: '用方向键在格子之间移动，用 Home 和 End 键到行首和行尾。',
  },

  chart: {
    updates: '更新次数',
    none: (label) => `${label}：还没有测量`,
  },

  figure: {
    question: {
      reverse: '把数字倒过来写，它要看哪里？',
      copy: '把数字照抄一遍，它要看哪里？',
      sort: '把数字从小到大写，它要看哪里？',
      'translate-en-fr': '写法语的时候，它要看哪里？',
      'translate-fr-en': '写英语的时候，它要看哪里？',
      'translate-zh-en': '写英语的时候，它要看哪里？',
      'tatoeba-en-fr': '写真实的法语句子，它要看哪里？',
      'tatoeba-en-zh': '写真实的汉语句子，它要看哪里？',
      dates: '写日期的时候，它要看哪里？',
      own: '写你的句子，它要看哪里？',
    },

    task: '任务',
    start: '开始',
    pause: '暂停',
    resume: '继续',
    again: '重新训练',
    anew: '重新训练一个',
    retry: '再试一次',
    step: '单步',
    stepTitle: '做一次更新',
    reset: '重置',
    resetTitle: '回到同样的起始权重',

    state: '状态',
    states: {
      idle: '未加载',
      loading: '加载中',
      untrained: '未训练',
      given: '现成的模型',
      training: '训练中',
      paused: '已暂停',
      waiting: '不在视野内',
      trained: '训练完成',
      failed: '出错',
    },
    updatesOf: (all) => `更新（共 ${all} 次）`,
    ofUpdates: (done, all) => `现已更新 ${done} 次，共 ${all} 次`,
    rate: '每秒更新',
    loss: '损失（奈特）',
    heldOut: '留出序列正确率',
    seen: '可能见过的序列正确率',

    lossChart: '每批的损失，每个 token 的奈特数',
    heldOutChart: '留出序列正确率，%',
    seenChart: '可能见过的序列正确率，%',

    own: '你的数字',
    ownAlignment: (digits) => `你的数字：${digits}`,
    writes: '它写出',
    right: '正确',
    wrong: (count, all) => `${all} 个错了 ${count} 个`,
    over: (count) => `，还多写了 ${count} 个`,
    endless: (limit) => `；没有结束，写到 ${limit} 个时停下`,
    tooLong: '写完了却没有停',
    nothing: '什么也没写',
    newLength: (lengths) => `只用 ${lengths}的序列训练过，别的长度它没见过。`,
    willBeNew: (lengths) => `训练只用 ${lengths}的序列，别的长度它不会见到。`,
    heldOutProbes: '三个从不用来训练的序列',
    shortProbes: '三个序列；数字这么少，没有留出的',

    reads: '编码器的读法',
    directions: { forward: '正向', backward: '反向', bidirectional: '双向' },
    explain: {
      forward: '正着读，学习期间它会看晚一步，看的是刚写出的那个数字：编码器读到那里时，前一个数字已经读过了，所以这个注释向量两个都含有。长度只有一种时它可以数位置，最后会移到正要写的数字上。',
      forwardMixed: '正着读，各种长度混在一起，条纹最后会晚一步，落在刚写出的那个数字上：编码器读到那里时，前一个数字已经读过了，所以这个注释向量两个都含有，而前一个正是接下来要写的。',
      backward: '倒着读，就像 Sutskever 把源句倒过来输入那样，条纹会落在正要写的数字上：它的注释向量在刚读到这个数字时写成，是第一个含有它的。',
      bidirectional: '两个方向都读，一个注释向量就含有两边的数字，能用的位置不止一个，条纹会淡一些。',
      other: '编码器朝哪个方向读，决定了哪些注释向量含有某个数字，也就决定了解码器能在哪里找到它。',
    },
    hit: '最大权重在正要写的数字上',
    late: '最大权重在刚写出的数字上',
    goldWeight: '正要写的数字上的平均权重',

    more: '更多设置',
    length: '长度',
    lengthHelp: '一个长度，如 6；或一个范围，如 1–12',
    seed: '种子',
    seedHelp: '一个整数；种子相同，结果就相同',
    pace: '速度',
    watch: '便于观看',
    full: '全速',
    paceTitle: '便于观看：学得最多的时候放慢，之后加快',

    runs: (threads) => `计算在 WebAssembly 里用 SIMD 进行，${threads}。`,
    threads: (text) => `用 ${text} 个线程`,
    reasons: {
      asked: '按要求只用一个线程。',
      'one-core': '这台机器只有一个处理器核心。',
      'own-file': '页面只指定了单线程版本的文件。',
      'not-isolated': '要用更多线程，页面须处于跨源隔离状态。',
      'no-shared-memory': '要用更多线程，浏览器的 WebAssembly 须支持共享内存。',
      'other-origin': '要用更多线程，程序库须与页面同源。',
      'no-worker': '这里不能启动后台线程，所以在页面自己的线程上分段计算。',
      failed: '这里没能启动更多线程。',
    },

    download: '下载模型',
    openModel: '打开模型',
    copyElement: '复制嵌入代码',
    copyFrame: '复制 iframe 代码',
    cite: '引用',
    toCopy: '待复制的文字',
    copied: '已复制。',
    copyYourself: '文字已选中，请用键盘或菜单复制。',

    digits: (lengths) => `${lengths} 个数字`,
    heldOutSequences: (text) => `${text} 个留出序列`,
    mixedSequences: (text) => `${text} 个序列（长于三个数字的是留出的）`,
    seenSequences: (text) => `${text} 个可能见过的序列`,
    measured: (sequences, at) => `比率测自 ${sequences}，在第 ${at} 次更新之后`,
    measuredGiven: (sequences, right) => `${sequences}中正确率 ${right}`,
    taskLine: (task, lengths) => `任务：${task}，${lengths}`,
    wordTaskLine: (task) => `任务：${task}`,
    givenLine: (task) => `${task}，训练好的模型`,
    modelLine: (parts) => `${parts.hidden} 维 ${parts.cell}，${parts.attention}，${parts.direction}编码器，${parts.parameters} 个参数`,
    trainingLine: (parts) => `种子 ${parts.seed} · ${parts.optimizer}，学习率 ${parts.rate}，每批 ${parts.batch} 个`,
    encoderName: { forward: '正向', backward: '反向', bidirectional: '双向' },
    attentionName: {
      none: '无注意力',
      fixed: '固定的上下文向量',
      additive: '加性注意力',
      dot: '点积注意力',
      general: '双线性注意力',
      concat: '拼接注意力',
      'scaled-dot': '缩放点积注意力',
    },
    taskName: {
      reverse: '反转', copy: '照抄', sort: '排序',
      'translate-en-fr': '英译法',
      'translate-fr-en': '法译英',
      'translate-zh-en': '汉译英',
      'tatoeba-en-fr': '英译法（真实的句子）',
      'tatoeba-en-zh': '英译汉（真实的句子）',
      dates: '日期',
      own: '你自己的句对',
    },

    newModel: (direction, lengths, seed) => `新模型：${direction}编码器，${lengths}，种子 ${seed}。`,
    said: {
      loading: '正在加载引擎。',
      untrained: '未训练，可以开始。',
      given: '这里显示一个训练好的模型。',
      training: (step, loss) => `训练中：已更新 ${step} 次，损失 ${loss} 奈特。`,
      started: '开始训练。',
      paused: (step) => `已暂停，更新了 ${step} 次。`,
      waiting: (step) => `不在视野内，已暂停，更新了 ${step} 次。`,
      stepped: (step, loss) => `已更新 ${step} 次，损失 ${loss} 奈特。`,
      trained: (step, right) => `训练完成：更新 ${step} 次，留出序列正确率 ${right}。`,
      trainedSeen: (step, right) => `训练完成：更新 ${step} 次，可能见过的序列正确率 ${right}。`,
      failed: (reason) => `出错了。${reason}`,
      reset: '已回到起始权重。',
    },

    errors: {
      empty: '请输入几个数字，例如 493039。',
      notDigits: (text) => `“${text}”不是数字，请只用 0 到 9。`,
      invisible: (name) => `这些数字里混有${name}，在屏幕上看不出来；请清空后重新输入。`,
      invisibleName: (code) => (invisibleNames as Record<number, string>)[code] ?? `一个看不见的字符（U+${code.toString(16).toUpperCase().padStart(4, '0')}）`,
      tooLong: (count, limit) => `这里有 ${count} 个数字，图里最多画 ${limit} 个，请少输几个。`,
      seed: '种子是 0 到 9 007 199 254 740 991 之间的整数，不带逗号和小数点，例如 7。',
      length: (limit) => `长度是一个数，例如 6，或一个范围，例如 1–12，都在 1 到 ${limit} 之间。`,
    },

    failures: {
      unsupported: () => '这个浏览器不能运行带 SIMD 的 WebAssembly，而这张图需要它；请换用新版浏览器。',
      'load-failed': () => '引擎没能加载；请检查网络连接，再试一次。',
      'bad-config': setting,
      'bad-task': setting,
      'bad-data': (message) => `这些句对用不了，请按引擎的说明改正：${message}`,
      'bad-model': (message) => `这个文件不能当作模型打开，引擎的说明是：${message}`,
      diverged: () => '训练发散了，出现了不是有限数的值；请重置，或换一个种子再训练。',
      'out-of-memory': () => '内存不够；请关掉别的页面，或把长度改短，再试一次。',
      'too-slow': () => '这个页面不能用后台线程，而一次更新会让它卡住太久；请把长度改短，再试一次。',
      internal: () => '引擎内部出了错；请刷新页面，再试一次。',
      other: (message) => `引擎报告了一个错误：${message}`,
    },
  },
};
