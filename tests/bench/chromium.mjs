// Pages of this machine's Chromium for measurements: the package and the files of this folder under one origin, cross-origin
// isolated (so that there may be threads) or not.
import fs from 'node:fs';
import { runnerImport } from 'vite';

const typescript = async (file) => (await runnerImport(new URL(file, import.meta.url).pathname)).module;
const { launchChromium } = await typescript('../browser/chromium.ts');
const { serve, isolation, root } = await typescript('../browser/serve.ts');

export { launchChromium, serve, isolation, root };

const empty = '<!doctype html><title>A measurement</title><link rel="icon" href="data:,">';

/** Where the package's worker script is, for session.mjs. */
const worker = () => `/assets/${fs.readdirSync(`${root}/dist/assets`).find((name) => /^worker-.*\.js$/.test(name))}`;

/** Starts Chromium and calls `work({ origin, browser, fresh })`; `fresh()` resolves to an empty page, in a context of its own. */
export async function inChromium(work, { isolated = true, headers = {}, pages = {} } = {}) {
  const site = await serve(['dist', 'tests/bench'], { ...(isolated && isolation), ...headers }, { '/index.html': empty, ...pages });
  const browser = await launchChromium();
  try {
    const fresh = async (path = '/') => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(site.origin + path);
      return page;
    };
    return await work({ origin: site.origin, browser, fresh });
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Calls a function that session.mjs exports, with the package and `args`, in a fresh page. */
export async function inSession(fresh, name, ...args) {
  const page = await fresh();
  try {
    return await page.evaluate(async ([file, called, given]) => {
      const session = await import('/session.mjs');
      session.place.worker = file;
      return session[called](await import('/lookback.js'), ...given);
    }, [worker(), name, args]);
  } finally {
    await page.context().close();
  }
}
