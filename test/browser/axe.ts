import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { ROOT } from '../process.ts';

const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Faults that keep people from using the page, each with the first place of it. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  // Ads fade in, and what is half transparent has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/** What would have to be scrolled sideways: the page, or a list that is not made to scroll. */
export function faultsOfWidth(page: Page): Promise<readonly string[]> {
  const lists = '.table-frame:not([tabindex]):has(.stack)';
  return page
    .locator(`html, ${lists}`)
    .evaluateAll((boxes) =>
      boxes
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(
          ({ tagName, scrollWidth, clientWidth }) =>
            `${tagName} is ${scrollWidth} pixels wide in ${clientWidth}`,
        ),
    );
}
