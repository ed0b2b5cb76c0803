"""Writes models/: one small model file for every cell and attention, and what PyTorch computes from each.

The files have Lookback's format: safetensors, F32, configuration, vocabularies and seed as JSON strings in the metadata.
Orders, encoders, bridges, outputs and layers take turns. The outputs are those of examples/pytorch/lookback_torch.py in
double precision with the file's weights, read back through its own loader. The same machine writes the same bytes.

    python3 tests/golden/generate_models.py
"""
import itertools
import json
import struct

import torch

from generate import BRIDGES, ENCODERS, HERE, OUTPUTS, make_case
from lookback_torch import CELLS, Lookback, load

FOLDER = HERE / 'models'
ATTENTIONS = ['none', 'fixed', 'additive', 'dot', 'general', 'concat', 'scaled-dot']
MARGIN = 1e-3  # between the two likeliest tokens of a greedy step, so that rounding cannot choose the other

# Tokens that JSON escapes and tokens of several bytes are among them; both sides have the same when they share a table.
SOURCE = ['a', 'b', '猫', 'été', '"', '\\', 'g', '<unk>']
TARGET = ['A', '<bos>', '<eos>', '苹果', "l'été", 'F/\n', '😀']


def write_model(path, model):
    header = {'__metadata__': {'config': json.dumps(model.config), 'seed': '0', 'format': 'lookback-1',
                               'source_vocabulary': json.dumps(model.source_vocabulary, ensure_ascii=False),
                               'target_vocabulary': json.dumps(model.target_vocabulary, ensure_ascii=False)}}
    body = b''
    for name, p in model.state_dict().items():
        data = struct.pack(f'<{p.numel()}f', *p.flatten().tolist())
        header[name] = {'dtype': 'F32', 'shape': list(p.shape), 'data_offsets': [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b' ' * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, 'little') + text + body)


def configurations():
    """A file's name and its case, as generate.py makes them."""
    i = 0
    for cell in CELLS:
        for attention in ATTENTIONS:
            scored = attention not in ('none', 'fixed')
            query = ['previous', 'current'][i % 2] if scored else 'previous'
            bridge = BRIDGES[i % 2 if attention == 'none' else i % 3]
            yield f'{cell}_{attention}', make_case(
                cell, ENCODERS[(i + i // 3) % 3], attention, query, OUTPUTS[i // 2 % 2], bridge, layers=1 + (i % 4 == 3),
                inputFeeding=query == 'current' and i % 3 == 1, sharedEmbedding=i % 5 == 4, dropout=0.2 * (i % 4 == 3))
            i += 1


def outputs(model, rng):
    """Logits and weights with a target given, and what greedy decoding writes, for three sentences; None where two tokens
    are nearly as likely, or fewer than three tokens are ever written."""
    source, target = model.source_vocabulary, model.target_vocabulary
    cases = []
    for length, target_length in ((1, 2), (3, 1), (5, 4)):
        words = [i for i in range(len(source['tokens'])) if i not in (source['bos'], source['eos'], source['unk'])]
        ids = [words[torch.randint(len(words), (), generator=rng)] for _ in range(length)]
        words = [i for i in range(len(target['tokens'])) if i not in (target['bos'], target['eos'])]
        given = [words[torch.randint(len(words), (), generator=rng)] for _ in range(target_length)]
        with torch.no_grad():
            logits, weights = model(torch.tensor([ids]), [length], torch.tensor([[target['bos'], *given]]))
        tokens = [source['tokens'][i] for i in ids]
        written = model.translate(tokens)[0]
        with torch.no_grad():
            fed = [target['bos'], *(target['tokens'].index(token) for token in written)][:len(written)]
            steps = model(torch.tensor([ids]), [length], torch.tensor([fed]))[0][0]
        best = steps.topk(2).values
        if (best[:, 0] - best[:, 1]).min() < MARGIN:
            return None
        cases.append({'source': tokens, 'target': [target['tokens'][i] for i in given],
                      'logits': logits[0].tolist(), 'weights': None if weights is None else weights[0].tolist(),
                      'written': [token for token in written if token != target['tokens'][target['eos']]]})
    return cases if len({token for c in cases for token in c['written']}) > 2 else None


def rounded(value):
    if isinstance(value, float):
        return round(value, 9)
    return [rounded(v) for v in value] if isinstance(value, list) else value


def main():
    torch.set_num_threads(1)
    FOLDER.mkdir(exist_ok=True)
    members, total = [], 0
    for name, case in configurations():
        shared = case['config']['sharedEmbedding']
        target = {'tokens': TARGET, 'bos': 1, 'eos': 2, 'unk': -1}
        source = target if shared else {'tokens': SOURCE, 'bos': -1, 'eos': -1, 'unk': 7}
        path = FOLDER / f'{name}.safetensors'
        for seed in itertools.count():
            torch.manual_seed(seed)
            model = Lookback(case['config'], source, target)
            with torch.no_grad():
                for p in model.parameters():
                    p *= 2
            write_model(path, model)
            cases = outputs(load(path).double(), torch.Generator().manual_seed(seed))
            if cases:
                break
        rows = ',\n'.join(json.dumps({k: rounded(v) for k, v in c.items()}, ensure_ascii=False) for c in cases)
        members.append(f'"{path.name}": [\n{rows}\n]')
        total += path.stat().st_size
        print(f'{path.name}: {case["name"]}; seed {seed}')
    text = '{\n' + ',\n'.join(members) + '\n}\n'
    (FOLDER / 'outputs.json').write_text(text, encoding='utf-8')
    print(f'{len(members)} models, {total} bytes; outputs.json, {len(text.encode())} bytes')


if __name__ == '__main__':
    main()
