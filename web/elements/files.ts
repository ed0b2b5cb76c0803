// A model leaves as a file: safetensors, and with it where its training stands, so that it can go on elsewhere.
import type { Session } from './session.ts';

/** Has the browser save the model; its name says of which task it is. */
export async function download({ model, step, phase }: Session, task: string): Promise<void> {
  if (!model) return;
  const bytes = await model.save({ training: phase !== 'given' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' }));
  link.download = `lookback-${task}-${step}.safetensors`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
