// Real sentences, English to Chinese: one minute of training and what comes of it, held-out beside trained sentences.
import { minute } from './tatoeba.mjs';

export const title = 'real sentences, English to Chinese: a minute of training, over-fitting included';
export const run = (args) => minute('tatoeba-en-zh', args, ['I am happy.', "I don't know Tom.", 'Where is my book?']);
