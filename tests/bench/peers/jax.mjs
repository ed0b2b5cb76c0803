// The works' model in jax-js on its wasm backend: the whole step, gradient and Adam included, is one jit(). Its `take` has no
// gradient under jit, so that ids come as dense one-hot rows; it has no scan, so that the loops over time are unrolled.
// A value is freed by its use: `ref` keeps one for another use.
import * as jax from '@jax-js/jax';

const { numpy: np, nn, tree } = jax;

/** See child.mjs. The package does not tell its version: it is given. */
export async function start(work, weights, { source, target }, { version }) {
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  const { batch, config, sourceLength, targetLength, bos } = work;
  const named = (make) => Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, make(weight, name)]));
  let p = named(({ shape, data }, name) => {
    const tensor = np.array(data.slice()).reshape(/v_a$/.test(name) ? [1, ...shape] : shape);
    return tensor.ndim === 2 && !/embedding$/.test(name) ? np.transpose(tensor) : tensor;
  });
  const zeros = () => Object.fromEntries(Object.entries(p).map(([name, { shape }]) => [name, np.zeros(shape)]));
  let mean = zeros();
  let square = zeros();

  const affine = (w, x, side, part) => np.matmul(x, w[`${side}.weight_${part}`].ref).add(w[`${side}.bias_${part}`].ref);
  const cells = {
    gru(input, { h }, recurrent) {
      const [ir, iz, inn] = np.split(input, 3, 1);
      const [hr, hz, hn] = np.split(recurrent(h.ref), 3, 1);
      const r = nn.sigmoid(ir.add(hr));
      const z = nn.sigmoid(iz.add(hz));
      const n = np.tanh(inn.add(r.mul(hn)));
      return { h: n.ref.add(z.mul(h.sub(n))) };
    },
    lstm(input, { h, c }, recurrent) {
      const [i, f, g, o] = np.split(input.add(recurrent(h)), 4, 1);
      const memory = nn.sigmoid(f).mul(c).add(nn.sigmoid(i).mul(np.tanh(g)));
      return { h: nn.sigmoid(o).mul(np.tanh(memory.ref)), c: memory };
    },
  };
  const cell = cells[config.cell];
  const lstm = config.cell === 'lstm';

  function read(w, x, suffix) {
    const inputs = affine(w, x, 'encoder', `ih_l0${suffix}`).reshape([sourceLength, batch, -1]);
    const zero = () => np.zeros([batch, config.encoderHidden]);
    let state = lstm ? { h: zero(), c: zero() } : { h: zero() };
    const states = [];
    for (let k = 0; k < sourceLength; ++k) {
      const t = suffix ? sourceLength - 1 - k : k;
      state = cell(inputs.ref.slice(t), state, (h) => affine(w, h, 'encoder', `hh_l0${suffix}`));
      states[t] = state.h.ref;
    }
    inputs.dispose();
    return { states: np.stack(states, 1), ...state };
  }

  /** Mean cross-entropy; sentences, inputs and references as one-hot rows, time-major. */
  function loss(w, sentences, given, references) {
    const x = np.matmul(sentences, (w['source.embedding'] ?? w.embedding).ref);
    const directions = (config.encoder === 'bidirectional' ? ['', '_reverse'] : ['']).map((suffix) => read(w, x.ref, suffix));
    x.dispose();
    const joined = (name, axis) => (directions.length === 1 ? directions[0][name] : np.concatenate(directions.map((each) => each[name]), axis));
    const annotations = joined('states', 2);
    const width = annotations.shape[2];
    const size = config.attentionSize;
    const keys = np.matmul(annotations.ref.reshape([batch * sourceLength, width]), w['attention.U_a'].ref).reshape([batch, sourceLength, size]);
    const inputs = np.matmul(given, (w['target.embedding'] ?? w.embedding).ref).reshape([targetLength, batch, -1]);
    let state = lstm ? { h: joined('h', 1), c: joined('c', 1) } : { h: joined('h', 1) };
    const features = [];
    for (let t = 0; t < targetLength; ++t) {
      const query = np.matmul(state.h.ref, w['attention.W_a'].ref).reshape([batch, 1, size]);
      const energies = np.matmul(np.tanh(keys.ref.add(query)).reshape([batch * sourceLength, size]), w['attention.v_a'].ref);
      const alphas = nn.softmax(energies.reshape([batch, sourceLength]), 1).reshape([batch, 1, sourceLength]);
      const context = np.matmul(alphas, annotations.ref).reshape([batch, width]);
      state = cell(affine(w, np.concatenate([inputs.ref.slice(t), context.ref], 1), 'decoder', 'ih_l0'), state, (h) => affine(w, h, 'decoder', 'hh_l0'));
      features.push(np.concatenate([state.h.ref, context], 1));
    }
    tree.dispose([inputs, keys, annotations, state]);
    const logits = np.matmul(np.concatenate(features, 0), w['output.weight'].ref).add(w['output.bias'].ref);
    tree.dispose(w);
    return nn.logSoftmax(logits, 1).mul(references).sum().mul(-1 / (batch * targetLength));
  }

  const gradient = jax.valueAndGrad(loss);
  const update = jax.jit((w, m, v, rate, correction, ...rows) => {
    const [value, g] = gradient(tree.ref(w), ...rows);
    const next = [{}, {}, {}];
    for (const name in w) {
      const first = m[name].mul(0.9).add(g[name].ref.mul(0.1));
      const second = v[name].mul(0.999).add(np.square(g[name]).mul(0.001));
      next[0][name] = w[name].sub(first.ref.mul(rate.ref).div(np.sqrt(second.ref.mul(correction.ref)).add(1e-8)));
      next[1][name] = first;
      next[2][name] = second;
    }
    tree.dispose([rate, correction]);
    return [value, ...next];
  });

  function oneHot(k, from, length, width, shift = 0) {
    const rows = new Float32Array(batch * length * width);
    for (let t = 0; t < length; ++t) {
      for (let b = 0; b < batch; ++b) rows[(t * batch + b) * width + (t < shift ? bos : from[(k * batch + b) * length + t - shift])] = 1;
    }
    return np.array(rows).reshape([batch * length, width]);
  }

  let made = 0;
  return {
    version: `jax-js ${version}`,
    async run(first, steps, count) {
      let value;
      for (let i = 0; i < steps; ++i) {
        made += 1;
        const k = (first + i) % count;
        await value?.data(); // unread, steps would queue up and slow each other down
        [value, p, mean, square] = update(p, mean, square, np.array(work.learningRate / (1 - 0.9 ** made)), np.array(1 / (1 - 0.999 ** made)),
          oneHot(k, source, sourceLength, work.sourceVocabulary), oneHot(k, target, targetLength, work.targetVocabulary, 1),
          oneHot(k, target, targetLength, work.targetVocabulary));
      }
      return (await value.data())[0];
    },
  };
}
