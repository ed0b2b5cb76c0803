// Where this machine's Firefox is: LOOKBACK_FIREFOX, then the names it usually has.
import fs from 'node:fs';
import { which } from './steps.mjs';

const names = ['firefox-esr', 'firefox'];
const elsewhere = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/**
 * The browser's path, or undefined where there is none. LOOKBACK_FIREFOX, when set, is the only place looked at.
 * @returns {string | undefined}
 */
export function findFirefox() {
  const given = process.env.LOOKBACK_FIREFOX;
  if (given) return fs.existsSync(given) ? given : undefined;
  return which(names) ?? elsewhere.find((file) => fs.existsSync(file));
}
