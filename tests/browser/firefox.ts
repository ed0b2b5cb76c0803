// Starts this machine's Firefox for a test, driven over WebDriver BiDi: found by LOOKBACK_FIREFOX, then by the usual names.
import { firefox, type Browser, type LaunchOptions } from 'playwright-core';
import { findFirefox } from '../../wasm/toolchain/firefox.mjs';

/** The path of Firefox; throws a sentence where there is none. */
export function firefoxPath(): string {
  const found = findFirefox();
  if (found) return found;
  throw new Error(
    process.env.LOOKBACK_FIREFOX
      ? `LOOKBACK_FIREFOX names ${process.env.LOOKBACK_FIREFOX}, which is not there.`
      : 'No Firefox on this machine: install it (on Debian, `apt install firefox-esr`), or set LOOKBACK_FIREFOX to its path.',
  );
}

/** A headless Firefox; the caller closes it. playwright-core after 1.62 sends it commands that Firefox 153 does not know. */
export function launchFirefox(options: LaunchOptions = {}): Promise<Browser> {
  return firefox.launch({ channel: 'moz-firefox', executablePath: firefoxPath(), ...options });
}
