// All elements, each of which defines itself and can be imported alone.
export { LookbackAlignment } from './alignment/alignment.ts';
export { LookbackBottleneck } from './bottleneck/bottleneck.ts';
export { LookbackChart } from './chart/chart.ts';
export { LookbackExplorer } from './explorer/explorer.ts';
export { LookbackGrid } from './grid/grid.ts';
export { LookbackTrainer } from './trainer/trainer.ts';
export { LookbackWalkthrough } from './walkthrough/walkthrough.ts';
