// The house stands: core is plain C++ that computes, and imports run one way, pages -> elements -> engine -> wasm -> core.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, matches, none, read } from './files.ts';

const cpp = (folder: string) => files(folder).filter((file) => /\.(cpp|h|hpp)$/.test(file));
const typescript = (folder: string) => files(folder).filter((file) => /\.(ts|mjs|js)$/.test(file));

/** What a module imports or re-exports, as written. */
const specifiers = (file: string): string[] =>
  [...read(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g)].map((match) => match[2]!);

describe('core', () => {
  const core = cpp('core');

  test('has sources to check', () => {
    expect(core.length).toBeGreaterThan(10);
  });

  test('names neither Emscripten nor JavaScript', () => {
    const list = [...core, 'core/CMakeLists.txt'];
    none(matches(list, /emscripten|\bEM_(JS|ASM)\b|embind|__wasm|wasm_simd128|javascript/i));
  });

  test('includes no input or output, no clock, no random numbers of the standard library, and threads in one file', () => {
    const threads = ['thread', 'mutex', 'condition_variable', 'future', 'atomic'];
    none(matches(core.filter((file) => file !== 'core/src/threads.cpp'), new RegExp(`#\\s*include\\s*<(${threads.join('|')})>`)));
    const banned = ['iostream', 'fstream', 'istream', 'ostream', 'filesystem', 'cstdio', 'stdio\\.h', 'print', 'unistd\\.h', 'fcntl\\.h',
      'sys/.*', 'chrono', 'ctime', 'time\\.h', 'random'];
    none(matches(core, new RegExp(`#\\s*include\\s*<(${banned.join('|')})>`)));
  });

  test('includes only itself, Eigen, RapidJSON and the standard library', () => {
    const allowed = /#\s*include\s*(<(Eigen\/|rapidjson\/|lookback\/)[\w/.]+>|<[a-z_0-9]+(\.h)?>|"[\w/.]+")/;
    none(matches(core, /#\s*include/).filter((line) => !allowed.test(line)));
    none(matches(core, /#\s*include\s*".*(wasm|web|tests)\//));
  });
});

test('the bindings include core through its public headers alone', () => {
  const own = matches(cpp('wasm'), /#\s*include\s*"/);
  none(own.filter((line) => !/#\s*include\s*"lookback\//.test(line)));
});

describe('web', () => {
  // What each layer may import from, beside itself.
  const below: Record<string, string[]> = {
    'web/pages': ['web/elements', 'web/engine', 'web/i18n'],
    'web/elements': ['web/engine', 'web/i18n'],
    'web/engine': ['build/wasm', 'build/wasm-threads', 'web/data'],
    'web/i18n': [],
  };

  for (const [layer, allowed] of Object.entries(below)) {
    test(`${layer} imports only from ${[layer, ...allowed].join(', ')}`, () => {
      const wrong = typescript(layer).flatMap((file) =>
        specifiers(file)
          .filter((name) => name.startsWith('.'))
          .map((name) => path.posix.normalize(path.posix.join(path.posix.dirname(file), name)))
          .filter((target) => target !== 'package.json' && ![layer, ...allowed].some((folder) => target.startsWith(`${folder}/`)))
          .map((target) => `${file} imports ${target}`),
      );
      none(wrong);
    });
  }

  test('packages from elsewhere are Lit, in the elements and pages', () => {
    const wrong = ['web/pages', 'web/elements', 'web/engine', 'web/i18n'].flatMap((layer) =>
      typescript(layer).flatMap((file) => specifiers(file)
        .filter((name) => !name.startsWith('.') && !(/^lit(\/|$)/.test(name) && /\/(elements|pages)$/.test(layer)))
        .map((name) => `${file} imports ${name}`)),
    );
    none(wrong);
  });
});
