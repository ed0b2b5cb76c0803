// The works' model in TensorFlow.js core operations, on its wasm backend with SIMD, in the phrasing that this backend runs
// fastest: input products, keys U_a h_j and logits as one product over all steps, weights kept as [in, out], and the gradient of
// a product written with explicit transposes, because its wasm product of a transposed matrix is ten times slower.
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

/** See child.mjs. `files` is where the backend's .wasm files are, for a page. */
export async function start(work, weights, { source, target }, { files } = {}) {
  if (files) setWasmPaths(files);
  if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js could not start its wasm backend.');
  await tf.ready();
  const { batch, config, sourceLength, targetLength, bos } = work;
  const table = (name) => /embedding$/.test(name);
  const p = Object.fromEntries(Object.entries(weights).map(([name, { shape, data }]) => {
    const tensor = tf.tensor(data, shape.length === 1 && /v_a$/.test(name) ? [1, ...shape] : shape, 'float32');
    return [name, tf.variable(tensor.rank === 2 && !table(name) ? tf.transpose(tensor) : tensor)];
  }));
  const adam = tf.train.adam(work.learningRate, 0.9, 0.999, 1e-8);

  const product = tf.customGrad((a, b, save) => {
    save([a, b]);
    return { value: tf.matMul(a, b), gradFunc: (dy, [x, y]) => [tf.matMul(dy, tf.transpose(y)), tf.matMul(tf.transpose(x), dy)] };
  });
  const ids = (list) => tf.tensor1d(list, 'int32');
  const oneHot = (list, width) => tf.cast(tf.oneHot(ids(list), width), 'float32');
  // The backend has no gradient of gather: a product with one-hot rows stands in.
  const embed = (side, list) => {
    const weight = p[`${side}.embedding`] ?? p.embedding;
    return tf.customGrad((w) => ({ value: tf.gather(w, ids(list)), gradFunc: (dy) => tf.matMul(tf.transpose(oneHot(list, w.shape[0])), dy) }))(weight);
  };
  const affine = (x, side, part) => tf.add(product(x, p[`${side}.weight_${part}`]), p[`${side}.bias_${part}`]);

  const cells = {
    gru(input, { h }, recurrent) {
      const [ir, iz, inn] = tf.split(input, 3, 1);
      const [hr, hz, hn] = tf.split(recurrent(h), 3, 1);
      const r = tf.sigmoid(tf.add(ir, hr));
      const z = tf.sigmoid(tf.add(iz, hz));
      const n = tf.tanh(tf.add(inn, tf.mul(r, hn)));
      return { h: tf.add(n, tf.mul(z, tf.sub(h, n))) };
    },
    lstm(input, { h, c }, recurrent) {
      const [i, f, g, o] = tf.split(tf.add(input, recurrent(h)), 4, 1);
      const memory = tf.add(tf.mul(tf.sigmoid(f), c), tf.mul(tf.sigmoid(i), tf.tanh(g)));
      return { h: tf.mul(tf.sigmoid(o), tf.tanh(memory)), c: memory };
    },
  };
  const cell = cells[config.cell];

  function read(x, suffix) {
    const inputs = tf.unstack(tf.reshape(affine(x, 'encoder', `ih_l0${suffix}`), [sourceLength, batch, -1]));
    let state = { h: tf.zeros([batch, config.encoderHidden]), c: tf.zeros([batch, config.encoderHidden]) };
    const states = [];
    for (let k = 0; k < sourceLength; ++k) {
      const t = suffix ? sourceLength - 1 - k : k;
      state = cell(inputs[t], state, (h) => affine(h, 'encoder', `hh_l0${suffix}`));
      states[t] = state.h;
    }
    return { states: tf.stack(states, 1), ...state };
  }

  /** Mean cross-entropy of batch `k`. Ids are laid out time-major. */
  function loss(k) {
    const turned = (from, length, shift = 0) => Int32Array.from({ length: batch * length }, (_, i) => {
      const t = Math.floor(i / batch) - shift;
      return t < 0 ? bos : from[(k * batch + (i % batch)) * length + t];
    });
    const x = embed('source', turned(source, sourceLength));
    const directions = (config.encoder === 'bidirectional' ? ['', '_reverse'] : ['']).map((suffix) => read(x, suffix));
    const joined = (name, axis) => (directions.length === 1 ? directions[0][name] : tf.concat(directions.map((each) => each[name]), axis));
    const annotations = joined('states', 2);
    const width = annotations.shape[2];
    const size = config.attentionSize;
    const keys = tf.reshape(product(tf.reshape(annotations, [batch * sourceLength, width]), p['attention.U_a']), [batch, sourceLength, size]);
    const inputs = tf.unstack(tf.reshape(embed('target', turned(target, targetLength, 1)), [targetLength, batch, -1]));
    let state = { h: joined('h', 1), ...(config.cell === 'lstm' && { c: joined('c', 1) }) };
    const features = inputs.map((input) => {
      const query = tf.reshape(product(state.h, p['attention.W_a']), [batch, 1, size]);
      const energies = product(tf.reshape(tf.tanh(tf.add(keys, query)), [batch * sourceLength, size]), p['attention.v_a']);
      const alphas = tf.softmax(tf.reshape(energies, [batch, 1, sourceLength]));
      const context = tf.reshape(tf.matMul(alphas, annotations), [batch, width]);
      state = cell(affine(tf.concat([input, context], 1), 'decoder', 'ih_l0'), state, (h) => affine(h, 'decoder', 'hh_l0'));
      return tf.concat([state.h, context], 1);
    });
    const logits = tf.add(product(tf.concat(features, 0), p['output.weight']), p['output.bias']);
    return tf.losses.softmaxCrossEntropy(oneHot(turned(target, targetLength), logits.shape[1]), logits);
  }

  const variables = Object.values(p);
  return {
    version: `TensorFlow.js ${tf.version.tfjs}`,
    async run(first, steps, count) {
      for (let i = 0; i < steps - 1; ++i) adam.minimize(() => loss((first + i) % count), false, variables);
      const last = adam.minimize(() => loss((first + steps - 1) % count), true, variables);
      const [value] = last.dataSync();
      last.dispose();
      return value;
    },
  };
}
