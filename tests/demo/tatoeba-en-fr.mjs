// Real sentences, English to French: one minute of training and what comes of it, held-out beside trained sentences.
import { minute } from './tatoeba.mjs';

export const title = 'real sentences, English to French: a minute of training, over-fitting included';
export const run = (args) => minute('tatoeba-en-fr', args, ['I am happy.', "I don't know Tom.", 'Where is my book?']);
