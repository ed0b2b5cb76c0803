// Failures as this package reports them: a code to test for, which stays the same, and a sentence for a person to read.
import type { ErrorCode } from './types.ts';

/** What every failed call throws or rejects with. `message` is one sentence that says what to do. */
export class LookbackError extends Error {
  /** The class's name, also where the class itself is another copy's. */
  override readonly name = 'LookbackError';
  /** Stable; see ErrorCode. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whatever was thrown, as a LookbackError. */
export function asLookbackError(error: unknown): LookbackError {
  if (error instanceof LookbackError) return error;
  const words = error instanceof Error ? error.message : String(error);
  return new LookbackError('internal', `Something went wrong inside Lookback (${words}): load the engine anew.`);
}

/** A thing that was disposed of. */
export const disposed = (what: string): LookbackError =>
  new LookbackError('disposed', `This ${what} was disposed of: make a new one.`);
