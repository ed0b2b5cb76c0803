"""Lookback's models in PyTorch (1.13 and newer), and a loader for the files Lookback saves.

The computation is that of core/README.md: Sutskever's fixed vector, Bahdanau's and Luong's attention, over RNN, GRU or
LSTM encoders and decoders. Parameters have the names and shapes of a saved file, so that a state dict is a Lookback
model. The letters are the papers': annotation h_j, query s, energy e, weight α, context c.

    python3 lookback_torch.py model.safetensors 4 9 3 0 3 9
"""
import json
import math
import sys

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

# What a configuration leaves out; a saved one leaves out nothing.
DEFAULTS = {
    'cell': 'gru', 'encoder': 'backward', 'attention': 'additive', 'query': 'previous', 'inputFeeding': False,
    'output': 'state+context', 'bridge': 'state', 'embedding': 16, 'hidden': 32, 'layers': 1, 'dropout': 0.0,
    'forgetBias': 1.0, 'sharedEmbedding': False,
}

CELLS = {'rnn': nn.RNN, 'gru': nn.GRU, 'lstm': nn.LSTM}

# Energies e_ij [B, T] of a query s [B, 1, H] and annotations h [B, T, C], with the attention's parameters p.
SCORES = {
    'additive': lambda p, s, h: torch.tanh(s @ p['W_a'].T + h @ p['U_a'].T) @ p['v_a'],
    'dot': lambda p, s, h: (s * h).sum(-1),
    'scaled-dot': lambda p, s, h: (s * h).sum(-1) / math.sqrt(s.size(-1)),
    'general': lambda p, s, h: (s * (h @ p['W_a'].T)).sum(-1),
    'concat': lambda p, s, h: torch.tanh(torch.cat([s.expand(-1, h.size(1), -1), h], -1) @ p['W_a'].T) @ p['v_a'],
}


def uniform(*shape, bound=None):
    """A parameter uniform in ±bound; 1/√(number of inputs) unless given."""
    bound = bound or 1 / math.sqrt(shape[-1])
    return nn.Parameter(torch.empty(shape).uniform_(-bound, bound))


def reverse(x, lengths):
    """Each row of x [B, T, ...] reversed within its own length; padding stays where it is."""
    j = torch.arange(x.size(1), device=x.device).expand(x.size(0), -1)
    n = lengths.to(x.device)[:, None]
    index = torch.where(j < n, n - 1 - j, j)
    return x.gather(1, index[:, :, None].expand_as(x))


def run(net, x, state=None):
    """A recurrent net over x; its state is a tuple for every cell: (h,), and (h, c) for an LSTM."""
    if isinstance(net, nn.LSTM):
        return net(x, state)
    y, h = net(x, state[0] if state else None)
    return y, (h,)


class Lookback(nn.Module):
    """An encoder-decoder of the family. B sentences of at most T source and U target tokens; ids are torch.long.

    config: the keys of ModelConfig. A vocabulary: {'tokens': [...], 'bos': id, 'eos': id, 'unk': id}, -1 for none.
    """

    def __init__(self, config, source_vocabulary, target_vocabulary):
        super().__init__()
        self.config = c = {**DEFAULTS, **config}
        self.source_vocabulary, self.target_vocabulary = source_vocabulary, target_vocabulary
        self.seed = None
        E, H, L = c['embedding'], c['hidden'], c['layers']
        D = 2 if c['encoder'] == 'bidirectional' else 1
        He, A = c.get('encoderHidden') or H // D, c.get('attentionSize') or H
        C, current = D * He, c['query'] == 'current'
        Vs, Vt = len(source_vocabulary['tokens']), len(target_vocabulary['tokens'])

        if c['sharedEmbedding']:
            self.embedding = uniform(Vs, E, bound=math.sqrt(3))
        else:
            self.source = nn.ParameterDict({'embedding': uniform(Vs, E, bound=math.sqrt(3))})
            self.target = nn.ParameterDict({'embedding': uniform(Vt, E, bound=math.sqrt(3))})

        dropout = c['dropout'] if L > 1 else 0.0
        self.encoder = CELLS[c['cell']](E, He, L, batch_first=True, bidirectional=D == 2, dropout=dropout)

        self.bridge = nn.ParameterDict()
        if c['bridge'] == 'tanh':
            for part in ('', 'cell_') if c['cell'] == 'lstm' else ('',):
                for l in range(L):
                    self.bridge[f'{part}weight_l{l}'] = uniform(H, C)
                    self.bridge[f'{part}bias_l{l}'] = uniform(H, bound=1 / math.sqrt(C))

        self.attention = nn.ParameterDict({
            'additive': lambda: {'W_a': uniform(A, H), 'U_a': uniform(A, C), 'v_a': uniform(A)},
            'general': lambda: {'W_a': uniform(H, C)},
            'concat': lambda: {'W_a': uniform(A, H + C), 'v_a': uniform(A)},
        }.get(c['attention'], dict)())
        if current:
            self.attention['W_c'] = uniform(H, C + H)

        context = 0 if c['attention'] == 'none' or current else C  # in the cell's input and the features
        feeding = H if c['inputFeeding'] else 0
        self.decoder = CELLS[c['cell']](E + context + feeding, H, L, batch_first=True, dropout=dropout)
        self.output = nn.Linear(H + context + (E if c['output'] == 'state+context+embedding' else 0), Vt)

        if c['cell'] == 'lstm':
            with torch.no_grad():
                for name, p in [*self.encoder.named_parameters(), *self.decoder.named_parameters()]:
                    if name.startswith('bias'):
                        p.chunk(4)[1].fill_(c['forgetBias'] if 'bias_ih' in name else 0.0)

    def embed(self, side, ids):
        table = self.embedding if self.config['sharedEmbedding'] else getattr(self, side)['embedding']
        return F.embedding(ids, table)

    def encode(self, source, lengths):
        """What the decoder may look at, (annotations [B, T, C], real positions [B, T], final state [B, C]),
        and the state it starts from, a tuple of [L, B, H]."""
        lengths = torch.as_tensor(lengths)
        x = self.embed('source', source)
        turn = reverse if self.config['encoder'] == 'backward' else lambda x, lengths: x
        packed = pack_padded_sequence(turn(x, lengths), lengths.cpu(), batch_first=True, enforce_sorted=False)
        packed, final = run(self.encoder, packed)
        annotations, _ = pad_packed_sequence(packed, batch_first=True, total_length=source.size(1))
        annotations = turn(annotations, lengths)
        # PyTorch gives the last states as [L·D, B, He]; a layer's final state is [→h_T; ←h_1], so [L, B, C].
        L, B = self.config['layers'], source.size(0)
        final = tuple(f.view(L, -1, B, f.size(-1)).transpose(1, 2).reshape(L, B, -1) for f in final)
        real = torch.arange(source.size(1), device=source.device) < lengths.to(source.device)[:, None]
        return (annotations, real, final[0][-1]), self.start(final)

    def start(self, final):
        """The bridge: s_0 of every decoder layer from the final state of the encoder layer beside it."""
        if self.config['bridge'] == 'state':
            return final
        if self.config['bridge'] == 'zero':
            return tuple(f.new_zeros(*f.shape[:2], self.config['hidden']) for f in final)
        return tuple(torch.stack([
            torch.tanh(F.linear(f[l], self.bridge[f'{part}weight_l{l}'], self.bridge[f'{part}bias_l{l}']))
            for l in range(len(f))]) for part, f in zip(('', 'cell_'), final))

    def look(self, query, memory):
        """The context c_i [B, C] of a query [B, H], and the weights α_i [B, T]; without attention c_i has no width."""
        annotations, real, final = memory
        if self.config['attention'] == 'none':
            return final[:, :0], None
        if self.config['attention'] == 'fixed':
            return final, None
        energies = SCORES[self.config['attention']](self.attention, query[:, None], annotations)
        weights = energies.masked_fill(~real, -math.inf).softmax(-1)
        return (weights[:, None] @ annotations)[:, 0], weights

    def step(self, y, state, h_tilde, memory):
        """One decoder step from the previous tokens y [B]: logits [B, Vt], weights, the next state and h̃ [B, H]."""
        e = self.embed('target', y)
        if self.config['query'] == 'current':  # Luong: the cell first, then its new state asks
            x = torch.cat([e, h_tilde], -1) if self.config['inputFeeding'] else e
            s, state = run(self.decoder, x[:, None], state)
            context, weights = self.look(s[:, 0], memory)
            h_tilde = torch.tanh(torch.cat([context, s[:, 0]], -1) @ self.attention['W_c'].T)
            features = [h_tilde]
        else:  # Bahdanau: the last state asks, then the cell reads the context
            context, weights = self.look(state[0][-1], memory)
            s, state = run(self.decoder, torch.cat([e, context], -1)[:, None], state)
            features = [s[:, 0], context]
        if self.config['output'] == 'state+context+embedding':
            features.append(e)
        return self.output(torch.cat(features, -1)), weights, state, h_tilde

    def forward(self, source, lengths, target_in):
        """Teacher forcing: source [B, T] with its lengths [B] and y_0…y_{U-1} [B, U], y_0 = BOS, give the logits
        [B, U, Vt] and the weights [B, U, T] (None where there is no attention). What padding holds does not matter."""
        memory, state = self.encode(source, lengths)
        h_tilde = torch.zeros_like(state[0][-1])
        logits, weights = [], []
        for y in target_in.unbind(1):
            z, a, state, h_tilde = self.step(y, state, h_tilde, memory)
            logits.append(z)
            weights.append(a)
        return torch.stack(logits, 1), None if weights[0] is None else torch.stack(weights, 1)

    @torch.no_grad()
    def greedy(self, source, lengths=None):
        """The likeliest token at each step: ids [B, U] and weights [B, U, T] or None. Ends when all sentences have written
        EOS or 2T + 10 tokens, without an EOS T. What stands after a sentence's first EOS has no meaning."""
        limit = source.size(1) if self.target_vocabulary['eos'] < 0 else 2 * source.size(1) + 10
        lengths = torch.full((len(source),), source.size(1)) if lengths is None else lengths
        memory, state = self.encode(source, lengths)
        h_tilde = torch.zeros_like(state[0][-1])
        y = torch.full((len(source),), self.target_vocabulary['bos'], device=source.device)
        done = torch.zeros_like(y, dtype=torch.bool)
        ids, weights = [], []
        while len(ids) < limit and not done.all():
            z, a, state, h_tilde = self.step(y, state, h_tilde, memory)
            y = z.argmax(-1)
            done |= y == self.target_vocabulary['eos']
            ids.append(y)
            weights.append(a)
        return torch.stack(ids, 1), None if weights[0] is None else torch.stack(weights, 1)

    def translate(self, tokens):
        """Greedy translation of one sentence: its tokens, EOS included where it was written, and weights [U, T]."""
        v = self.source_vocabulary
        special = {v['eos'], v['unk'], v['bos'] if v['eos'] >= 0 else -1}
        known = {token: i for i, token in enumerate(v['tokens']) if i not in special}
        ids = [known.get(token, v['unk']) for token in tokens]
        if not ids or min(ids) < 0:
            raise ValueError(f'Give at least one token, each one of: {" ".join(known)}.')
        y, weights = self.greedy(torch.tensor([ids]))
        return [self.target_vocabulary['tokens'][i] for i in y[0]], None if weights is None else weights[0]


def cross_entropy(logits, target, lengths, label_smoothing=0.0):
    """Mean over the real tokens of target [B, U], EOS included, of the negative log-probability, in nats."""
    real = torch.arange(target.size(1), device=target.device) < torch.as_tensor(lengths, device=target.device)[:, None]
    return F.cross_entropy(logits[real], target[real], label_smoothing=label_smoothing)


def read_safetensors(path):
    """Tensors by name, and the metadata: eight bytes of header length, a JSON header, then the tensors' bytes."""
    with open(path, 'rb') as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), 'little')))
        body = bytearray(file.read())
    types = {'F32': torch.float32, 'F64': torch.float64}
    metadata, tensors = header.pop('__metadata__', {}), {}
    for name, entry in header.items():
        if entry['dtype'] not in types:
            raise ValueError(f'Tensor {name} is {entry["dtype"]}; save it as F32 or F64.')
        begin, end = entry['data_offsets']
        tensors[name] = torch.frombuffer(body[begin:end], dtype=types[entry['dtype']]).reshape(entry['shape'])
    return tensors, metadata


def load(path):
    """The model in a safetensors file saved by Lookback, ready to evaluate."""
    tensors, metadata = read_safetensors(path)
    if 'config' not in metadata:
        raise ValueError(f'{path} has no configuration in its metadata; save it with Lookback.')
    config, source, target, seed = (json.loads(metadata.get(key, 'null'))
                                    for key in ('config', 'source_vocabulary', 'target_vocabulary', 'seed'))
    model = Lookback(config, source, target).to(tensors['output.weight'].dtype)
    # Where a training stands may be in the file too; it is no part of the model.
    model.load_state_dict({name: tensor for name, tensor in tensors.items() if not name.startswith('training.')})
    model.seed = seed
    return model.eval()


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit('Usage: python3 lookback_torch.py MODEL.safetensors TOKEN...')
    written, weights = load(sys.argv[1]).translate(sys.argv[2:])
    for i, token in enumerate(written):
        print(f'{token:>8}', *([] if weights is None else [f'{a:.2f}' for a in weights[i].tolist()]))
