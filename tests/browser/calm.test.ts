// What a reader would feel: a page that jumps, a press that waits. Measured, and so alone on the machine.
import { expect, test } from 'vitest';
import { article, articles } from './article.ts';
import { figureOf } from './figure.ts';
import { pressed, readThrough, story } from './story.ts';

const { open } = story();
const elsewhere = articles();

for (const [where, width, slower] of [['on a desk', 1280, 1], ['on a phone, four times as slow', 360, 4]] as const) {
  test(`nothing jumps and no figure fails, with every one started, ${where}`, async () => {
    const page = await open({ viewport: { width, height: 800 }, before: (page) => page.addInitScript(() => {
      const seen = { shift: 0, longest: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) seen.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
      }).observe({ type: 'longtask', buffered: true });
    }) });
    // What loading itself takes is measured by `npm run bench -- page`.
    await figureOf(page, '#backward').until('training');
    await page.evaluate(() => { (window as unknown as { seen: { longest: number } }).seen.longest = 0; });
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower });
    await readThrough(page);
    const phases = await page.locator('figure > [id]').evaluateAll((all) => all.map((each) => [each.id, each.shadowRoot?.querySelector('[data-phase]')?.getAttribute('data-phase') ?? '']));
    expect(phases.filter(([, phase]) => phase === 'failed')).toEqual([]);
    for (const [id, button] of pressed) {
      if (button === 'Start') expect(['training', 'waiting', 'trained'], id).toContain(phases.find(([each]) => `#${each}` === id)![1]);
    }
    const { shift, longest } = await page.evaluate(() => (window as unknown as { seen: { shift: number; longest: number } }).seen);
    console.log(`${where}, every figure started: shift ${shift.toFixed(4)}, longest task while the page is read ${longest === 0 ? 'below 50' : Math.round(longest)} ms`);
    expect(shift).toBeLessThanOrEqual(0.02);
  });
}

for (const [where, width, slower, file] of [['on a desk', 1280, 1, 'playground.html'], ['on a phone, four times as slow', 360, 4, 'playground-zh-Hans.html']] as const) {
  test(`nothing jumps in the playground while two runs train, ${where}`, async () => {
    const page = await open({ viewport: { width, height: 800 }, file: `${file}#compare=encoder:forward`, before: async (page) => {
      await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower });
      await page.addInitScript(() => {
        const seen = { shift: 0, longest: 0 };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
        }).observe({ type: 'longtask', buffered: true });
      });
    } });
    const until = (phase: string) => page.locator(`#playground .now[data-phase=${phase}]`).waitFor({ timeout: 60_000 });
    await until('training');
    const loading = await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { longest: number } };
      const { longest } = seen;
      seen.longest = 0;
      return longest;
    });
    await until('trained');
    const { shift, longest } = await page.evaluate(() => (window as unknown as { seen: { shift: number; longest: number } }).seen);
    const said = (duration: number) => (duration === 0 ? 'below 50' : Math.round(duration));
    console.log(`the playground ${where}, two runs: shift ${shift.toFixed(4)}, longest task ${said(loading)} ms while it loads, ${said(longest)} ms while it trains`);
    expect(shift).toBeLessThanOrEqual(0.02);
  });
}

test('five megabytes are read without holding the page up', async () => {
  const { page } = await elsewhere.open(article('<main><h1>An article</h1><lookback-trainer task="own"></lookback-trainer></main>'), { viewport: { width: 1100, height: 1600 }, reducedMotion: 'reduce' });
  const figure = page.locator('lookback-trainer');
  await figure.locator('#pairs').waitFor();
  await page.evaluate(() => {
    const tasks: number[] = Object.assign(globalThis, { tasks: [] as number[] }).tasks;
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  });
  // Made in the page, since Playwright would hand a large file over in one piece, and dropped onto the figure.
  await figure.evaluate((element) => {
    const words = (n: number) => Array.from({ length: 9 }, (_, k) => ((n * 7919 + k * 104729) % 6000).toString(36)).join(' ');
    const parts = Array.from({ length: 60_000 }, (_, n) => `${words(n)} ${n}\t${words(n + 17)} ${n}\n`);
    const file = new File(parts, 'large.tsv', { type: 'text/tab-separated-values' });
    if (file.size < 4_500_000) throw new Error(`only ${file.size} bytes`);
    const transfer = new DataTransfer();
    transfer.items.add(file);
    requestAnimationFrame(() => setTimeout(() => {
      (globalThis as unknown as { tasks: number[] }).tasks.length = 0; // making the file was not reading it
      element.shadowRoot!.querySelector('section')!.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, 100));
  });
  await figure.locator('[data-phase=untrained]').waitFor();
  expect(await figure.locator('.report > p').innerText()).toMatch(/^60\s?000 pairs read/);
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks)).toEqual([]);
});
