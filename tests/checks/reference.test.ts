// The reference in dist/site/api: it has a page for whatever the package exports, its links lead somewhere, and it runs from any
// folder of any host under a policy that allows the host's own files and nothing inline.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { none, read, root } from './files.ts';

const api = path.join(root, 'dist/site/api');
let pages: { name: string; text: string }[] = [];

beforeAll(() => {
  pages = (fs.readdirSync(api, { recursive: true }) as string[]).filter((name) => name.endsWith('.html'))
    .map((name) => ({ name, text: fs.readFileSync(path.join(api, name), 'utf8') }));
});

test('has a page for everything the engine exports and for each element', () => {
  const types = [...read('web/engine/types.ts').matchAll(/^export (?:type|interface) (\w+)/gm)].map((match) => match[1]!);
  expect(types.length).toBeGreaterThan(25);
  const titles = pages.map(({ name }) => path.basename(name, '.html'));
  const expected = [...types, 'load', 'LookbackError', 'Engine', 'Task', 'Model', 'Trainer', 'lookback-alignment', 'lookback-trainer', 'index'];
  none(expected.filter((name) => titles.filter((title) => title === name).length !== 1));
});

test('describes every attribute of the elements and every method of a handle', () => {
  const text = (name: string) => pages.find((page) => page.name.endsWith(`/${name}.html`))!.text;
  for (const name of ['lookback-alignment', 'lookback-trainer']) {
    for (const what of ['hidden-size', 'learning-rate', 'lookback-progress', 'caption', '--lookback-weight-4']) expect(text(name)).toContain(`<code>${what}</code>`);
  }
  for (const method of ['trainer', 'evaluate', 'translate', 'trace', 'snapshots', 'probe', 'save', 'dispose']) expect(text('Model')).toContain(`id="${method}"`);
});

test('every link is relative and leads to a page and a place that is there', () => {
  const wrong = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map((match) => match[1]!).filter((link) => {
      const [file, place] = link.split('#') as [string, string?];
      if (/^([a-z]+:|\/)/i.test(file)) return true;
      const target = file === '' ? name : path.normalize(path.join(path.dirname(name), decodeURI(file)));
      if (!fs.existsSync(path.join(api, target))) return true;
      return Boolean(place) && target.endsWith('.html') && !pages.find((page) => page.name === target)!.text.includes(`id="${decodeURIComponent(place!)}"`);
    }).map((link) => `${name}: ${link}`));
  none(wrong);
});

test('nothing is inline: no script, no style, no handler', () => {
  none(pages.filter(({ text }) => /<script(?![^>]* src=)[^>]*>|<style|\s(style|on\w+)="/.test(text.replace(/<pre>[^]*?<\/pre>/g, ''))).map(({ name }) => name));
});

test('its texts name no file of one machine', () => {
  none(pages.filter(({ text }) => text.includes(root) || /\b(node_modules|file:\/\/)/.test(text)).map(({ name }) => name));
});
