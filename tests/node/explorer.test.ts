// The playground's state as text: whatever a state says goes out into a link and comes back the same, whatever a link says is either
// taken or named, and which settings go together is what the engine says of it.
import { describe, expect, test } from 'vitest';
import type { LookbackError, ModelConfig } from 'lookback';
import {
  attributeOf, chosen, clash, completed, differences, forEngine, idle, modelKinds, ownSettings, readSettings, readState, readValue, runKinds, settings, stateKinds, trainingKinds,
  writeSettings, writeState, type Kind, type Setting, type Settings, type State, type Value,
} from '../../web/elements/explorer/state.ts';
import { sharedEngine } from './helpers.ts';

const shared = sharedEngine();
const tasks = ['reverse', 'copy', 'sort', 'translate-en-fr', 'dates', 'own'];
const kinds = stateKinds(tasks);

/** Numbers from 0 to 1, the same ones in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const one = <T>(next: () => number, list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
const texts: Record<string, readonly string[]> = {
  source: ['493039', 'I don’t like the black cat & dog; 50 % = ½', '我打狗', 'a+b~c_d', '#x=1?'], updates: ['137', '120 137'], square: ['2 5', '12 1'],
  force: ['2: 0 0 1; 4: 0.5 0.5 0', '0: 1e-3 1'], beside: ['ideal', 'ibm', 'own', '120'],
};

/** A value of a kind, as a state has it. */
function some(next: () => number, name: string, kind: Kind): string {
  if (name === 'compare') return writeSettings(someSettings(next));
  if ('read' in kind) return one(next, texts[name]!);
  if ('choices' in kind) return one(next, kind.choices);
  if ('flag' in kind) return String(next() < 0.5);
  const share = next();
  if (kind.whole) return String(Math.floor(kind.low + share * (Math.min(kind.high, kind.low + 10_000) - kind.low)));
  return String(Number((kind.low + (share || 0.5) * (kind.high - kind.low)).toPrecision(6)));
}

function someSettings(next: () => number, often = 0.3, names: readonly Setting[] = settings): Settings {
  return Object.fromEntries(names.filter(() => next() < often).map((name): [Setting, Value] => [name, readValue(runKinds[name], some(next, name, runKinds[name]))!]));
}

describe('a link', () => {
  test('says what a state has other than home, and gives the same state back', () => {
    const next = random(1);
    for (let k = 0; k < 500; k++) {
      const state = (often: number): State => Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, name === 'task' || next() < often ? some(next, name, kind) : null]));
      const [home, shown] = [state(0.2), state(0.4)];
      const link = writeState(shown, home, tasks);
      expect(link).toMatch(/^[\w.~!*'()%=&:;,/+-]*$/);
      for (const name of Object.keys(kinds)) expect(link.split('&').some((part) => part.startsWith(`${name}=`)), `${name} in ${link}`).toBe(shown[name] !== home[name]);
      expect(readState(`#${link}`, home, tasks)).toEqual({ state: shown, bad: [] });
      expect(new URL(`#${link}`, 'https://host/page').hash.replace(/^#/, ''), 'an address keeps it as it is').toBe(link);
    }
    expect(writeState({ task: 'copy', 'hidden-size': '16', source: 'a b', compare: 'encoder:forward;seed:2' }, { task: 'reverse' }, tasks)).toBe('task=copy&hidden-size=16&compare=encoder:forward;seed:2&source=a+b');
  });

  test('that says what cannot be is taken without it, and that is named', () => {
    const home: State = { task: 'reverse', seed: null, encoder: 'backward' };
    const read = readState('#task=chess&seed=-1&encoder=sideways&learning-rate=0&hidden-size=2000&layers=1.5&bogus=1&compare=cell:lstm;hidden-size:none;x&clip-norm=Infinity&steps=&beam=3', home, tasks)!;
    expect(read.state).toEqual({ ...home, compare: 'cell:lstm', beam: '3', steps: null });
    expect(read.bad).toEqual([
      { name: 'task', value: 'chess' }, { name: 'seed', value: '-1' }, { name: 'encoder', value: 'sideways' }, { name: 'learning-rate', value: '0' }, { name: 'hidden-size', value: '2000' },
      { name: 'layers', value: '1.5' }, { name: 'bogus', value: '1' }, { name: 'hidden-size', value: 'none' }, { name: 'x', value: '' }, { name: 'clip-norm', value: 'Infinity' },
    ]);
    expect(readState('#sources', home, tasks)).toBeNull();
    expect(readState('', home, tasks)).toEqual({ state: home, bad: [] });
  });

  test('of any text whatever is read without an error, and what is kept can be written', () => {
    const next = random(2);
    const pieces = [...Object.keys(kinds), ...settings, '=', '&', ':', ';', '%', '%zz', '+', '__proto__', 'constructor', '1', '-', '1e999', '狗', '\ud800', ' ', '#'];
    for (let k = 0; k < 2000; k++) {
      const text = Array.from({ length: 1 + Math.floor(next() * 14) }, () => one(next, pieces)).join('');
      const read = readState(text, { task: 'reverse' }, tasks);
      if (!read) continue;
      expect(Object.keys(read.state).filter((name) => !Object.hasOwn(kinds, name))).toEqual([]);
      const again = readState(writeState(read.state, {}, tasks), {}, tasks);
      expect(again?.bad).toEqual([]);
      for (const [name, value] of Object.entries(read.state)) expect(again?.state[name] ?? null).toBe(value ?? null);
    }
  });
});

test('a second run’s settings go through text and back', () => {
  const next = random(3);
  for (let k = 0; k < 300; k++) {
    const given = someSettings(next);
    expect(readSettings(writeSettings(given))).toEqual({ settings: given, bad: [] });
  }
  expect(settings.map(attributeOf)).toContain('hidden-size');
  expect(forEngine({ hidden: 8, steps: 3, seed: 9 })).toEqual({ config: { hidden: 8 }, training: { steps: 3 }, seed: 9 });
});

describe('what goes together', () => {
  const names = Object.keys(modelKinds) as Setting[];

  test('is what the engine says: every configuration is completed as it does, and refused exactly where it refuses', async () => {
    const next = random(4);
    const task = await shared.engine.task('reverse');
    const alike = task.vocabularies.source.tokens.length === task.vocabularies.target.tokens.length;
    let refused = 0;
    for (let k = 0; k < 400; k++) {
      const given = someSettings(next, 0.35, names);
      for (const size of ['embedding', 'hidden', 'encoderHidden', 'attentionSize'] as const) if (given[size] !== undefined) given[size] = one(next, [3, 4, 6, 8]);
      const made = await shared.engine.model({ ...task.defaults, ...forEngine(given).config }, task).catch((error: LookbackError) => error);
      const why = clash(task.defaults, given, alike);
      if (made instanceof Error) {
        refused++;
        expect(why, `${writeSettings(given)}: ${made.message}`).not.toBeNull();
      } else {
        expect(why, writeSettings(given)).toBeNull();
        const { seed: _, ...config } = made.config as ModelConfig;
        expect(completed(task.defaults, given), writeSettings(given)).toEqual(config);
        expect(completed(task.defaults, ownSettings(config, {}, task.defaults, task.training)), writeSettings(given)).toEqual(config);
        made.dispose();
      }
    }
    expect(refused).toBeGreaterThan(50);
    expect(refused).toBeLessThan(350);
    task.dispose();
  }, 60_000);

  test('a choice of what is the task’s own is not kept, and no attention takes the start that it needs', async () => {
    const task = await shared.engine.task('reverse');
    const choose = (given: Settings, name: Setting, value: Value) => chosen(given, name, value, task.defaults, task.training);
    expect(choose({}, 'cell', 'lstm')).toEqual({ cell: 'lstm' });
    expect(choose({ cell: 'lstm' }, 'cell', task.defaults.cell!)).toEqual({});
    expect(choose({ steps: 3 }, 'steps', task.training.steps!)).toEqual({});
    expect(choose({ seed: 3 }, 'seed', 0)).toEqual({});
    expect(choose({ query: 'current', inputFeeding: true }, 'attention', 'none')).toEqual({ attention: 'none', bridge: 'state' });
    expect(choose({ encoderHidden: 5 }, 'attention', 'none')).toEqual({ encoderHidden: 5, attention: 'none', bridge: 'tanh' });
    expect(choose({ attention: 'dot', inputFeeding: true }, 'query', 'previous')).toEqual({ attention: 'dot', query: 'previous' });
    const dot = completed(task.defaults, { attention: 'dot' });
    expect(dot.query).toBe('current');
    expect([idle('attentionSize', dot, task.training), idle('momentum', dot, task.training), idle('query', dot, task.training)]).toEqual(['noLayer', 'noMomentum', null]);
    expect(differences({ cell: 'lstm', hidden: 16 }, { hidden: 16, seed: 2 }, task.defaults, task.training)).toEqual([
      { name: 'cell', values: ['lstm', 'gru'] }, { name: 'seed', values: [0, 2] },
    ]);
    expect(Object.keys(runKinds)).toEqual([...names, ...Object.keys(trainingKinds), 'seed']);
    task.dispose();
  });
});
