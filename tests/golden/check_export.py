"""Checks that PyTorch computes what Lookback stored beside a model it saved: logits, weights and what greedy decoding writes.

    python3 tests/golden/check_export.py MODEL.safetensors OUTPUTS.json

OUTPUTS.json is a list of { source, target, logits, weights, written } as in models/outputs.json: tokens as text, `target`
without EOS and `logits` [steps][tokens] with its step, `weights` [steps][positions] or null, `written` without EOS. Ends with
code 1 where a number differs by more than 1e-5 or a token is another; where Python has no PyTorch it says so and ends with 0.
"""
import json
import pathlib
import sys

TOLERANCE = 1e-5


def difference(model, case):
    """The largest difference of logits and weights, and what greedy decoding writes, without EOS."""
    source, target = model.source_vocabulary, model.target_vocabulary
    known = {token: i for i, token in enumerate(source['tokens'])}
    ids = [known.get(token, source['unk']) for token in case['source']]
    fed = [target['bos'], *(target['tokens'].index(token) for token in case['target'])]
    if target['eos'] < 0:
        fed.pop()  # without EOS the last token is the last step's
    with torch.no_grad():
        logits, weights = model(torch.tensor([ids]), [len(ids)], torch.tensor([fed]))
    pairs = [(logits[0], case['logits'])]
    if (weights is None) != (case.get('weights') is None):
        raise ValueError('only one side has weights.')
    if weights is not None:
        pairs.append((weights[0], case['weights']))
    worst = 0.0
    for ours, theirs in pairs:
        theirs = torch.tensor(theirs, dtype=ours.dtype)
        if ours.shape != theirs.shape:
            raise ValueError(f'the shapes {list(ours.shape)} and {list(theirs.shape)} differ.')
        worst = max(worst, (ours - theirs).abs().max().item())
    written = model.translate(case['source'])[0]
    return worst, [token for token in written if target['eos'] < 0 or token != target['tokens'][target['eos']]]


def main(model_path, outputs_path):
    model = load(model_path).double()
    cases = json.loads(pathlib.Path(outputs_path).read_text(encoding='utf-8'))
    if not cases:
        sys.exit(f'{outputs_path} has no outputs to check.')
    largest = 0.0
    for i, case in enumerate(cases):
        worst, written = difference(model, case)
        largest = max(largest, worst)
        if not worst <= TOLERANCE:
            sys.exit(f'{model_path}, output {i}: PyTorch differs by {worst:.1e}, more than {TOLERANCE:.0e}.')
        if written != case['written']:
            sys.exit(f'{model_path}, output {i}: PyTorch writes {written}, Lookback wrote {case["written"]}.')
    print(f'{pathlib.Path(model_path).name}: {len(cases)} outputs, largest difference {largest:.1e}.')


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit('Usage: python3 check_export.py MODEL.safetensors OUTPUTS.json')
    try:
        import torch
    except ImportError:
        print('PyTorch is not installed here: nothing was checked.')
        sys.exit(0)
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'examples' / 'pytorch'))
    from lookback_torch import load
    main(*sys.argv[1:])
