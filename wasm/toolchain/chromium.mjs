// Where this machine's Chromium is: LOOKBACK_CHROME, then the names it usually has.
import fs from 'node:fs';
import { which } from './steps.mjs';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/**
 * The browser's path, or undefined where there is none. LOOKBACK_CHROME, when set, is the only place looked at.
 * @returns {string | undefined}
 */
export function findChromium() {
  const given = process.env.LOOKBACK_CHROME;
  if (given) return fs.existsSync(given) ? given : undefined;
  return which(names) ?? elsewhere.find((file) => fs.existsSync(file));
}
