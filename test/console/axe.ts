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

const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

/** Of the page as it is: on a phone in light colours, and on a desk in dark ones. It stays as the last of these. */
export async function faultsOfLooks(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    faults.push(...(await seriousFaults(page)), ...(await faultsOfWidth(page)));
  }
  return faults;
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
