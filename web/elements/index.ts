// Defines the elements. Loading it twice, or two copies of it, is harmless: a name already taken stays with the copy that came
// first. On a server, where there are no elements, it defines nothing and does not throw.
import { LookbackAlignment } from './alignment/alignment.ts';
import { LookbackChart } from './chart/chart.ts';
import { LookbackTrainer } from './trainer/trainer.ts';

export { LookbackAlignment, LookbackChart, LookbackTrainer };

const elements: Record<string, CustomElementConstructor> = {
  'lookback-alignment': LookbackAlignment,
  'lookback-chart': LookbackChart,
  'lookback-trainer': LookbackTrainer,
};

if (typeof document !== 'undefined') {
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
