// What looking costs training: updates a second in Chromium while the page asks 30 times a second for the alignment of a probe
// sentence, against windows in which it does not ask, in turns within one run of the page's recipe at full speed.
import { inChromium } from './chromium.mjs';
import { figure, machine, median, range, table } from './print.mjs';

export const title = 'updates a second with and without an alignment asked for 30 times a second';

export async function run() {
  const rows = [['page', 'variant', 'updates/s alone', 'while asked', 'answers/s', 'lost', 'of all pairs of windows']];
  for (const isolated of [false, true]) {
    const { info, alone, asked, answers } = await inChromium(async ({ fresh }) => (await fresh()).evaluate(watch), { isolated });
    const lost = alone.map((rate, i) => 100 * (1 - asked[i] / rate));
    rows.push([isolated ? 'isolated' : 'plain', `${info.variant}, threads: ${info.threads}`, figure(median(alone)), figure(median(asked)), figure(median(answers)),
      `${median(lost).toFixed(1)} %`, range(lost)]);
  }
  console.log(`${machine()}\n\n${table(rows)}\naim: less than 10 % lost`);
}

/** Runs in the page. */
async function watch() {
  const { load } = await import('/lookback.js');
  const engine = await load();
  const task = await engine.task('reverse');
  const model = await engine.model({}, task);
  const stop = new AbortController();
  let last = { step: 0, time: performance.now() };
  const trained = (async () => {
    for await (const { step } of model.trainer().run({ steps: 1_000_000, signal: stop.signal })) last = { step, time: performance.now() };
  })();
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  let answered = 0;
  /** Updates a second in a window, from the first report in it to the last. */
  const window = async (milliseconds) => {
    const first = last;
    await wait(milliseconds);
    return (1000 * (last.step - first.step)) / (last.time - first.time);
  };
  /** The same while asked; a question waits until the one before it is answered. */
  const windowAsked = async (milliseconds) => {
    let waiting = false;
    const timer = setInterval(async () => {
      if (waiting) return;
      waiting = true;
      await model.translate('493039');
      answered += 1;
      waiting = false;
    }, 1000 / 30);
    const rate = await window(milliseconds);
    clearInterval(timer);
    return rate;
  };
  await wait(2000);
  const [alone, asked, answers] = [[], [], []];
  for (let round = 0; round < 10; ++round) {
    const turns = [
      async () => { alone.push(await window(1000)); },
      async () => {
        answered = 0;
        asked.push(await windowAsked(1000));
        answers.push(answered);
      },
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  stop.abort();
  await trained;
  const { info } = engine;
  engine.dispose();
  return { info, alone, asked, answers };
}
