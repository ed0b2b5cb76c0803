// What a model's file says of the task it was trained on: an entry `task` of the header's metadata (safetensors), with the task's name
// and its options, which whoever opens the file can read before anything else. Files without it are models all the same.
import type { TaskOptions } from './types.ts';

export interface NamedTask { name: string; options: TaskOptions }

interface Header { __metadata__?: Record<string, string>; [tensor: string]: unknown }

/** Whether these bytes, or the first nine, begin as a model's file does: the header's length, in eight bytes, and its opening brace. */
export const isModel = (bytes: Uint8Array): boolean => bytes[7] === 0 && bytes[8] === 0x7b;

/** The header of a file, and where its data begin; null where there is none. */
function headerOf(bytes: Uint8Array): { header: Header; end: number } | null {
  if (bytes.length < 8) return null;
  const end = 8 + Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (end > bytes.length) return null;
  try {
    return { header: JSON.parse(new TextDecoder().decode(bytes.subarray(8, end))) as Header, end };
  } catch {
    return null;
  }
}

/** A model's file with its task in it. */
export function withTask(bytes: Uint8Array, task: NamedTask): Uint8Array<ArrayBuffer> {
  const { header, end } = headerOf(bytes)!;
  const text = new TextEncoder().encode(JSON.stringify({ ...header, __metadata__: { ...header.__metadata__, task: JSON.stringify(task) } }));
  const length = Math.ceil(text.length / 8) * 8; // spaces bring the data to a multiple of eight bytes
  const out = new Uint8Array(8 + length + bytes.length - end).fill(0x20, 8, 8 + length);
  new DataView(out.buffer).setBigUint64(0, BigInt(length), true);
  out.set(text, 8);
  out.set(bytes.subarray(end), 8 + length);
  return out;
}

/** The task that a file names; null where it names none. */
export function taskOf(bytes: Uint8Array): NamedTask | null {
  try {
    const { name, options } = JSON.parse(headerOf(bytes)!.header.__metadata__!.task!) as NamedTask;
    return typeof name === 'string' && typeof options === 'object' && options !== null ? { name, options } : null;
  } catch {
    return null;
  }
}
