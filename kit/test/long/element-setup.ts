import { afterAll, afterEach, beforeAll } from 'bun:test';
import type { Page } from 'playwright-core';
import { settled } from '../../../test/notices/exchange.ts';
import { cleanUp } from '../../../test/process.ts';
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

/** A server that remembers what it was told, and has pictures. */
export function startListener() {
  const all: { readonly id: string; readonly what: string }[] = [];
  const referrers: string[] = [];
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 627"><rect width="1200" height="627" fill="#7a9"/></svg>';
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, origin, search } = new URL(request.url);
      const referrer = request.headers.get('referer') ?? origin;
      if (!referrer.startsWith(origin)) referrers.push(`${pathname} from ${referrer}`);
      const [, root, word = '', id = ''] = pathname.split('/');
      if (root === 'told') {
        all.push({ id, what: `${request.method} ${word}${search}` });
        return new Response(null, { status: 204 });
      }
      if (pathname.endsWith('.svg')) {
        return new Response(picture, { headers: { 'Content-Type': 'image/svg+xml' } });
      }
      return new Response('landed', { status: pathname === '/landing' ? 200 : 404 });
    },
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    /** What was asked for with the address of the page. */
    referrers: referrers as readonly string[],
    /** What was told of an ad, like `POST drawn`, once it is so much. */
    told: ({ id }: { readonly id: string }, count: number) =>
      settled(
        async () => all.filter((one) => one.id === id).map(({ what }) => what),
        (told) => told.length >= count,
      ),
    stop: () => server.stop(true),
  };
}
