// The playground's state as text, and which settings go together; no DOM here. A state is a value for each name below, as an attribute
// has it, and a link carries those that differ from where the playground begins, as `name=value&name=value` in its fragment. A second
// run is one value, `compare=encoder:forward;hidden-size:16`: what it has other than its task's own settings.
import type { ModelConfig, TrainingConfig } from '../../engine/types.ts';
import { lengthLimit } from '../input.ts';

/** What a value may be: one of some names, a number in a range, yes or no, or a text that `read` makes plain or refuses with null. */
export type Kind =
  | { choices: readonly string[] }
  | { low: number; high: number; whole: boolean; above?: boolean }
  | { flag: true }
  | { read(text: string): string | null };

const size = { low: 1, high: 1024, whole: true };
const whole = (low: number, high: number) => ({ low, high, whole: true });
const real = (low: number, high: number) => ({ low, high, whole: false });
const among = (...choices: string[]) => ({ choices });

/** The settings of a model, by their names in the engine, in the order of the form. */
export const modelKinds = {
  cell: among('rnn', 'gru', 'lstm'),
  encoder: among('forward', 'backward', 'bidirectional'),
  layers: whole(1, 4),
  embedding: size,
  hidden: size,
  encoderHidden: size,
  sharedEmbedding: { flag: true },
  forgetBias: real(-10, 10),
  attention: among('none', 'fixed', 'additive', 'dot', 'general', 'concat', 'scaled-dot'),
  query: among('previous', 'current'),
  attentionSize: size,
  inputFeeding: { flag: true },
  output: among('state+context', 'state+context+embedding'),
  bridge: among('state', 'tanh', 'zero'),
  dropout: real(0, 0.9),
} as const satisfies Record<string, Kind>;

/** The settings of its training. */
export const trainingKinds = {
  optimizer: among('adam', 'sgd'),
  learningRate: { ...real(0, 10), above: true },
  momentum: real(0, 0.999),
  schedule: among('constant', 'cosine'),
  warmupSteps: whole(0, 1_000_000),
  batchSize: whole(1, 4096),
  clipNorm: real(0, 1_000_000),
  teacherForcing: real(0, 1),
  labelSmoothing: real(0, 0.9),
  steps: whole(1, 10_000_000),
} as const satisfies Record<string, Kind>;

const seedKind = whole(0, Number.MAX_SAFE_INTEGER);
/** All that a run has of its own. */
export const runKinds: Record<Setting, Kind> = { ...modelKinds, ...trainingKinds, seed: seedKind };

export type ModelSetting = keyof typeof modelKinds;
export type TrainingSetting = keyof typeof trainingKinds;
export type Setting = ModelSetting | TrainingSetting | 'seed';
export type Value = string | number | boolean;
/** What is set; what is not is the task's own. */
export type Settings = Partial<Record<Setting, Value>>;

export const settings = Object.keys(runKinds) as Setting[];

/** The attribute of a setting: `hidden-size`, since an attribute `hidden` would hide the element, else its name in words with hyphens. */
export const attributeOf = (name: string): string => (name === 'hidden' ? 'hidden-size' : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

const settingOf = new Map(settings.map((name) => [attributeOf(name), name]));

/** The value that a text says, or null where it says none of this kind. */
export function readValue(kind: Kind, text: string): Value | null {
  const plain = text.trim();
  if ('choices' in kind) return kind.choices.includes(plain) ? plain : null;
  if ('flag' in kind) return plain === 'true' || plain === 'false' ? plain === 'true' : null;
  if ('read' in kind) return kind.read(text);
  const value = Number(plain.replace('\u2212', '-'));
  const fits = /^[-\u2212+\d.]/.test(plain) && value >= kind.low && value <= kind.high && !(kind.above && value === kind.low) && (!kind.whole || Number.isSafeInteger(value));
  return fits ? value : null;
}

// ---- a second run ------------------------------------------------------------------------------------------------------------

/** Settings as one text, such as `encoder:forward;hidden-size:16`. */
export function writeSettings(given: Settings): string {
  return settings.flatMap((name) => (given[name] === undefined ? [] : [`${attributeOf(name)}:${String(given[name])}`])).join(';');
}

export interface Bad { name: string; value: string }

/** The settings of such a text, and what in it is none. */
export function readSettings(text: string): { settings: Settings; bad: Bad[] } {
  const found: Settings = {};
  const bad: Bad[] = [];
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const colon = part.indexOf(':');
    const name = part.slice(0, colon < 0 ? undefined : colon).trim();
    const given = colon < 0 ? '' : part.slice(colon + 1).trim();
    const setting = settingOf.get(name);
    const value = setting === undefined ? null : readValue(runKinds[setting], given);
    if (setting === undefined || value === null) bad.push({ name, value: given });
    else found[setting] = value;
  }
  return { settings: found, bad };
}

/** Settings for the engine: of the model, of its training, and the seed of both. */
export function forEngine(given: Settings): { config: ModelConfig; training: TrainingConfig; seed: number } {
  const of = (kinds: object) => Object.fromEntries(settings.filter((name) => name in kinds && given[name] !== undefined).map((name) => [name, given[name]]));
  return { config: of(modelKinds), training: of(trainingKinds), seed: Number(given.seed ?? 0) };
}

// ---- a link ------------------------------------------------------------------------------------------------------------------

/** A state by name; a name that is not there, or null, is unset. */
export type State = Record<string, string | null | undefined>;

const line = (limit: number) => ({ read: (text: string) => (text.length <= limit && !/[\n\r\t]/.test(text) ? text : null) });
const matching = (pattern: RegExp) => ({ read: (text: string) => (pattern.test(text) ? text : null) });

/** All that a state can say, in the order of a link. */
export function stateKinds(tasks: readonly string[]): Record<string, Kind> {
  return {
    task: { choices: tasks },
    'min-length': whole(1, lengthLimit),
    'max-length': whole(1, lengthLimit),
    ...Object.fromEntries(settings.map((name) => [attributeOf(name), runKinds[name]])),
    compare: { read: (text: string) => { const { settings: given, bad } = readSettings(text); return bad.length === 0 ? writeSettings(given) : null; } },
    source: line(600),
    beam: whole(1, 8),
    updates: matching(/^\d{1,8}( \d{1,8})?$/),
    pace: { choices: ['full'] },
    run: { choices: ['1', '2'] },
    view: { choices: ['picture', 'numbers'] },
    panel: { choices: ['steps', 'question', 'time', 'export'] },
    square: matching(/^[1-9]\d{0,2} [1-9]\d{0,2}$/),
    row: whole(1, 999),
    force: matching(/^[\d:;.e ,-]{1,4000}$/i),
    moment: whole(0, 10_000_000),
    beside: matching(/^(ideal|ibm|own|\d{1,8})$/),
  };
}

const alone = 'none'; // instead of the settings of a second run: there is none, where home has one

/** Percent-encoded, save for what a fragment may hold and a person can read; a plus is a space, as in a query. */
const readable: Record<string, string> = { '%20': '+', '%3A': ':', '%3B': ';', '%2C': ',', '%2F': '/' };
const encoded = (text: string): string => encodeURIComponent(text).replace(/%(20|3A|3B|2C|2F)/g, (code) => readable[code]!);

/** What a link says of a state: whatever differs from `home`; a name without a value is one that is set there and not here. */
export function writeState(state: State, home: State, tasks: readonly string[]): string {
  return Object.keys(stateKinds(tasks)).flatMap((name) => {
    const [value, before] = [state[name] ?? null, home[name] ?? null];
    return value === before ? [] : [`${name}=${value === null ? (name === 'compare' ? alone : '') : encoded(value)}`];
  }).join('&');
}

/** The state of a link's fragment, as far as it can be read, and what in it cannot; null for a fragment that is a place on the page. */
export function readState(fragment: string, home: State, tasks: readonly string[]): { state: State; bad: Bad[] } | null {
  const text = fragment.replace(/^#/, '');
  if (text !== '' && !text.includes('=')) return null;
  const state: State = { ...home };
  const bad: Bad[] = [];
  const kinds = stateKinds(tasks);
  for (const [name, given] of new URLSearchParams(text)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (name === 'compare') {
      if (given === alone) {
        state[name] = null;
        continue;
      }
      const read = readSettings(given);
      state[name] = writeSettings(read.settings);
      bad.push(...read.bad);
    } else if (kind && given === '' && name !== 'task') {
      state[name] = null;
    } else {
      const value = kind && readValue(kind, given);
      if (value === undefined || value === null) bad.push({ name, value: given });
      else state[name] = String(value);
    }
  }
  return { state, bad };
}

// ---- what goes together ------------------------------------------------------------------------------------------------------

/** A model's settings in full, as the engine completes what a task and a reader give (core/src/config.cpp). */
export function completed(defaults: ModelConfig, given: Settings): Required<Omit<ModelConfig, 'seed'>> {
  const { seed: _, ...own } = defaults;
  const c = { ...own, ...forEngine(given).config } as Required<Omit<ModelConfig, 'seed'>>;
  const scored = c.attention !== 'none' && c.attention !== 'fixed';
  c.query ??= scored && c.attention !== 'additive' ? 'current' : 'previous';
  c.inputFeeding ??= false;
  c.encoderHidden ??= c.encoder === 'bidirectional' ? c.hidden / 2 : c.hidden;
  c.attentionSize ??= c.hidden;
  return c;
}

/** What a model and its training have other than their task's own, so that the task with these settings makes them again. */
export function ownSettings(config: ModelConfig, training: TrainingConfig, defaults: ModelConfig, recipe: TrainingConfig): Settings {
  const has: Record<string, unknown> = { ...training, ...config };
  const given: Settings = {};
  const compare = (names: readonly Setting[], own: Record<string, unknown>) => {
    for (const name of names) if (has[name] !== undefined && has[name] !== own[name]) given[name] = has[name] as Value;
  };
  compare(settings.filter((name) => !following.includes(name)), { ...recipe, ...completed(defaults, {}), seed: 0 });
  compare(following, completed(defaults, given)); // what follows from the others, only where it does not
  return given;
}

const following: readonly Setting[] = ['query', 'inputFeeding', 'encoderHidden', 'attentionSize'];

/** Why settings cannot go together, by the name of a sentence. */
export type Why = 'sizes' | 'bridgeSizes' | 'nothing' | 'unscored' | 'feeding' | 'odd' | 'vocabularies';

/** What keeps these settings from going together; null where they do. `alike`: source and target have one vocabulary. */
export function clash(defaults: ModelConfig, given: Settings, alike: boolean): Why | null {
  const c = completed(defaults, given);
  const annotation = c.encoder === 'bidirectional' ? 2 * c.encoderHidden : c.encoderHidden;
  const scored = c.attention !== 'none' && c.attention !== 'fixed';
  if (!Number.isInteger(c.encoderHidden)) return 'odd';
  if ((c.attention === 'dot' || c.attention === 'scaled-dot') && annotation !== c.hidden) return 'sizes';
  if (c.bridge === 'state' && annotation !== c.hidden) return 'bridgeSizes';
  if (c.attention === 'none' && c.bridge === 'zero') return 'nothing';
  if (!scored && c.query === 'current') return 'unscored';
  if (c.inputFeeding && c.query !== 'current') return 'feeding';
  if (c.sharedEmbedding && !alike) return 'vocabularies';
  return null;
}

/** Why a setting has nothing to say with the others as they are; null where it has. */
export type Idle = 'unscored' | 'noLayer' | 'noGate' | 'oneLayer' | 'noMomentum' | 'noWarmup';

export function idle(name: Setting, model: Required<Omit<ModelConfig, 'seed'>>, training: TrainingConfig): Idle | null {
  const scored = model.attention !== 'none' && model.attention !== 'fixed';
  if (name === 'query' && !scored) return 'unscored';
  if (name === 'attentionSize' && model.attention !== 'additive' && model.attention !== 'concat') return 'noLayer';
  if (name === 'forgetBias' && model.cell !== 'lstm') return 'noGate';
  if (name === 'dropout' && model.layers < 2) return 'oneLayer';
  if (name === 'momentum' && training.optimizer !== 'sgd') return 'noMomentum';
  if (name === 'warmupSteps' && training.schedule !== 'cosine') return 'noWarmup';
  return null;
}

/**
 * Settings after a reader chose one; a value that is the task's own is not kept, and what the choice rules out goes back to where
 * it fits: without attention the decoder starts from the encoder's last state, and only the state that is current feeds back.
 */
export function chosen(given: Settings, name: Setting, value: Value | null, defaults: ModelConfig, training: TrainingConfig): Settings {
  const next: Settings = { ...given };
  delete next[name];
  const own = name === 'seed' ? 0 : name in trainingKinds ? training[name as TrainingSetting] : completed(defaults, next)[name as ModelSetting];
  if (value !== null && value !== own) next[name] = value;
  const made = completed(defaults, next);
  if (made.attention === 'none' && made.bridge === 'zero' && name === 'attention') {
    const annotation = made.encoder === 'bidirectional' ? 2 * made.encoderHidden : made.encoderHidden;
    next.bridge = annotation === made.hidden ? 'state' : 'tanh';
  }
  if (made.attention === 'none' || made.attention === 'fixed') delete next.query;
  if (completed(defaults, next).query !== 'current') delete next.inputFeeding;
  return next;
}

/** The names of settings in which two runs differ, with what each has, all of them completed. */
export function differences(one: Settings, other: Settings, defaults: ModelConfig, training: TrainingConfig): { name: Setting; values: [Value, Value] }[] {
  const whole = (given: Settings): Record<string, unknown> => ({ ...training, ...completed(defaults, given), ...forEngine(given).training, seed: given.seed ?? 0 });
  const [a, b] = [whole(one), whole(other)];
  const all = settings.filter((name) => a[name] !== b[name]);
  // What only follows from another difference is not named, unless it was set.
  return all.filter((name) => one[name] !== undefined || other[name] !== undefined)
    .map((name) => ({ name, values: [a[name] as Value, b[name] as Value] }));
}
