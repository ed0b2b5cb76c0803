// Starts this machine's Chromium for a test: found by LOOKBACK_CHROME, then by the usual names, and started so that it works
// as root and asks nothing of a network that may not be there.
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { findChromium } from '../../wasm/toolchain/chromium.mjs';

/** What a headless Chromium of ours is always started with. */
export const chromiumArguments: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of Chromium; throws a sentence where there is none. */
export function chromiumPath(): string {
  const found = findChromium();
  if (found) return found;
  throw new Error(
    process.env.LOOKBACK_CHROME
      ? `LOOKBACK_CHROME names ${process.env.LOOKBACK_CHROME}, which is not there.`
      : 'No Chromium on this machine: install it, or set LOOKBACK_CHROME to its path.',
  );
}

/** A headless Chromium; the caller closes it. */
export function launchChromium({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArguments, ...args], ...options });
}
