// The channel between a page and its worker, over a message channel of Node: answers find their calls, failures keep their
// code and sentence, progress streams, cancelling and closing end what is under way, and arrays are handed over.
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { connect, serve, type Connection, type Context } from '../../web/engine/channel.ts';
import { LookbackError } from '../../web/engine/errors.ts';
import { fails } from './helpers.ts';

class Host {
  add(_: Context, a: number, b: number): number {
    return a + b;
  }
  refuse(): void {
    throw new LookbackError('bad-input', 'This will not do.');
  }
  fault(): void {
    throw new TypeError('x is not a function');
  }
  async count({ signal, progress }: Context, to: number): Promise<number> {
    for (let i = 1; i <= to && !signal.aborted; ++i) {
      progress(i);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return signal.aborted ? -1 : to;
  }
  bytes(): { list: { data: Float32Array }[] } {
    const data = Float32Array.of(1, 2, 3);
    this.sent = data;
    return { list: [{ data }] };
  }
  sent = new Float32Array();
}

let close: (() => void) | undefined;
afterEach(() => close?.());

function start(): { host: Host; connection: Connection<Host>; terminated: () => boolean } {
  const { port1, port2 } = new MessageChannel();
  const host = new Host();
  serve(port2 as never, host);
  let terminated = false;
  const worker = Object.assign(port1, { terminate: () => { terminated = true; port1.close(); } });
  close = () => port1.close();
  return { host, connection: connect<Host>(worker as never), terminated: () => terminated };
}

test('answers find their calls', async () => {
  const { connection } = start();
  const sums = await Promise.all([1, 2, 3].map((n) => connection.call('add', [n, 10])));
  expect(sums).toEqual([11, 12, 13]);
});

test('failures keep their code and sentence; anything else is internal', async () => {
  const { connection } = start();
  await fails(connection.call('refuse', []), 'bad-input', /^This will not do\.$/);
  await fails(connection.call('fault', []), 'internal', /x is not a function/);
  expect(await connection.call('add', [1, 2])).toBe(3);
});

test('progress streams, other calls get through meanwhile, and a call can be cancelled', async () => {
  const { connection } = start();
  const seen: number[] = [];
  const cancel = new AbortController();
  const counting = connection.call('count', [100_000], {
    signal: cancel.signal,
    progress: (n: number) => { if (seen.push(n) === 5) cancel.abort(); },
  });
  expect(await connection.call('add', [2, 2])).toBe(4);
  expect(await counting).toBe(-1);
  expect(seen.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(seen.length).toBeLessThan(1000);
});

test('arrays are handed over, not copied', async () => {
  const { host, connection } = start();
  expect(await connection.call('bytes', [])).toEqual({ list: [{ data: Float32Array.of(1, 2, 3) }] });
  expect(host.sent.length).toBe(0);
});

test('closing rejects what is under way, and what comes after', async () => {
  const { connection, terminated } = start();
  const counting = connection.call('count', [100_000]);
  connection.close(new LookbackError('disposed', 'This engine was disposed of: make a new one.'));
  await fails(counting, 'disposed', /engine was disposed of/);
  await fails(connection.call('add', [1, 1]), 'disposed', /engine was disposed of/);
  expect(terminated()).toBe(true);
});
