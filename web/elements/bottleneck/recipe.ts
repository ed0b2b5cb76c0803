// How the bottleneck lab's two models are made and trained: the recipe of digits, how each starts its decoder, and the sizes with
// which the one that looks back has as many parameters as the one that cannot. No page here: the build draws a picture by it too.
import type { ModelConfig, TaskName } from '../../engine/types.ts';
import type { Engine } from '../engines.ts';
import type { Settings } from '../session.ts';

export const recipe = { steps: 3000, batchSize: 32, learningRate: 0.01, schedule: 'cosine' } as const; // of digits
export const hiddenSizes = { digits: 24, words: 32 }; // of the fixed vector, unless one is given
export const shapes = { fixed: { bridge: 'state', attention: 'none' }, looking: { bridge: 'zero', attention: 'additive' } } as const;

/**
 * `looking` with a smaller state, so that it has as many parameters as `fixed`: the largest state with which it has not more, and
 * the rest in its scoring layer, or, of a score without one, in its embeddings.
 */
export async function asLarge(engine: Engine, settings: Pick<Settings, 'task' | 'options'>, looking: ModelConfig, fixed: ModelConfig): Promise<ModelConfig> {
  const task = await engine.task(settings.task as TaskName, settings.options);
  try {
    const size = async (config: ModelConfig): Promise<number> => {
      const model = await engine.model({ ...task.defaults, ...config }, task);
      const { parameterCount } = model;
      model.dispose();
      return parameterCount;
    };
    const wanted = await size(fixed);
    /** The largest whole multiple of `unit` for which it is at most as large; sizes grow with it. */
    const largest = async (from: number, to: number, unit: number, config: (n: number) => ModelConfig): Promise<number> => {
      let [low, high] = [Math.ceil(from / unit), Math.floor(to / unit)];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (await size(config(middle * unit)) <= wanted) low = middle;
        else high = middle - 1;
      }
      return low * unit;
    };
    const unit = looking.encoder === 'bidirectional' ? 2 : 1; // each direction has half of it
    const hidden = await largest(unit, fixed.hidden!, unit, (hidden) => ({ ...looking, hidden, ...(looking.attentionSize !== undefined && { attentionSize: hidden }) }));
    const dial = looking.attention === 'additive' || looking.attention === 'concat' ? 'attentionSize' : 'embedding';
    const least = dial === 'attentionSize' ? hidden : task.defaults.embedding ?? 16;
    const rest = (n: number): ModelConfig => ({ ...looking, hidden, [dial]: n });
    const under = await largest(least, 4 * least + 64, 1, rest);
    const [below, above] = [await size(rest(under)), await size(rest(under + 1))];
    return rest(wanted - below <= above - wanted ? under : under + 1);
  } finally {
    task.dispose();
  }
}
