/**
 * Pictures of every page and state in both themes and at both widths, for people to look at:
 * `bin/bun test/console/screenshots.ts [folder] [seconds of traffic before] [pattern of names]`
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp } from '../process.ts';
import { startBrowser } from './browser.ts';
import { startRealMachine } from './machine.ts';
import { startConsoleServer } from './server.ts';
import { shotsOf } from './shots.ts';
import { fillStore } from './store-campaigns.ts';
import { startAccountsServer } from './stub/server.ts';
import { startTraffic } from './traffic.ts';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'parley-console-'));
const trafficMs = Number(process.argv[3] ?? 20) * 1000;
const wanted = new RegExp(process.argv[4] ?? '');
const PAUSE_MS = 400;
const WAIT_MS = 20_000;

const made = await startAccountsServer();
const locked = await startConsoleServer({ token: 'a-long-enough-token' });
// Limits that the traffic meets now and then.
const limits = { globalPerSecond: 200, publisherPerSecond: 25, ipPerSecond: 100 };
const machine = await startRealMachine({ limits, hasStore: true });
await fillStore(machine);
const idle = await startRealMachine();
const traffic = startTraffic(machine);
const browser = await startBrowser();
await Bun.sleep(trafficMs);

const urls = { real: machine.adminUrl, made: made.url, locked: locked.url, idle: idle.adminUrl };
const shots = shotsOf(urls);
for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name, url, prepare } of shots) {
      const file = `${name}-${colorScheme}-${width}`;
      if (!wanted.test(file)) continue;
      const viewport = { width, height: width === 390 ? 844 : 800 };
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      try {
        await page.goto(url);
        await page.locator('h1, h2').first().waitFor();
        await prepare?.(page);
        await page.waitForTimeout(PAUSE_MS);
      } catch (error) {
        process.stderr.write(`${name}: ${error}\n`);
      }
      await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true });
      await context.close();
    }
  }
}
await browser.close();
await Promise.all([made.stop(), locked.stop()]);
await traffic.stop();
await cleanUp();
process.stdout.write(`${folder}\n`);
