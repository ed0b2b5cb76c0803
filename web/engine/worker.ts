// The engine's worker: a host whose operations are called by message. It says 'ready' once it listens, since a message sent
// before that would be lost.
import { serve } from './channel.ts';
import { Host } from './host.ts';

const port = globalThis as unknown as Parameters<typeof serve>[0];
serve(port, new Host());
port.postMessage('ready', []);
