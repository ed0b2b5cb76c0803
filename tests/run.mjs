// npm test: everything, from a bare clone. Sets the machine up, builds, runs every suite and ends with one line,
// "N passed, N failed", over all of them. A suite that did not run counts as one failure.
//
// Builds go one after the other in the order their suites need them, each with all cores. Beside them run the suites, two at a
// time, each as soon as its build is there; what is measured in a browser waits for all of them, since it wants a quiet machine.
import fs from 'node:fs';
import path from 'node:path';
import { build, cmake } from '../web/build.mjs';
import { prepare } from '../wasm/toolchain/prepare.mjs';
import { inCI, main, report, root, run, Stop, withLock } from '../wasm/toolchain/steps.mjs';

const results = path.join(root, 'build/results');
const shown = 20; // failures of one suite that are printed whole
// Hundreds of updates that are the same to a sanitizer as the first, and three minutes under it: native and wasm run them.
const long = 'GoldenSeedModel.CurveAndAlignmentInFloat:Allocations.None*';
const sanitizers = { ASAN_OPTIONS: 'detect_stack_use_after_return=1', UBSAN_OPTIONS: 'print_stacktrace=1' };

await main(async () => {
  const started = performance.now();
  fs.rmSync(results, { recursive: true, force: true });
  fs.mkdirSync(results, { recursive: true });

  // Without the tools of a suite, CI stops here; elsewhere the suites that need none of them still run.
  const env = await prepare('test').catch((error) => {
    if (inCI || !(error instanceof Stop)) throw error;
    console.error(`  ${error.message}`);
    return prepare('build');
  });

  let building = Promise.resolve();
  const queue = (work) => (building = building.then(work, work));
  const built = {
    package: queue(() => build(env)),
    debug: queue(() => withLock(() => cmake('debug', ['lookback_tests', 'lookback_fuzz'], env))),
    release: queue(() => withLock(() => cmake('release', ['lookback_tests', 'lookback_profile', 'lookback_kernels'], env))),
    wasm: queue(() => withLock(() => cmake('wasm', ['lookback', 'lookback_tests'], env))),
    threads: queue(() => withLock(() => cmake('wasm-threads', ['lookback-threads', 'lookback_tests'], env))),
  };
  const all = Promise.all(Object.values(built));
  for (const promise of [...Object.values(built), all]) promise.catch(() => {}); // a suite reports it

  const program = (preset) => `build/${preset}/tests/core/lookback_tests`;
  const suites = [
    ['pages in the browsers', built.package, () => vitest('browser', env)],
    ['checks of the sources and dist', built.package, () => vitest('checks', env)],
    ['types', built.package, () => types(env)],
    ['core, native with sanitizers', built.debug, () => googletest('debug', [program('debug'), `--gtest_filter=-${long}`], { ...env, ...sanitizers })],
    ['model files, fuzzed', built.debug, () => fuzz({ ...env, ...sanitizers })],
    ['core, native', built.release, () => googletest('release', [program('release')], env)],
    ['core, as wasm in Node', built.wasm, () => googletest('wasm', [process.execPath, `${program('wasm')}.js`], env)],
    ['threads, as wasm in Node', built.threads, () => googletest('wasm-threads', [process.execPath, `${program('wasm-threads')}.js`], env)],
    ['engine in Node', built.package, () => vitest('node', env)],
    ['pages, measured', all, () => vitest('measured', env)],
  ];
  let passed = 0;
  let failed = 0;
  const told = new Set();
  const complete = async ([name, ready, suite]) => {
    const waited = await ready.then(() => undefined, (error) => error);
    const began = performance.now();
    let outcome;
    try {
      if (waited) throw waited;
      outcome = await suite();
    } catch (error) {
      // One failed build keeps several suites from running; what it printed is shown once.
      const words = told.has(error) ? 'the build above failed' : error instanceof Stop ? error.message : error.stack;
      told.add(error);
      outcome = { passed: 0, failures: [{ name: 'did not run', message: words }] };
    }
    passed += outcome.passed;
    failed += outcome.failures.length;
    report(`${name}: ${outcome.passed} passed, ${outcome.failures.length} failed`, began);
    for (const failure of outcome.failures.slice(0, shown)) console.log(`\n--- ${name}: ${failure.name}\n${failure.message}\n`);
    if (outcome.failures.length > shown) console.log(`--- ${name}: ${outcome.failures.length - shown} more, in build/log\n`);
  };
  const last = suites.pop();
  const lane = async () => { while (suites.length > 0) await complete(suites.shift()); };
  await Promise.all([lane(), lane()]);
  await complete(last);
  report('everything', started);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});

/** tsc over web/, tests/ and examples/, as one test. */
async function types(env) {
  const { code, output } = await run('tsc', ['--noEmit', '--pretty', 'false'], { env, log: 'tsc', check: false });
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [{ name: 'tsc --noEmit', message: output.trim() }] };
}

/** Runs a GoogleTest program and reads its JSON. */
async function googletest(name, [command, ...args], env) {
  const file = path.join(results, `${name}.json`);
  const { code, output } = await run(command, [...args, `--gtest_output=json:${file}`], { env, log: `test-${name}`, check: false });
  if (!fs.existsSync(file)) throw new Stop(`${lastLines(output)}\nThe tests ended with code ${code} before their end.`);
  let passed = 0;
  const failures = [];
  for (const group of JSON.parse(fs.readFileSync(file, 'utf8')).testsuites) {
    for (const test of group.testsuite) {
      const messages = (test.failures ?? []).map((failure) => failure.failure);
      if (test.result !== 'COMPLETED') messages.push(`The test ended as ${test.result}.`);
      if (messages.length > 0) failures.push({ name: `${group.name}.${test.name}`, message: messages.join('\n') });
      else passed += 1;
    }
  }
  return whole({ passed, failures, code, output });
}

/** Gives changed model files to the reader for a minute, under the sanitizers, as one test. */
async function fuzz(env) {
  const { code, output } = await run('build/debug/tests/core/lookback_fuzz', ['60'], { env, log: 'test-fuzz', check: false });
  console.log(`  ${lastLines(output).split('\n').at(-1)}`);
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [{ name: 'lookback_fuzz 60', message: lastLines(output) }] };
}

/** Runs one project of tests/vitest.config.ts and reads its JSON. */
async function vitest(project, env) {
  const file = path.join(results, `${project}.json`);
  const args = ['run', '--config', 'tests/vitest.config.ts', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code, output } = await run('vitest', args, { env, log: `test-${project}`, check: false });
  if (!fs.existsSync(file)) throw new Stop(`${lastLines(output)}\nVitest ended with code ${code} before its end.`);
  let passed = 0;
  const failures = [];
  for (const suite of JSON.parse(fs.readFileSync(file, 'utf8')).testResults) {
    const name = path.relative(root, suite.name);
    // A file that cannot be loaded, or whose hook fails, says so itself.
    if (suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed')) {
      failures.push({ name, message: suite.message || 'The file could not be run.' });
    }
    for (const test of suite.assertionResults) {
      if (test.status === 'passed') passed += 1;
      else failures.push({ name: `${name}: ${test.fullName}`, message: brief(test.failureMessages ?? []) || `The test ended as ${test.status}.` });
    }
  }
  return whole({ passed, failures, code, output });
}

/** Messages without the lines of their stacks that are in the test runner. */
function brief(messages) {
  const inside = /^\s+at .*(\/node_modules\/|new Promise \(<)/;
  return messages.join('\n').split('\n').filter((line) => !inside.test(line)).join('\n');
}

function lastLines(output) {
  return output.trimEnd().split('\n').slice(-40).join('\n');
}

/** An outcome that agrees with its program's exit code, and is not empty. */
function whole({ passed, failures, code, output }) {
  if (passed + failures.length === 0) throw new Stop(`${lastLines(output)}\nThere was no test to run.`);
  if (code !== 0 && failures.length === 0) failures.push({ name: `ended with code ${code}`, message: lastLines(output) });
  return { passed, failures };
}
