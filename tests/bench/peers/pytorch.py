"""The works' model in PyTorch on one thread, as fast as its operations allow: the recurrent layer of the encoder in one call, keys
U_a h_j and logits as one product over all steps. Speaks the lines of child.mjs.

    python3 pytorch.py FOLDER WORK    FOLDER has WORK.safetensors, WORK.json (the work) and WORK.ids (sources, then targets)

A BLAS is PyTorch's only through what libblas.so.3 the loader finds; OPENBLAS_CORETYPE then chooses the instructions.
"""
import ctypes
import json
import pathlib
import sys
import time


def answer(value):
    print(json.dumps(value), flush=True)


try:
    import numpy
    import torch
    import torch.nn.functional as F
except ImportError as error:
    answer({'missing': f'{sys.executable} has no {error.name}.'})
    sys.exit(1)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / 'examples/pytorch'))
from lookback_torch import read_safetensors

torch.set_num_threads(1)


def blas():
    """The name of the BLAS in this process: OpenBLAS with the core that it computes for, or none."""
    for line in open('/proc/self/maps'):
        if 'libopenblas' in line:
            library = ctypes.CDLL(line.split()[-1])
            library.openblas_get_corename.restype = ctypes.c_char_p
            return f'OpenBLAS {library.openblas_get_corename().decode()}'
    return 'MKL' if 'BLAS_INFO=mkl' in torch.__config__.show() else None


def step_loss(p, work, source, target):
    """Mean cross-entropy of source [B, T] and target [B, U] ids; p has Lookback's names."""
    config, bidirectional = work['config'], work['config']['encoder'] == 'bidirectional'
    lstm = config['cell'] == 'lstm'
    B, U = target.shape
    names = [f'encoder.{kind}_l0{suffix}' for suffix in ('', '_reverse')[:1 + bidirectional] for kind in ('weight_ih', 'weight_hh', 'bias_ih', 'bias_hh')]
    zero = torch.zeros(1 + bidirectional, B, config['encoderHidden'])
    encode = torch.lstm if lstm else torch.gru
    x = F.embedding(source, p.get('source.embedding', p.get('embedding')))
    annotations, *final = encode(x, (zero, zero) if lstm else zero, [p[name] for name in names], True, 1, 0.0, True, bidirectional, True)
    state = [torch.cat(list(last), 1) for last in final]
    keys = F.linear(annotations, p['attention.U_a'])
    given = F.embedding(torch.cat([torch.full((B, 1), work['bos']), target[:, :-1]], 1), p.get('target.embedding', p.get('embedding')))
    weights = [p[f'decoder.{kind}_l0'] for kind in ('weight_ih', 'weight_hh', 'bias_ih', 'bias_hh')]
    features = []
    for i in range(U):
        query = F.linear(state[0], p['attention.W_a'])
        energies = F.linear(torch.tanh(query.unsqueeze(1) + keys), p['attention.v_a'].unsqueeze(0)).squeeze(-1)
        context = torch.bmm(F.softmax(energies, 1).unsqueeze(1), annotations).squeeze(1)
        y = torch.cat([given[:, i], context], 1)
        state = torch.lstm_cell(y, state, *weights) if lstm else [torch.gru_cell(y, state[0], *weights)]
        features.append(torch.cat([state[0], context], 1))
    logits = F.linear(torch.stack(features, 1), p['output.weight'], p['output.bias'])
    return F.cross_entropy(logits.reshape(B * U, -1), target.reshape(-1))


def main(folder, name):
    library = blas()
    if library is None:
        answer({'missing': f'PyTorch {torch.__version__} here uses no optimised BLAS that is known.'})
        return 1
    work = json.loads((folder / f'{name}.json').read_text())
    tensors, _ = read_safetensors(folder / f'{name}.safetensors')
    p = {key: tensor.clone().requires_grad_() for key, tensor in tensors.items()}
    ids = torch.from_numpy(numpy.fromfile(folder / f'{name}.ids', numpy.int32)).long()
    B, T, U = work['batch'], work['sourceLength'], work['targetLength']
    batches = len(ids) // (B * (T + U))
    source, target = ids[:batches * B * T].view(batches, B, T), ids[batches * B * T:].view(batches, B, U)
    adam = torch.optim.Adam(p.values(), lr=work['learningRate'])

    def run(first, steps, count):
        for k in range(first, first + steps):
            adam.zero_grad()
            loss = step_loss(p, work, source[k % count], target[k % count])
            loss.backward()
            adam.step()
        return loss.item()

    answer({'version': f'PyTorch {torch.__version__}, {library}'})
    for line in sys.stdin:
        started = time.perf_counter()
        loss = run(**json.loads(line))
        answer({'ms': 1000 * (time.perf_counter() - started), 'loss': loss})
    return 0


if __name__ == '__main__':
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
