/** Pictures of every page in both themes and at both widths, for people to look at. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PAGES } from '../../src/console/page-list.ts';
import { startBrowser } from './browser.ts';
import { startConsoleServer } from './server.ts';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'parley-console-'));
const server = startConsoleServer();
const browser = await startBrowser();

const PREPARE: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async chat(page) {
    await page.getByRole('button', { name: /trail shoes/ }).click();
    await page.locator('.ad').waitFor();
    await page.waitForLoadState('networkidle');
  },
  async playground(page) {
    await page.getByRole('button', { name: '4 · Products' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.ad').waitFor();
    const editor = page.getByLabel('Bid request', { exact: true });
    await editor.fill((await editor.inputValue()).replace('"bidfloor": 0.5', '"bidfloor": -1'));
    await page.getByRole('button', { name: /Show line/ }).click();
  },
};

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width, height: width === 390 ? 844 : 800 },
      colorScheme,
    });
    const page = await context.newPage();
    for (const { id } of [...PAGES].reverse()) {
      await page.goto(`${server.url}/#/${id}`);
      await page.locator('h1').waitFor();
      await PREPARE[id]?.(page);
      await page.waitForTimeout(200);
      await page.screenshot({ path: join(folder, `${id}-${colorScheme}-${width}.png`) });
    }
    await page.goto(`${server.url}/#/auctions/full`);
    await page.locator('.waterfall').waitFor();
    await page.screenshot({
      path: join(folder, `auction-${colorScheme}-${width}.png`),
      fullPage: true,
    });
    await context.close();
  }
}
await browser.close();
await server.stop();
process.stdout.write(`${folder}\n`);
