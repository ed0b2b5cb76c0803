// Milliseconds an update of the small model of tutorials takes in Node: GRU, ten symbols, embedding 16, hidden 32, additive
// attention, six digits to six, batches of 64, Adam. The median of some windows, after a warm-up.
import os from 'node:os';
import { load } from 'lookback';
import { modelFile } from '../golden/seed_model.mjs';

export const title = 'milliseconds an update of the small model, in Node';

const windows = 7;
const updates = 300; // in a window
const batch = 64;

export async function run() {
  const engine = await load();
  const model = await engine.loadModel(modelFile());
  const digits = await engine.task('reverse', { minLength: 6, maxLength: 6 });
  const pairs = await digits.trainingExamples(4000).pairs();
  const trainer = model.trainer({ learningRate: 0.01, clipNorm: 0, batchSize: batch, schedule: 'constant' }, pairs);
  const spend = async () => {
    const started = performance.now();
    const processor = process.cpuUsage();
    for await (const progress of trainer.run({ steps: updates, every: updates })) void progress;
    const { user, system } = process.cpuUsage(processor);
    return { wall: (performance.now() - started) / updates, processor: (user + system) / 1000 / updates };
  };
  await spend(); // V8 compiles the loops anew while this runs
  const times = [];
  for (let i = 0; i < windows; ++i) times.push(await spend());
  engine.dispose();

  const sorted = (name) => times.map((time) => time[name]).sort((a, b) => a - b);
  const wall = sorted('wall');
  const median = wall[windows >> 1];
  console.log(`small: ${median.toFixed(2)} ms an update (${wall[0].toFixed(2)} to ${wall.at(-1).toFixed(2)} over ${windows} windows of ${updates}), ` +
    `${sorted('processor')[windows >> 1].toFixed(2)} ms of processor time`);
  console.log(`       ${Math.round(1000 / median)} updates and ${Math.round((1000 * batch) / median).toLocaleString('en')} sequences a second, one thread`);
  console.log(`       ${os.cpus()[0]?.model ?? 'unknown processor'}, load ${os.loadavg()[0].toFixed(1)} on ${os.cpus().length} cores, Node ${process.versions.node}`);
}
