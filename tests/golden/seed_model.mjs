// The tutorial's model of seed_model.json as a file that `loadModel` reads: PyTorch's starting weights under Lookback's names.
import fs from 'node:fs';

export const golden = JSON.parse(fs.readFileSync(new URL('seed_model.json', import.meta.url), 'utf8'));

/** A safetensors file of the starting weights. */
export function modelFile() {
  const { config, parameters } = golden;
  const vocabulary = (bos) => JSON.stringify({ tokens: [...'0123456789'], bos, eos: -1, unk: -1 });
  const header = {
    __metadata__: {
      config: JSON.stringify({ ...config, seed: 0 }), source_vocabulary: vocabulary(-1), target_vocabulary: vocabulary(0), seed: '0', format: 'lookback-1',
    },
  };
  let offset = 0;
  for (const [name, { shape, data }] of Object.entries(parameters)) {
    header[name] = { dtype: 'F32', shape, data_offsets: [offset, (offset += 4 * data.length)] };
  }
  const text = JSON.stringify(header);
  const head = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const file = new Uint8Array(8 + head.length + offset);
  new DataView(file.buffer).setBigUint64(0, BigInt(head.length), true);
  file.set(head, 8);
  new Float32Array(file.buffer, 8 + head.length).set(Object.values(parameters).flatMap(({ data }) => data));
  return file;
}
