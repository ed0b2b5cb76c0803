// The engine's worker in a measured page: the package's own worker script (`engine` in this script's URL), and beside it an
// answer to whoever asks, on the channel that the URL names, how large its memory is.
import { newestMemory } from './memory_size.mjs';

const asked = new URL(location.href).searchParams;
const channel = new BroadcastChannel(asked.get('channel'));
channel.onmessage = ({ data }) => {
  if (data === 'size') channel.postMessage(newestMemory().buffer.byteLength);
};
await import(asked.get('engine'));
