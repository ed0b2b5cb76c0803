"""Writes metrics.json: corpus BLEU and chrF of made-up translations as sacreBLEU scores them.

BLEU is over given tokens (tokenize='none', exponential smoothing), chrF has its defaults (six characters, beta 2). The
file names sacreBLEU's version and both signatures. Needs sacreBLEU in Python's path; fixed seeds write the same bytes.

    python3 tests/golden/generate_metrics.py
"""
import json
import pathlib
import random

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF

PATH = pathlib.Path(__file__).resolve().parent / 'metrics.json'

ENGLISH = 'the a small red house cat dog reads writes old letter under table near river we you saw never always'.split()
FRENCH = "l' une petite maison rouge été où ça naïf œuvre français à côté déjà garçon forêt être Noël cœur dès".split()
CHINESE = list('我你他爱吃苹果书读写学校猫狗大小红的了在')

# Name, hypotheses, references; tokens stand between single spaces.
WRITTEN = [
    ('one sentence, all right', ['the cat is on the mat'], ['the cat is on the mat']),
    ('one word wrong', ['the cat is under the mat today'], ['the cat is on the mat today']),
    ('exactly four tokens', ['we saw the cat'], ['we saw the cat']),
    ('a repeated word counts as often as the reference has it', ['the the the the the the the'], ['the cat is on the mat']),
    ('three tokens, all right', ['we saw him'], ['we saw him']),
    ('one token', ['cat'], ['cat']),
    ('one letter', ['a'], ['a']),
    ('short sentences only', ['we saw', 'the cat', 'no'], ['we saw', 'the dog', 'yes']),
    ('short and long', ['yes', 'we saw the old cat near the river', 'no'],
     ['yes', 'we saw an old cat near the river', 'not at all']),
    ('an empty hypothesis', [''], ['the cat is on the mat']),
    ('empty among others', ['', 'we saw the old cat', ''], ['the cat', 'we saw the old dog', 'a letter under the table']),
    ('an empty reference', ['the cat is on the mat'], ['']),
    ('an empty reference among others', ['we saw', 'the old cat reads a letter'], ['', 'the old cat reads a letter']),
    ('both empty', [''], ['']),
    ('no overlap', ['aa bb cc dd ee'], ['ff gg hh ii jj']),
    ('words differ, letters overlap', ['reading writes'], ['reads writing']),
    ('no four-gram right', ['a b c x d e f y g h i'], ['a b c z d e f w g h i']),
    ('only single words right', ['a x b y c z d'], ['a p b q c r d']),
    ('far too short', ['the cat is on'], ['the cat is on the mat under the old table near the river']),
    ('far too long', ['the cat is on the mat under the old table near the river'], ['the cat is on']),
    ('French', ["l' été où le garçon était déjà à côté de la forêt", 'ça , c’ est une œuvre naïve'],
     ["l' été où le garçon était encore à côté de la forêt", 'ça , c’ est une œuvre très naïve']),
    ('one accent wrong', ['ou est la foret déjà'], ['où est la forêt déjà']),
    ('composed and decomposed accents', ['e\u0301te\u0301 de\u0301ja\u0300 vu ici'], ['été déjà vu ici']),
    ('Chinese characters', ['我 爱 吃 苹 果', '他 在 学 校 读 书'], ['我 爱 吃 苹 果', '他 在 学 校 写 书']),
    ('Chinese words', ['我们 在 学校 读 一 本 红色 的 书'], ['我们 在 学校 写 一 本 红色 的 书']),
    ('Chinese, shorter than six characters', ['猫', '我 爱 你'], ['狗', '我 爱 你 们']),
    ('beyond the basic plane', ['𠮷 野 家 😀 很 好'], ['𠮷 野 家 😃 很 好']),
    ('case and punctuation count', ['The cat , the dog . Yes !'], ['the cat, the dog. yes!']),
    ('digits', ['9 3 0 3 9 4', '1 2 3 4 5 5', '0 0 0 0'], ['9 3 0 3 9 4', '1 2 3 4 5 6', '0 0 0 1']),
    # A reference too short for an order of n-grams leaves its hypothesis out of that order in chrF; not the other way round.
    ('references shorter than six characters', ['reading', 'the old letter'], ['read', 'the old letter']),
    ('hypotheses shorter than six characters', ['read', 'the old letter'], ['reading', 'the old letter']),
    ('all references shorter than six characters', ['letters', 'writes'], ['let', 'write']),
]

# Texts whose white space is not only single spaces: chrF leaves all of it out.
SPACES = [
    ('white space of every kind',
     ['we\tsaw  the\u00a0old\u3000cat ', ' \u2003我\u3000爱\u2009苹果\n', 'a\u202fb\u205fc\u1680d\u2028e\x85f\x1fg\x0bh'],
     ['we saw the old cat', '我 爱 吃 苹果', 'a b c d e f g x']),
    ('characters of no width are no white space', ['we\u200bsaw\ufeffthe\u2060cat'], ['we saw the cat']),
]


def spoiled(rng, words, reference):
    """A hypothesis: the reference with words lost, replaced, doubled and moved."""
    out = []
    for word in reference:
        fate = rng.random()
        if fate < 0.1:
            continue
        out.append(rng.choice(words) if fate < 0.3 else word)
        if fate > 0.95:
            out.append(word)
    if len(out) > 1 and rng.random() < 0.3:
        i = rng.randrange(len(out) - 1)
        out[i], out[i + 1] = out[i + 1], out[i]
    return out


def drawn():
    """Corpora of 1 to 20 sentences of 1 to 15 words."""
    rng = random.Random(1)
    for language, words in (('English', ENGLISH), ('French', FRENCH), ('Chinese', CHINESE)):
        for count in (1, 2, 3, 5, 8, 13, 20):
            references = [[rng.choice(words) for _ in range(rng.randint(1, 15))] for _ in range(count)]
            hypotheses = [spoiled(rng, words, reference) for reference in references]
            yield f'{language}, {count} drawn', [' '.join(h) for h in hypotheses], [' '.join(r) for r in references]


def main():
    bleu, chrf = BLEU(tokenize='none', smooth_method='exp'), CHRF()
    cases = []
    for name, hypotheses, references in [*WRITTEN, *drawn()]:
        cases.append({'name': name, 'hypotheses': hypotheses, 'references': references,
                      'bleu': bleu.corpus_score(hypotheses, [references]).score,
                      'chrf': chrf.corpus_score(hypotheses, [references]).score})
    for name, hypotheses, references in SPACES:
        cases.append({'name': name, 'hypotheses': hypotheses, 'references': references,
                      'chrf': chrf.corpus_score(hypotheses, [references]).score})
    head = {'sacrebleu': sacrebleu.__version__, 'bleu': str(bleu.get_signature()), 'chrf': str(chrf.get_signature())}
    lines = [f'{json.dumps(key)}: {json.dumps(value)},' for key, value in head.items()]
    body = ',\n'.join(json.dumps(case, ensure_ascii=False) for case in cases)
    PATH.write_text('{\n' + '\n'.join(lines) + '\n"cases": [\n' + body + '\n]\n}\n', encoding='utf-8')
    print(f'{PATH.name}: {len(cases)} cases of sacreBLEU {sacrebleu.__version__}')


if __name__ == '__main__':
    main()
