import { afterAll, afterEach, beforeAll } from 'bun:test';
import type { Page } from 'playwright-core';
import { cleanUp } from '../../test/process.ts';
import { startListener } from './an-ad.ts';
import { type OpenOptions, type PageServer, servePage } from './browser-page.ts';

/** For all tests of a file: pages that can show `<parley-ad>`, and a listener that its ads tell of themselves. */
export function elementPages() {
  const listener = startListener();
  let server: PageServer;
  beforeAll(async () => {
    server = await servePage('element-page.ts', listener.origin);
  });
  afterEach(() => server.closePages());
  afterAll(async () => {
    await cleanUp();
    await listener.stop();
  });
  return { listener, open: (options?: OpenOptions) => server.open(options) };
}

export const show = (page: Page, ad: unknown, attributes: Readonly<Record<string, string>> = {}) =>
  page.evaluate(([value, given]) => globalThis.show(value, given), [ad, attributes] as const);
export const restyle = (page: Page, css: string) =>
  page.evaluate((value) => globalThis.restyle(value), css);
export const happened = (page: Page) => page.evaluate(() => globalThis.happened);

/** Once the browser has told all observers of the page where things are. */
export const observed = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new IntersectionObserver(() => resolve()).observe(document.body);
      }),
  );

/** From here on the page's time goes by in `runFor` alone, however busy the machine is. */
export async function stopClock(page: Page): Promise<void> {
  const startMs = Date.now();
  await page.clock.install({ time: startMs });
  await page.clock.pauseAt(startMs + 60_000);
}

/** What happened, after so long by the page's clock that an ad would have been seen if it can be. */
export async function happenedLater(page: Page): Promise<readonly string[]> {
  await page.clock.runFor(5_000);
  return happened(page);
}
