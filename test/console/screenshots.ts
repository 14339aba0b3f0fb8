/**
 * Pictures of every page in both themes and at both widths, for people to look at:
 * `bin/bun test/console/screenshots.ts [folder] [seconds of traffic before]`
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PAGES } from '../../src/console/page-list.ts';
import { cleanUp } from '../process.ts';
import { startBrowser } from './browser.ts';
import { startRealMachine } from './machine.ts';
import { startConsoleServer } from './server.ts';
import { startTraffic } from './traffic.ts';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'parley-console-'));
const trafficMs = Number(process.argv[3] ?? 20) * 1000;
const server = startConsoleServer();
// Limits that the traffic meets now and then.
const machine = await startRealMachine({
  globalPerSecond: 200,
  publisherPerSecond: 25,
  ipPerSecond: 100,
});
const traffic = startTraffic(machine);
/** These are of a machine that works, the others of one that has something of everything. */
const REAL: readonly string[] = ['live', 'partners', 'campaigns', 'reports', 'limits'];
const browser = await startBrowser();

await Bun.sleep(trafficMs);

const PREPARE: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async live(page) {
    await page.locator('.uplot').last().waitFor();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
  },
  async reports(page) {
    await page.goto(`${machine.adminUrl}/#/reports?by=partner,minute&last=1h`);
    await page.locator('.uplot').waitFor();
  },
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
      await page.goto(`${REAL.includes(id) ? machine.adminUrl : server.url}/#/${id}`);
      await page.locator('h1').waitFor();
      await PREPARE[id]?.(page);
      await page.waitForTimeout(id === 'live' ? 1500 : 400);
      const path = join(folder, `${id}-${colorScheme}-${width}.png`);
      await page.screenshot({ path, fullPage: REAL.includes(id) });
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
await traffic.stop();
await cleanUp();
process.stdout.write(`${folder}\n`);
