// The strings of the elements in traditional Chinese (繁體中文), of the shape of en.ts: written as in Taiwan, not converted from the
// other script, with full-width punctuation, 「」 for quotation and a space between Chinese and Latin letters or digits. Rows are
// 橫列 and columns 直欄, since 行 and 列 alone are read one way here and the other way there.
//
// One term for each word of the vocabulary, as Chinese articles on these models have them:
//   source 源(序列、詞)   target 目標   token 詞元   vocabulary 詞彙表   embedding 嵌入   annotation 註解向量
//   query 查詢   energy 能量(分數)   weight 權重   context 上下文向量   alignment 對齊   attention 注意力
//   fixed vector 固定向量   teacher forcing 教師強制   greedy 貪婪   beam 集束   encoder 編碼器   decoder 解碼器
//   state 隱藏狀態   update 更新   batch 批次   loss 損失   learning rate 學習率   parameter 參數   seed 種子
//   sequence 序列   reversal 反轉   held-out 保留   forward 正向   backward 反向   bidirectional 雙向   thread 執行緒
import type { Dictionary } from './index.ts';
import type { InvisibleNames } from './en.ts';

const invisibleNames: InvisibleNames = {
  0x00ad: '軟連字號',
  0x200b: '零寬空白',
  0x200c: '零寬不連字',
  0x200d: '零寬連字',
  0x200e: '書寫方向標記',
  0x200f: '書寫方向標記',
  0x2060: '詞連接符號',
  0x2800: '空白點字',
  0x3164: '填充字元',
  0xfe0e: '變體選擇符號',
  0xfe0f: '變體選擇符號',
};

const setting = (message: string) => `有一項設定行不通，請依引擎的說明更正：${message}`;

export const zhHant: Dictionary = {
  lang: 'zh-Hant',

  grid: {
    name: '對齊',
    caption: '對齊的權重：每一橫列是一個目標詞，每一直欄是一個源詞，每個權重介於 0 與 1 之間。',
    corner: '目標 \\ 源',
    weight: '權重',
    gold: '正確位置',
    goldWeight: (weight) => `${weight}，正確位置`,
    possible: '也可以的位置',
    possibleWeight: (weight) => `${weight}，也可以的位置`,
    end: '結束',
    unwritten: '尚未寫出',
    more: (text) => `還有 ${text} 個橫列沒有畫出`,
    endless: (text, all) => `寫了 ${all} 個橫列仍未結束，其中 ${text} 個沒有畫出`,
    value: (weight, target, source) => ` = ${weight}，寫 ${target} 時看 ${source}`,
    help: '用方向鍵在格子之間移動，用 Home 與 End 鍵到橫列的開頭與結尾。',
  },

  chart: {
    updates: '更新次數',
    none: (label) => `${label}：還沒有測量`,
  },

  figure: {
    question: {
      reverse: '把數字倒過來寫，它要看哪裡？',
      copy: '把數字照抄一遍，它要看哪裡？',
      sort: '把數字由小到大寫，它要看哪裡？',
      'translate-en-fr': '寫法文的時候，它要看哪裡？',
      'translate-fr-en': '寫英文的時候，它要看哪裡？',
      'translate-zh-en': '寫英文的時候，它要看哪裡？',
      'tatoeba-en-fr': '寫真實的法文句子，它要看哪裡？',
      'tatoeba-en-zh': '寫真實的中文句子，它要看哪裡？',
      dates: '寫日期的時候，它要看哪裡？',
      own: '寫你的句子，它要看哪裡？',
    },

    task: '任務',
    start: '開始',
    pause: '暫停',
    resume: '繼續',
    again: '重新訓練',
    anew: '重新訓練一個',
    retry: '再試一次',
    step: '單步',
    stepTitle: '做一次更新',
    reset: '重設',
    resetTitle: '回到同樣的起始權重',

    state: '狀態',
    states: {
      idle: '未載入',
      loading: '載入中',
      untrained: '未訓練',
      given: '現成的模型',
      training: '訓練中',
      paused: '已暫停',
      waiting: '不在畫面內',
      trained: '訓練完成',
      failed: '出錯',
    },
    updatesOf: (all) => `更新（共 ${all} 次）`,
    ofUpdates: (done, all) => `目前更新 ${done} 次，共 ${all} 次`,
    rate: '每秒更新',
    loss: '損失（奈特）',
    heldOut: '保留序列正確率',
    seen: '可能看過的序列正確率',

    lossChart: '每批次的損失，每個詞元的奈特數',
    heldOutChart: '保留序列正確率，%',
    seenChart: '可能看過的序列正確率，%',

    own: '你的數字',
    ownAlignment: (digits) => `你的數字：${digits}`,
    writes: '它寫出',
    right: '正確',
    wrong: (count, all) => `${all} 個錯了 ${count} 個`,
    over: (count) => `，還多寫了 ${count} 個`,
    endless: (limit) => `；沒有結束，寫到 ${limit} 個時停下`,
    tooLong: '寫完了卻沒有停',
    nothing: '什麼也沒寫',
    newLength: (lengths) => `只用 ${lengths}的序列訓練過，別的長度它沒看過。`,
    willBeNew: (lengths) => `訓練只用 ${lengths}的序列，別的長度它不會看到。`,
    heldOutProbes: '三個從不用來訓練的序列',
    shortProbes: '三個序列；數字這麼少，沒有保留的',

    reads: '編碼器的讀法',
    directions: { forward: '正向', backward: '反向', bidirectional: '雙向' },
    explain: {
      forward: '正著讀，學習期間它會看晚一步，看的是剛寫出的那個數字：編碼器讀到那裡時，前一個數字已經讀過了，所以這個註解向量兩個都含有。長度只有一種時它可以數位置，最後會移到正要寫的數字上。',
      forwardMixed: '正著讀，各種長度混在一起，條紋最後會晚一步，落在剛寫出的那個數字上：編碼器讀到那裡時，前一個數字已經讀過了，所以這個註解向量兩個都含有，而前一個正是接下來要寫的。',
      backward: '倒著讀，就像 Sutskever 把源句倒序輸入那樣，條紋會落在正要寫的數字上：它的註解向量，也就是編碼器剛讀完它時的狀態，是第一個含有它的。',
      bidirectional: '兩個方向都讀，一個註解向量就含有兩邊的數字，能用的位置不只一個，條紋會淡一些。',
      other: '編碼器朝哪個方向讀，決定了哪些註解向量含有某個數字，也就決定了解碼器能在哪裡找到它。',
    },
    hit: '最大權重在正要寫的數字上',
    late: '最大權重在剛寫出的數字上',
    goldWeight: '正要寫的數字上的平均權重',

    more: '更多設定',
    length: '長度',
    lengthHelp: '一個長度，如 6；或一個範圍，如 1–12',
    seed: '種子',
    seedHelp: '一個整數；種子相同，結果就相同',
    pace: '速度',
    watch: '便於觀看',
    full: '全速',
    paceTitle: '便於觀看：學得最多的時候放慢，之後加快',

    runs: (threads) => `計算在 WebAssembly 裡用 SIMD 進行，${threads}。`,
    threads: (text) => `用 ${text} 個執行緒`,
    reasons: {
      asked: '依要求只用一個執行緒。',
      'one-core': '這台機器只有一個處理器核心。',
      'own-file': '頁面只指定了單執行緒版本的檔案。',
      'not-isolated': '要用更多執行緒，頁面須處於跨來源隔離狀態。',
      'no-shared-memory': '要用更多執行緒，瀏覽器的 WebAssembly 須支援共享記憶體。',
      'other-origin': '要用更多執行緒，程式庫須與頁面同源。',
      'no-worker': '這裡無法啟動背景執行緒，所以在頁面自己的執行緒上分段計算。',
      failed: '這裡沒能啟動更多執行緒。',
    },

    download: '下載模型',
    openModel: '開啟模型',
    copyElement: '複製嵌入程式碼',
    copyFrame: '複製 iframe 程式碼',
    cite: '引用',
    toCopy: '待複製的文字',
    copied: '已複製。',
    copyYourself: '文字已選取，請用鍵盤或選單複製。',

    digits: (lengths) => `${lengths} 個數字`,
    heldOutSequences: (text) => `${text} 個保留序列`,
    mixedSequences: (text) => `${text} 個序列（長於三個數字的是保留的）`,
    seenSequences: (text) => `${text} 個可能看過的序列`,
    measured: (sequences, at) => `比率測自 ${sequences}，在第 ${at} 次更新之後`,
    measuredGiven: (sequences, right) => `${sequences}中正確率 ${right}`,
    taskLine: (task, lengths) => `任務：${task}，${lengths}`,
    wordTaskLine: (task) => `任務：${task}`,
    givenLine: (task) => `${task}，訓練好的模型`,
    modelLine: (parts) => `${parts.hidden} 維 ${parts.cell}，${parts.attention}，${parts.direction}編碼器，${parts.parameters} 個參數`,
    trainingLine: (parts) => `種子 ${parts.seed} · ${parts.optimizer}，學習率 ${parts.rate}，每批次 ${parts.batch} 個`,
    encoderName: { forward: '正向', backward: '反向', bidirectional: '雙向' },
    attentionName: {
      none: '無注意力',
      fixed: '固定的上下文向量',
      additive: '加性注意力',
      dot: '點積注意力',
      general: '雙線性注意力',
      concat: '串接注意力',
      'scaled-dot': '縮放點積注意力',
    },
    taskName: {
      reverse: '反轉', copy: '照抄', sort: '排序',
      'translate-en-fr': '英譯法',
      'translate-fr-en': '法譯英',
      'translate-zh-en': '中譯英',
      'tatoeba-en-fr': '英譯法（真實的句子）',
      'tatoeba-en-zh': '英譯中（真實的句子）',
      dates: '日期',
      own: '你自己的句對',
    },

    newModel: (direction, lengths, seed) => `新模型：${direction}編碼器，${lengths}，種子 ${seed}。`,
    said: {
      loading: '正在載入引擎。',
      untrained: '未訓練，可以開始。',
      given: '這裡顯示一個訓練好的模型。',
      training: (step, loss) => `訓練中：已更新 ${step} 次，損失 ${loss} 奈特。`,
      started: '開始訓練。',
      paused: (step) => `已暫停，更新了 ${step} 次。`,
      waiting: (step) => `不在畫面內，已暫停，更新了 ${step} 次。`,
      stepped: (step, loss) => `已更新 ${step} 次，損失 ${loss} 奈特。`,
      trained: (step, right) => `訓練完成：更新 ${step} 次，保留序列正確率 ${right}。`,
      trainedSeen: (step, right) => `訓練完成：更新 ${step} 次，可能看過的序列正確率 ${right}。`,
      failed: (reason) => `出錯了。${reason}`,
      reset: '已回到起始權重。',
    },

    errors: {
      empty: '請輸入幾個數字，例如 493039。',
      notDigits: (text) => `「${text}」不是數字，請只用 0 到 9。`,
      invisible: (name) => `這些數字裡混有${name}，在螢幕上看不出來；請清空後重新輸入。`,
      invisibleName: (code) => (invisibleNames as Record<number, string>)[code] ?? `一個看不見的字元（U+${code.toString(16).toUpperCase().padStart(4, '0')}）`,
      tooLong: (count, limit) => `這裡有 ${count} 個數字，圖裡最多畫 ${limit} 個，請少輸入幾個。`,
      seed: '種子是 0 到 9 007 199 254 740 991 之間的整數，不帶逗號與小數點，例如 7。',
      length: (limit) => `長度是一個數，例如 6，或一個範圍，例如 1–12，都在 1 到 ${limit} 之間。`,
      alignment: '屬性 `alignment` 應為 `{ rows, columns, weights }`：縱向的詞、橫向的詞，以及每一橫列與直欄數相同的權重（0 到 1）。',
    },

    failures: {
      unsupported: () => '這個瀏覽器無法執行帶有 SIMD 的 WebAssembly，而這張圖需要它；請改用新版瀏覽器。',
      'load-failed': (message) => `這個圖需要的檔案沒能載入；請檢查網路連線，再試一次。${message}`,
      'bad-config': setting,
      'bad-task': setting,
      'bad-data': (message) => `這些句對無法使用，請依引擎的說明更正：${message}`,
      'bad-model': (message) => `這個檔案不能當作模型開啟，引擎的說明是：${message}`,
      diverged: () => '訓練發散了，出現了不是有限數的值；請重設，或換一個種子再訓練。',
      'out-of-memory': () => '記憶體不足；請關掉其他分頁，或把長度改短，再試一次。',
      'too-slow': () => '這個頁面不能用背景執行緒，而一次更新會讓它卡住太久；請把長度改短，再試一次。',
      internal: () => '引擎內部出了錯；請重新整理頁面，再試一次。',
      other: (message) => `引擎回報了一個錯誤：${message}`,
    },
  },
};
