// How calls reach the host: as messages to a worker, or directly on the same thread. A call has an id, may report progress
// any number of times, may be cancelled, and ends with one value or one error. Large arrays are transferred, not copied.
import { asLookbackError, LookbackError } from './errors.ts';
import type { ErrorCode } from './types.ts';

/** What an operation may do while it runs. */
export interface Context {
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
  progress(value: unknown): void;
}

/** The operations of a host, by name. */
export type Operations<Host> = { [Name in keyof Host]: Host[Name] extends (...args: never[]) => unknown ? Name : never }[keyof Host];
type Arguments<F> = F extends (context: Context, ...args: infer A) => unknown ? A : never;
type Result<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  progress?: (value: never) => void;
}

export interface Connection<Host> {
  call<Name extends Operations<Host>>(name: Name, args: Arguments<Host[Name]>, options?: CallOptions): Promise<Result<Host[Name]>>;
  /** Why it ended, if it did. */
  readonly closed: LookbackError | undefined;
  /** Ends it; calls under way, and all later ones, reject with `error`. */
  close(error: LookbackError): void;
}

type Request = { id: number; name: string; args: unknown[] } | { cancel: number };
type Reply = { id: number; value: unknown } | { id: number; progress: unknown } | { id: number; code: ErrorCode; message: string };

/** Runs one operation; whatever it throws, at once or later, is a rejection. */
async function perform(host: object, name: string, args: unknown[], context: Context): Promise<unknown> {
  const operation = (host as Record<string, (context: Context, ...args: unknown[]) => unknown>)[name]!;
  try {
    return await operation.call(host, context, ...args);
  } catch (error) {
    throw asLookbackError(error);
  }
}

/** A host on this thread. */
export function direct<Host extends { close(): void }>(host: Host): Connection<Host> {
  let closed: LookbackError | undefined;
  const never = new AbortController().signal;
  return {
    get closed() { return closed; },
    async call(name, args, { signal = never, progress = () => {} } = {}) {
      if (closed) throw closed;
      const context = { signal, progress: progress as (value: unknown) => void };
      const value = await perform(host, name as string, args as unknown[], context).catch((error: unknown) => { throw closed ?? error; });
      if (closed) throw closed;
      return value as never;
    },
    close(error) {
      if (closed) return;
      closed = error;
      host.close();
    },
  };
}

/** A host in a worker that has said it is ready. */
export function connect<Host>(worker: Worker): Connection<Host> {
  interface Waiting { resolve(value: unknown): void; reject(error: LookbackError): void; progress?: ((value: never) => void) | undefined }
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let closed: LookbackError | undefined;
  const close = (error: LookbackError): void => {
    if (closed) return;
    closed = error;
    worker.terminate();
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const call = waiting.get(data.id);
    if (!call) return;
    if ('progress' in data) return call.progress?.(data.progress as never);
    waiting.delete(data.id);
    if ('code' in data) call.reject(new LookbackError(data.code, data.message));
    else call.resolve(data.value);
  };
  worker.onerror = (event) => {
    event.preventDefault?.();
    close(new LookbackError('internal', `The worker stopped (${event.message || 'no reason given'}): load the engine anew.`));
  };
  return {
    get closed() { return closed; },
    call(name, args, { signal, progress } = {}) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(closed);
        const id = next++;
        const cancel = (): void => worker.postMessage({ cancel: id } satisfies Request);
        const settle = <V>(done: (value: V) => void) => (value: V): void => {
          signal?.removeEventListener('abort', cancel);
          done(value);
        };
        waiting.set(id, { resolve: settle(resolve) as (value: unknown) => void, reject: settle(reject), progress });
        worker.postMessage({ id, name: name as string, args: args as unknown[] } satisfies Request);
        signal?.addEventListener('abort', cancel);
        if (signal?.aborted) cancel();
      });
    },
    close,
  };
}

/** The worker's end: answers calls with the operations of `host`. */
export function serve(port: { onmessage: unknown; postMessage(message: unknown, transfer: Transferable[]): void }, host: object): void {
  const running = new Map<number, AbortController>();
  const reply = (message: Reply, transfer: Transferable[] = []): void => port.postMessage(message, transfer);
  port.onmessage = ({ data }: MessageEvent<Request>) => {
    if ('cancel' in data) return running.get(data.cancel)?.abort();
    const { id, name, args } = data;
    const controller = new AbortController();
    running.set(id, controller);
    perform(host, name, args, { signal: controller.signal, progress: (value) => reply({ id, progress: value }) })
      .then((value) => reply({ id, value }, buffers(value)), ({ code, message }: LookbackError) => reply({ id, code, message }))
      .finally(() => running.delete(id));
  };
}

/** The memory of the typed arrays in a value, to be handed over whole. */
function buffers(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(buffers);
}
