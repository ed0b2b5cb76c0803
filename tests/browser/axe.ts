// What axe finds wrong on a page, as sentences.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe { run(): Promise<{ violations: { id: string; help: string; nodes: { target: unknown; failureSummary: string }[] }[] }> }

/** Runs axe over the page as it stands; shadow roots are looked into too. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    return (await axe.run()).violations.map(({ id, help, nodes }) => `${id}: ${help}; ${nodes.map((node) => `${JSON.stringify(node.target)} ${node.failureSummary}`).join('; ')}`);
  });
}
