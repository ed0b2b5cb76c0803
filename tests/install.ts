// The package as a stranger gets it: packed by npm and installed from its tarball into an empty folder, without a network.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Packs the package and installs it in `folder`, which must be empty; resolves to where it then is. */
export async function install(folder: string): Promise<string> {
  const packed = await execute('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], { cwd: root });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
  // Its dependencies come from this checkout's node_modules: no network is asked.
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', '--omit=optional', ...dependencies(), path.join(folder, filename)], { cwd: folder });
  return path.join(folder, 'node_modules/lookback');
}

/** The package's dependencies, and theirs, as folders of this checkout. */
function dependencies(): string[] {
  const all = new Set<string>();
  const add = (manifest: string): void => {
    const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(root, manifest), 'utf8')) as { dependencies?: Record<string, string> };
    for (const name of Object.keys(dependencies)) {
      const folder = path.join('node_modules', name);
      if (all.has(folder)) continue;
      all.add(folder);
      add(path.join(folder, 'package.json'));
    }
  };
  add('package.json');
  return [...all].map((each) => path.join(root, each));
}
