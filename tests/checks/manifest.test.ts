// The elements' manifest in dist against the elements themselves: the attributes of their classes as they run, and the events,
// slots, parts and custom properties that stand in their sources. Each is there, described, and nothing else is.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CustomElementDeclaration, CustomElementField, Package } from 'custom-elements-manifest';
import { describe, expect, test } from 'vitest';
import { files, none, read, root } from './files.ts';

interface LitClass {
  readonly observedAttributes: string[];
  readonly elementStyles: { cssText: string }[];
  readonly elementProperties: Map<string, { attribute?: string | boolean; state?: boolean }>;
}

const manifest = JSON.parse(read('dist/custom-elements.json')) as Package;
const classes = (await import(path.join(root, 'dist/elements.js'))) as Record<string, LitClass>;
const declared = manifest.modules.flatMap((module) => (module.declarations ?? []) as CustomElementDeclaration[]);

// What a figure is made of; the pictures inside it are elements of their own, of which an alignment hands on the events, and so does
// the playground, with those of an alignment and of a walkthrough.
const scripts = (folder: string): string[] => files(`web/elements/${folder}`).filter((file) => file.endsWith('.ts'));
const sourcesOf = (tag: string): string[] => ['web/elements/figure.ts', ...scripts(tag.slice('lookback-'.length))];
const handedOn: Record<string, string[]> = {
  'lookback-alignment': ['web/elements/grid/grid.ts'],
  'lookback-explorer': ['web/elements/grid/grid.ts', ...scripts('alignment'), ...scripts('walkthrough')],
};
const found = (list: string[], pattern: RegExp): string[] =>
  [...new Set(list.flatMap((file) => [...read(file).matchAll(pattern)].map((match) => match[1] ?? '')))].sort();
const names = (list: { name: string }[] | undefined): string[] => (list ?? []).map(({ name }) => name).sort();

test('package.json names the manifest, and it keeps to the schema', async () => {
  const { customElements } = JSON.parse(read('package.json')) as { customElements: string };
  expect(customElements).toBe('dist/custom-elements.json');
  const folder = path.join(root, 'build/manifest-check'); // within the checkout, where the schema's types are found
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'manifest.ts'),
    // A field of an element may name its attribute (CustomElementField), which the type of a module leaves out.
    `import type { ClassMethod, CustomElementDeclaration, CustomElementField, JavaScriptModule, Package } from 'custom-elements-manifest';
type Element = Omit<CustomElementDeclaration, 'members'> & { members: (CustomElementField | ClassMethod)[] };
type Module = Omit<JavaScriptModule, 'declarations'> & { declarations?: Element[] };
(${read(customElements)}) satisfies Omit<Package, 'modules'> & { modules: Module[] };
`);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  await promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), [...options, 'manifest.ts'], { cwd: folder })
    .catch((error: { stdout: string }) => expect.fail(error.stdout));
});

test('holds the public elements, each in the module that a page can import', () => {
  const { exports: entries } = JSON.parse(read('package.json')) as { exports: Record<string, { default: string }> };
  const own = Object.keys(entries).filter((name) => name.startsWith('./elements/'));
  expect(own.length).toBeGreaterThan(2);
  expect(declared.map(({ tagName }) => tagName)).toEqual(own.map((name) => name.replace('./elements/', 'lookback-')));
  const published = Object.values(entries).map((entry) => entry.default);
  for (const module of manifest.modules) {
    expect(published).toContain(`./${module.path}`);
    for (const { declaration } of module.exports ?? []) expect(manifest.modules.find(({ path }) => path === declaration.module)?.declarations?.map(({ name }) => name)).toContain(declaration.name);
  }
});

for (const element of declared) {
  describe(`<${element.tagName}>`, () => {
    const { observedAttributes, elementProperties } = classes[element.name]!;

    test('has every attribute of its class, with its property, and scheme, which the stylesheet reads', () => {
      const ofClass = [...elementProperties].filter(([, { attribute, state }]) => attribute !== false && !state)
        .map(([property, { attribute }]) => [typeof attribute === 'string' ? attribute : property.toLowerCase(), property]);
      expect(ofClass.length).toBeGreaterThan(30);
      expect(ofClass.map(([attribute]) => attribute).sort()).toEqual([...observedAttributes].sort());
      const listed = (element.attributes ?? []).map(({ name, fieldName }) => [name, fieldName]);
      expect(Object.fromEntries(listed)).toEqual({ ...Object.fromEntries(ofClass), scheme: undefined });
      expect(listed).toHaveLength(ofClass.length + 1);
      expect(read('web/elements/theme.ts')).toContain(':host([scheme=light])');
    });

    test('has every property that is set from outside, and describes each thing it lists', () => {
      const outside = [...elementProperties].filter(([, { state }]) => !state).map(([property]) => property);
      const fields = (element.members ?? []).filter((member): member is CustomElementField => member.kind === 'field');
      expect(fields.filter(({ readonly }) => !readonly).map(({ name }) => name).sort()).toEqual(outside.sort());
      const lists = [element.attributes, element.members, element.events, element.slots, element.cssParts, element.cssProperties];
      const all = lists.flatMap((list) => list ?? []) as { name: string; description?: string; type?: { text: string } }[];
      none(all.filter(({ description }) => !/^[A-Z`].{3,}[.:`]$/.test(description ?? '')).map(({ name, description }) => `${name}: ${description}`));
      for (const { name, type } of [...element.attributes ?? [], ...fields]) expect(type?.text, name).toMatch(/^\S.*$/);
    });

    test('has every event, slot, part and custom property of the sources', () => {
      const sources = sourcesOf(element.tagName!);
      expect(names(element.events)).toEqual(found([...sources, ...handedOn[element.tagName!] ?? []], /(?:#tell\('|CustomEvent\('lookback-)([\w-]+)'/g).map((what) => `lookback-${what}`));
      expect(names(element.slots)).toEqual(found(sources, /<slot(?: name="(\w+)")?>/g));
      expect(names(element.cssParts)).toEqual(found(sources, /\bpart="([\w-]+)"/g));
      const styles = [element.name, 'LookbackGrid', 'LookbackChart'].flatMap((name) => classes[name]!.elementStyles.map(({ cssText }) => cssText));
      const read = styles.flatMap((css) => [...css.matchAll(/var\((--lookback-[\w-]+)/g)].map((match) => match[1]!));
      expect(names(element.cssProperties)).toEqual([...new Set(read)].sort());
    });
  });
}
