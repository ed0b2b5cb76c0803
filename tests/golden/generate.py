"""Writes the golden files: what PyTorch computes, in double precision, for the models of core/README.md.

Every number comes from examples/pytorch/lookback_torch.py, which is built from PyTorch's own recurrent modules and is
first checked against vectors.json. One thread and fixed seeds: the same machine writes the same bytes each time.

    python3 tests/golden/generate.py        # prints each file's size and SHA-256
"""
import copy
import hashlib
import json
import pathlib
import sys
import tempfile

import torch
from torch import nn

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'examples' / 'pytorch'))
from lookback_torch import SCORES, Lookback, cross_entropy, load  # noqa: E402

STEPS = 20
FLOAT_LIMIT = 5e-6  # half of what the tests allow a single-precision run after the updates

# Starting values are multiples of 1/128 (exact in single precision, short in decimals) up to ± these, the first that
# fits a name. The output's are large enough for gradients on both sides of the clipping norm.
BOUNDS = {'embedding': 160, 'bias': 80, 'output': 256, '': 112}


def vocabulary(size, bos, eos):
    return {'tokens': [str(i) for i in range(size)], 'bos': bos, 'eos': eos, 'unk': -1}


def pad(rows):
    return torch.tensor([row + [0] * (max(map(len, rows)) - len(row)) for row in rows])


# One case: a configuration, its starting parameters and one batch; outputs, gradients and 20 updates.

class Batch:
    """Sentences of different lengths; targets are as the loss counts them, EOS included."""

    def __init__(self, source, target, bos):
        self.source, self.target = pad(source), pad(target)
        self.lengths = torch.tensor([len(row) for row in source])
        self.target_lengths = torch.tensor([len(row) for row in target])
        self.target_in = torch.cat([torch.full((len(target), 1), bos), self.target[:, :-1]], 1)

    def forward(self, model):
        return model(self.source, self.lengths, self.target_in)

    def loss(self, model, label_smoothing=0.0):
        return cross_entropy(self.forward(model)[0], self.target, self.target_lengths, label_smoothing)


def train(model, batch, label_smoothing):
    """20 updates of Adam, the gradient clipped to norm 1: the loss and the norm before each."""
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    losses, norms = [], []
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = batch.loss(model, label_smoothing)
        loss.backward()
        norms.append(nn.utils.clip_grad_norm_(model.parameters(), 1.0).item())
        optimizer.step()
        losses.append(loss.item())
    return losses, norms


def by_name(model, value):
    return {name: value(p).flatten().tolist() for name, p in model.named_parameters()}


def run_case(case, seed):
    """The case with its parameters, batch and results; seed draws parameters, lengths and tokens."""
    config, source, target = case['config'], case['sourceVocabulary'], case['targetVocabulary']
    rng = torch.Generator().manual_seed(seed)

    def integers(low, high, count):
        return torch.randint(low, high, (count,), generator=rng).tolist()

    def shuffled(values):
        return [values[i] for i in torch.randperm(len(values), generator=rng).tolist()]

    model = Lookback(config, vocabulary(**source), vocabulary(**target)).double()
    with torch.no_grad():
        for name, p in model.named_parameters():
            bound = next(bound for part, bound in BOUNDS.items() if part in name)
            p.copy_(torch.tensor(integers(-bound, bound + 1, p.numel())).reshape(p.shape) / 128)

    one = case.pop('one', False)
    lengths = [1] if one else shuffled([1, 2, 3, 4, 5])
    target_lengths = [2] if one else shuffled([2, 3, 4, 5, 6])
    words = [i for i in range(target['size']) if i not in (target['bos'], target['eos'])]
    sources = [integers(0, source['size'], n) for n in lengths]
    targets = [[words[i] for i in integers(0, len(words), n - 1)] + [target['eos']] for n in target_lengths]
    batch = Batch(sources, targets, target['bos'])

    case['batch'] = {'source': sources, 'target': targets}
    case['parameters'] = {name: {'shape': list(p.shape), 'data': p.flatten().tolist()}
                          for name, p in model.named_parameters()}
    single = copy.deepcopy(model).float()

    logits, weights = batch.forward(model)
    nll = -logits.log_softmax(-1).gather(2, batch.target[:, :, None])[:, :, 0]
    case['logits'] = [logits[b, :u].tolist() for b, u in enumerate(target_lengths)]
    case['weights'] = None if weights is None else [
        weights[b, :u, :t].tolist() for b, (t, u) in enumerate(zip(lengths, target_lengths))]
    case['nll'] = [nll[b, :u].tolist() for b, u in enumerate(target_lengths)]

    smoothing = case['training']['labelSmoothing']
    loss = batch.loss(model, smoothing)
    loss.backward()
    case['loss'] = loss.item()
    case['gradients'] = by_name(model, lambda p: torch.zeros_like(p) if p.grad is None else p.grad)
    case['losses'], norms = train(model, batch, smoothing)
    case['gradientNorm'] = norms[0]
    case['trained'] = by_name(model, lambda p: p)

    train(single, batch, smoothing)
    drift = max(((q.double() - p).norm() / p.norm()).item() for p, q in zip(model.parameters(), single.parameters()))
    return case, norms, drift


def make_case(cell, encoder, attention, query, output, bridge, layers=1, one=False, smoothing=0.0, **changes):
    """Sizes differ from one another, so that two that are mixed up cannot go unseen; `state` and the dot products
    need annotations of the decoder's size."""
    square = bridge == 'state' or 'dot' in attention
    directions = 2 if encoder == 'bidirectional' else 1
    config = {
        'cell': cell, 'encoder': encoder, 'attention': attention, 'query': query, 'inputFeeding': False,
        'output': output, 'bridge': bridge, 'embedding': 3, 'hidden': 4,
        'encoderHidden': 4 // directions if square else 5, 'attentionSize': 6, 'layers': layers, 'dropout': 0,
        'sharedEmbedding': False, **changes}
    extras = [f'{layers} layers'] * (layers > 1) + ['one token'] * one + ['label smoothing'] * (smoothing > 0)
    extras += ['input feeding'] * config['inputFeeding'] + ['shared embedding'] * config['sharedEmbedding']
    return {
        'name': ', '.join([f'{cell} {encoder} {attention} {query} {bridge} {output}', *extras]),
        'config': config,
        'sourceVocabulary': {'size': 7 if config['sharedEmbedding'] else 8, 'bos': -1, 'eos': -1},
        'targetVocabulary': {'size': 7, 'bos': 1, 'eos': 2},
        'training': {'optimizer': 'adam', 'learningRate': 0.01, 'clipNorm': 1, 'labelSmoothing': smoothing,
                     'steps': STEPS},
        'one': one,
    }


ENCODERS = ['forward', 'backward', 'bidirectional']
BRIDGES = ['state', 'tanh', 'zero']
OUTPUTS = ['state+context', 'state+context+embedding']


def bahdanau_cases(cell):
    """Additive attention in Bahdanau's order: every encoder with every bridge, each of both with both outputs."""
    for i, encoder in enumerate(ENCODERS):
        for j, bridge in enumerate(BRIDGES):
            yield make_case(cell, encoder, 'additive', 'previous', OUTPUTS[(i + j) % 2], bridge)
    yield make_case(cell, 'bidirectional', 'additive', 'previous', OUTPUTS[1], 'tanh', layers=2)
    yield make_case(cell, 'backward', 'additive', 'previous', OUTPUTS[1], 'state', sharedEmbedding=True)
    yield make_case(cell, 'forward', 'additive', 'previous', OUTPUTS[0], 'tanh', one=True)


def family_cases(cell):
    """Every attention in every order, encoders, bridges and outputs taking turns; then three options."""
    orders = [('none', 'previous'), ('fixed', 'previous')]
    orders += [(score, query) for query in ('previous', 'current') for score in SCORES]
    for i, (attention, query) in enumerate(orders):
        bridge = BRIDGES[1 - i % 2] if attention == 'none' else BRIDGES[(i + i // 3) % 3]
        yield make_case(cell, ENCODERS[i % 3], attention, query, OUTPUTS[i // 2 % 2], bridge)
    yield make_case(cell, 'bidirectional', 'general', 'current', OUTPUTS[1], 'tanh', inputFeeding=True)
    yield make_case(cell, 'backward', 'additive', 'previous', OUTPUTS[0], 'tanh', smoothing=0.1)
    yield make_case(cell, 'bidirectional', 'concat', 'current', OUTPUTS[0], 'tanh', layers=2, inputFeeding=True)


def steps(cell, first_seed):
    """All cases of a cell. Where a single-precision run drifts (a near-cancellation that Adam's division blows up) a
    case would test rounding and not formulas; no such case is written."""
    done = []
    for i, case in enumerate([*(bahdanau_cases(cell) if cell == 'gru' else []), *family_cases(cell)]):
        result, norms, drift = run_case(case, first_seed + i)
        print(f'  {drift:.1e} in single precision, norm {min(norms):.2f} to {max(norms):.2f}: {case["name"]}')
        if drift > FLOAT_LIMIT:
            sys.exit('Draw this case anew: change the seed of its cell.')
        done.append(result)
    return done


# The tutorial's own model.

def digits(rows):
    return [''.join(map(str, row)) for row in rows.tolist()]


def seed_model():
    """GRU, additive, six digits reversed, 2,000 sequences, 40 full-batch updates; PyTorch's own starting values."""
    torch.manual_seed(0)
    source = torch.randint(0, 10, (2000, 6))
    embedding, encoder, decoder = nn.Embedding(10, 16), nn.GRU(16, 32), nn.GRUCell(48, 32)
    annotation, query, score = (nn.Linear(32, n, bias=False) for n in (32, 32, 1))
    output = nn.Linear(64, 10)
    start = {
        'embedding': embedding.weight,
        **{f'encoder.{name}': p for name, p in encoder.named_parameters()},
        **{f'decoder.{name}_l0': p for name, p in decoder.named_parameters()},
        'attention.W_a': query.weight, 'attention.U_a': annotation.weight, 'attention.v_a': score.weight[0],
        'output.weight': output.weight, 'output.bias': output.bias,
    }
    config = {'cell': 'gru', 'encoder': 'forward', 'attention': 'additive', 'query': 'previous', 'inputFeeding': False,
              'output': 'state+context', 'bridge': 'state', 'embedding': 16, 'hidden': 32, 'encoderHidden': 32,
              'attentionSize': 32, 'layers': 1, 'dropout': 0, 'sharedEmbedding': True}
    fresh_seed = 1
    fresh = torch.randint(0, 10, (2000, 6), generator=torch.Generator().manual_seed(fresh_seed))
    rows = source.tolist()
    batch = Batch(rows, [row[::-1] for row in rows], 0)
    result = {
        'config': config, 'sourceVocabulary': {'size': 10, 'bos': -1, 'eos': -1},
        'targetVocabulary': {'size': 10, 'bos': 0, 'eos': -1},
        'training': {'optimizer': 'adam', 'learningRate': 0.01, 'clipNorm': 0, 'batchSize': 2000, 'steps': 40},
        'parameters': {name: {'shape': list(p.shape), 'data': p.flatten().tolist()} for name, p in start.items()},
        'sources': digits(source), 'freshSeed': fresh_seed, 'fresh': digits(fresh),
        'printed': {'torch': '2.12.0', 'tokenAccuracy': 0.93, 'source': '493039', 'predicted': '930394', 'weights': [
            [0.02, 0.08, 0.13, 0.12, 0.14, 0.50], [0.03, 0.14, 0.16, 0.10, 0.11, 0.47],
            [0.02, 0.03, 0.14, 0.29, 0.44, 0.07], [0.03, 0.03, 0.10, 0.43, 0.33, 0.08],
            [0.08, 0.10, 0.28, 0.17, 0.19, 0.19], [0.10, 0.39, 0.13, 0.07, 0.07, 0.23]]},
    }
    for precision, dtype in (('double', torch.float64), ('float', torch.float32)):
        model = Lookback(config, vocabulary(10, -1, -1), vocabulary(10, 0, -1)).to(dtype)
        model.load_state_dict(start)
        optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        losses = []
        for _ in range(40):
            optimizer.zero_grad()
            loss = batch.loss(model)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        first, weights = model.greedy(source[:5])
        written, _ = model.greedy(fresh)
        result[precision] = {
            'losses': losses,
            'tokenAccuracy': {'firstFive': (first == source[:5].flip(1)).double().mean().item(),
                              'fresh': (written == fresh.flip(1)).double().mean().item()},
            'predicted': digits(first), 'weights': weights[0].tolist(),
        }
    return result


def save(path, model):
    """A double-precision model as a Lookback file: safetensors, with JSON strings for metadata."""
    header = {'__metadata__': {'config': json.dumps(model.config), 'seed': '0',
                               'source_vocabulary': json.dumps(model.source_vocabulary),
                               'target_vocabulary': json.dumps(model.target_vocabulary)}}
    body = b''
    for name, p in model.state_dict().items():
        data = p.numpy().tobytes()
        header[name] = {'dtype': 'F64', 'shape': list(p.shape), 'data_offsets': [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, 'little') + text + body)


def check_reference():
    """The reference model, through a file and its loader, against vectors.json, whose numbers were made without it."""
    v = json.loads((HERE / 'vectors.json').read_text())['seq2seq_tiny']
    names = {
        'source.embedding': 'emb_s', 'target.embedding': 'emb_t', 'attention.W_a': 'Wq', 'attention.U_a': 'Wk',
        'attention.v_a': 'v', 'output.weight': 'Wo', 'output.bias': 'bo',
        **{f'{part}coder.{ours}_l0': f'{letter}{theirs}' for part, letter in (('en', 'e'), ('de', 'd'))
           for ours, theirs in (('weight_ih', 'Wi'), ('weight_hh', 'Wh'), ('bias_ih', 'bi'), ('bias_hh', 'bh'))},
    }
    config = {'encoder': 'forward', 'embedding': 3, 'hidden': 4, 'attentionSize': 3, 'output': OUTPUTS[1]}
    model = Lookback(config, vocabulary(6, -1, -1), vocabulary(6, 1, 2)).double()
    model.load_state_dict({ours: torch.tensor(v['params'][theirs], dtype=torch.float64)
                           for ours, theirs in names.items()})
    with tempfile.TemporaryDirectory() as folder:
        save(pathlib.Path(folder) / 'tiny.safetensors', model)
        model = load(pathlib.Path(folder) / 'tiny.safetensors')
    lengths, target = [4, 3], torch.tensor(v['tgt_out'])
    logits, weights = model(torch.tensor(v['src']), lengths, torch.tensor(v['tgt_in']))
    loss = cross_entropy(logits, target, lengths)
    loss.backward()
    gradients = dict(model.named_parameters())
    pairs = [(loss, v['loss'])] + [(gradients[ours].grad, v['grads'][theirs]) for ours, theirs in names.items()]
    pairs += [(x[b, :n], y[b][:n]) for x, y in ((logits, v['logits']), (weights, v['alphas']))
              for b, n in enumerate(lengths)]
    worst = max((x - torch.tensor(y, dtype=torch.float64)).abs().max().item() for x, y in pairs)
    print(f'lookback_torch.py against vectors.json: largest difference {worst:.1e}')
    if worst > 1e-12:
        sys.exit('The reference model does not reproduce vectors.json; no file was written.')


def lines(data):
    """JSON with the shortest floats that round-trip: a line a member, and a line a member of each case."""
    def members(item):
        return '{\n' + ',\n'.join(f'"{k}": {json.dumps(v, separators=(",", ":"))}' for k, v in item.items()) + '\n}'

    return (members(data) if isinstance(data, dict) else '[\n' + ',\n'.join(map(members, data)) + '\n]') + '\n'


def write(name, data):
    text = lines(data).encode()
    (HERE / name).write_bytes(text)
    print(f'{name}  {len(text)} bytes  sha256 {hashlib.sha256(text).hexdigest()}')


if __name__ == '__main__':
    torch.set_num_threads(1)
    check_reference()
    write('gru_steps.json', steps('gru', 1100))
    write('rnn_steps.json', steps('rnn', 2000))
    write('lstm_steps.json', steps('lstm', 3000))
    write('seed_model.json', seed_model())
