// French to English: the recipe over five seeds.
import { measure, translationClaims } from './translation.mjs';

export const title = 'the recipe for translating French to English: BLEU, and alignment beside IBM Model 1';

export const run = (args) => measure(args, { name: 'translate-fr-en', claims: translationClaims });
