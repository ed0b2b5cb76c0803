// The dictionaries of the figures that belong to the page alone.
import { part } from './part.ts';
import { storyEn, type Strings } from './story.en.ts';

export type { Strings } from './story.en.ts';

export const storyStrings = part<Strings>(storyEn, {});
