// The WebAssembly module, loaded and ready to be called, in either build. Each has its glue in a file of its own, so that only
// the one that runs is fetched; from the glue of the build for several threads these start as workers. They share one memory, and
// all are there before the module is called, since a thread that waits for another cannot let it start.
import type plainInit from '../../build/wasm/lookback.mjs';
import type { MainModule } from '../../build/wasm/lookback.mjs';
import type threadedInit from '../../build/wasm-threads/lookback-threads.mjs';
import { LookbackError } from './errors.ts';
import type { CorpusName } from './limits.ts';
import type { EngineInfo } from './types.ts';

/** URLs of both builds: the glue and the wasm of one, of the other. */
export interface Files { glue: string; wasm: string; threads: string; threadsWasm: string; data: Record<CorpusName, string> }

/** The module, its memory, and what ends its threads. */
export interface Loaded { wasm: MainModule; memory: WebAssembly.Memory; end(): void }

interface Thread { terminate(): unknown }

const pageBytes = 65536;
const startLimit = 10_000; // ms for all threads to start in

const worker = Object.getOwnPropertyDescriptor(globalThis, 'Worker');
/** In Node the glue sets a global `Worker`; this takes it back. */
const restoreWorker = (): unknown => (worker ? Object.defineProperty(globalThis, 'Worker', worker) : Reflect.deleteProperty(globalThis, 'Worker'));

/** The build for one thread. */
export async function loadPlain({ glue, wasm }: Pick<Files, 'glue' | 'wasm'>): Promise<Loaded> {
  const module = compile(wasm, 'wasmUrl');
  module.catch(() => {}); // awaited below, unless the glue cannot be had
  const { default: init } = await (import(/* @vite-ignore */ /* webpackIgnore: true */ glue) as Promise<{ default: typeof plainInit }>).catch((error: unknown) => {
    throw new LookbackError('load-failed', `Lookback's script could not be loaded from ${glue} (${wordsOf(error)}): put it there, beside the library's other files.`);
  });
  return { ...await instantiate(init, module), end() {} };
}

/**
 * The build for several threads, `threads` in all, in Node or a worker. When one ends by itself later on, `broken` is told why.
 * Its memory is at most 256 MB in a browser: the most there may be is set aside from the start, and phones refuse more.
 *
 * @throws whatever kept it from starting; nothing of it is left then.
 */
export async function loadThreaded(files: Omit<Files, 'data'>, threads: number, place: EngineInfo['place'], broken: (words: string) => void): Promise<Loaded> {
  const crew: Thread[] = [];
  const end = (): void => crew.splice(0).forEach((thread) => void thread.terminate());
  let failed!: (words: string) => void;
  const stopped = new Promise<never>((_, reject) => { failed = (words) => reject(new Error(words)); });
  const timer = setTimeout(() => failed(`the threads did not start within ${startLimit / 1000} seconds`), startLimit);
  const [most, update] = place === 'node' ? [2048, 1024] : [256, 192]; // MB there are, and MB that an update may take
  const start = async (): Promise<Omit<Loaded, 'end'>> => {
    const wasmMemory = new WebAssembly.Memory({ initial: (16 << 20) / pageBytes, maximum: (most * 2 ** 20) / pageBytes, shared: true });
    while (crew.length < threads - 1) { // first of all, since they take longest; the glue is handed them when it would make them
      const thread = startThread(files.threads, place, (words) => crew.includes(thread) && failed(words));
      crew.push(thread);
    }
    const made = [...crew];
    const Worker = function (): Thread { return made.pop()!; };
    const module = compile(files.threadsWasm, 'threadsWasmUrl');
    module.catch(() => {}); // awaited below, unless the glue cannot be had
    const { default: glue } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files.threads) as { default: typeof threadedInit };
    const { wasm } = await instantiate(glue, module, { poolSize: crew.length, wasmMemory, Worker });
    const { code, message } = wasm.startThreads(threads, update);
    if (code !== '') throw new Error(String(message));
    return { wasm, memory: wasmMemory };
  };
  try {
    const made = await Promise.race([start(), stopped]);
    failed = broken;
    return { ...made, end };
  } catch (error) {
    end();
    throw error;
  } finally {
    clearTimeout(timer);
    if (place === 'node') restoreWorker();
  }
}

/**
 * A worker that runs the glue, named so that the glue knows what it is there; `failed` is told why it could not start, or ended:
 * the glue would throw that where nobody catches it.
 */
function startThread(url: string, place: EngineInfo['place'], failed: (words: string) => void): Thread {
  const name = 'em-pthread';
  const withoutGlues = <T extends Thread>(thread: T): T => Object.defineProperty(thread, 'onerror', { get: () => () => {}, set() {} });
  if (place === 'node') {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    // This process's own arguments, as --input-type, may not fit a file.
    return withoutGlues(new Worker(new URL(url), { name, workerData: name, execArgv: [] })).on('error', (error) => failed(wordsOf(error)));
  }
  const thread = withoutGlues(new Worker(url, { name, type: 'module' }));
  thread.addEventListener('error', (event) => {
    event.preventDefault();
    failed(event.message || `no worker could be started from ${url}`);
  });
  return thread;
}

/** A file by its URL: its bytes from a disk, or a server's response, which has not arrived yet. `what` and `option` are for the refusal. */
async function fetched(url: string, what: string, option: string): Promise<{ content: Uint8Array<ArrayBuffer> | Response; failed: (why: string) => LookbackError }> {
  const failed = (why: string): LookbackError =>
    new LookbackError('load-failed', `Lookback's ${what} could not be loaded from ${url} (${why}): put it there, or say where it is with \`${option}\`.`);
  if (url.startsWith('file:')) {
    try {
      return { content: new Uint8Array(await process.getBuiltinModule('node:fs/promises').readFile(new URL(url))), failed };
    } catch (error) {
      throw failed(wordsOf(error));
    }
  }
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin' });
  } catch (error) {
    throw failed(wordsOf(error));
  }
  if (!response.ok) throw failed(`the server answers ${response.status}`);
  return { content: response, failed };
}

/** The bytes of a corpus. */
export async function loadData(url: string): Promise<Uint8Array> {
  const { content, failed } = await fetched(url, 'corpus', 'dataUrl');
  if (content instanceof Uint8Array) return content;
  return new Uint8Array(await content.arrayBuffer().catch((error: unknown) => { throw failed(wordsOf(error)); }));
}

/** The module of a URL that the caller may give as `option`, compiled while it arrives where that can be. */
async function compile(url: string, option: 'wasmUrl' | 'threadsWasmUrl'): Promise<WebAssembly.Module> {
  const { content, failed } = await fetched(url, 'WebAssembly file', option);
  try {
    if (content instanceof Uint8Array) return await WebAssembly.compile(content);
    // Compiling while it arrives needs the type application/wasm, which not every host sends.
    const streams = content.headers.get('Content-Type')?.startsWith('application/wasm');
    return streams ? await WebAssembly.compileStreaming(content) : await WebAssembly.compile(await content.arrayBuffer());
  } catch (error) {
    throw failed(wordsOf(error));
  }
}

/** An instance of the compiled module, with its glue, which is given `options` as well. */
function instantiate<Module>(glue: (options: object) => Promise<Module>, compiled: WebAssembly.Module | Promise<WebAssembly.Module>, options = {}): Promise<{ wasm: Module; memory: WebAssembly.Memory }> {
  return new Promise((resolve, reject) => {
    let memory: WebAssembly.Memory;
    const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object => {
      Promise.resolve(compiled)
        .then(async (module) => {
          const instance = await WebAssembly.instantiate(module, imports);
          memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)!; // whatever its short name
          receive(instance, module);
        })
        .catch((error: unknown) => reject(/out of memory|allocate/i.test(wordsOf(error))
          ? new LookbackError('out-of-memory', `There is no memory here for an engine (${wordsOf(error)}): dispose of engines no longer needed, or give this program more.`)
          : error));
      return {};
    };
    glue({ instantiateWasm, print: () => {}, printErr: () => {}, ...options }).then((wasm) => resolve({ wasm, memory }), reject);
  });
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
