import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Request as PageRequest } from 'playwright-core';
import type { BidResponse } from '../../../src/core/openrtb/bid-response.ts';
import { startBrowser } from '../../../test/browser/browser.ts';
import { reportOf, settled, startExchange } from '../../../test/notices/exchange.ts';
import { cleanUp } from '../../../test/process.ts';
import { bundlePrebid } from './bundle.ts';
import { servePage, snippet } from './serve-page.ts';

let browser: Browser;
let prebid: string;

beforeAll(async () => {
  [browser, prebid] = await Promise.all([startBrowser(), bundlePrebid()]);
});

afterAll(async () => {
  await browser.close();
  await cleanUp();
});

/** Whether an element, or the text that it begins with, is where somebody who looks at the frame sees it. */
function isInFrame(part: Locator, text?: string): Promise<boolean> {
  return part.evaluate((element, start) => {
    const { ownerDocument: document } = element;
    const range = document.createRange();
    range.selectNode(element);
    if (start !== undefined && element.firstChild !== null) {
      range.setStart(element.firstChild, 0);
      range.setEnd(element.firstChild, start.length);
      if (range.toString() !== start) throw new Error(`the label says ${range.toString()}`);
    }
    const { left, top, right, bottom, width, height } = range.getBoundingClientRect();
    const frame = document.defaultView ?? { innerWidth: 0, innerHeight: 0 };
    const isSeen = right <= frame.innerWidth && bottom <= frame.innerHeight;
    return isSeen && left >= 0 && top >= 0 && width > 0 && height > 0;
  }, text);
}

test('the bundle of the documentation is the one that is tried', () => {
  expect(snippet('ts')).toBe(readFileSync(join(import.meta.dir, 'page/prebid.ts'), 'utf8'));
});

test('Prebid.js draws the ad, and win, impression, view and click are in the ledger, billed once', async () => {
  const exchange = await startExchange();
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: PageRequest[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/openrtb2/auction')) asked.push(request);
  });
  await page.goto(servePage(prebid, `http://localhost:${exchange.port}`));

  const ad = page.frameLocator('#ad iframe');
  expect(await ad.locator('h1').textContent()).toBe('Ridgeline Scree 3: grip for wet rock');
  expect(await ad.locator('p').textContent()).toBe('Sponsored by Ridgeline Running');
  const image = await ad.locator('img').evaluate(async (element) => {
    const { decode, complete } = element as HTMLImageElement;
    await decode.call(element);
    return complete;
  });
  expect(image).toBe(true);
  // The frame is as high as the ad: nothing of it is cut off.
  for (const part of ['p', 'h1', 'img', 'b']) expect(await isInFrame(ad.locator(part))).toBe(true);

  const received = asked.map((request) => ({
    method: request.method(),
    contentType: request.headers()['content-type'],
    body: JSON.parse(request.postData() ?? ''),
  }));
  // One, so no preflight.
  expect(received).toMatchObject([
    {
      method: 'POST',
      contentType: 'text/plain',
      body: {
        imp: [{ secure: 0, ext: { service: { adcpFormats: [{ id: 'native_product_card' }] } } }],
        site: { keywords: 'trail shoes, running', publisher: { id: 'pub-1' } },
        ext: { service: { messageSequenceNumber: 3, intent: { value: 'purchase_inquiry' } } },
      },
    },
  ]);

  // Where the ad leads is not of this machine: that it is asked for is all that can be seen here.
  const isLanding = (request: PageRequest) =>
    request.url().startsWith('https://ridgeline.example/');
  await Promise.all([context.waitForEvent('request', isLanding), ad.locator('a').click()]);

  const expected = { sold: 1, wins: 1, impressions: 1, viewables: 1, clicks: 1, losses: 0 };
  const house = await settled(
    async () => (await reportOf(exchange)).find(({ partner }) => partner === 'house'),
    (row) => Bun.deepMatch(expected, row ?? {}),
  );
  // 9.10 USD for a thousand of them.
  expect(house).toMatchObject({ ...expected, spend_usd: '0.0091' });
  await context.close();
});

test('the label is in sight in a frame of any size, however long the name and the title are', async () => {
  const exchange = await startExchange();
  const page = await browser.newPage();
  await page.goto(servePage(prebid, `http://localhost:${exchange.port}`));
  const frame = page.locator('#ad iframe');
  const label = frame.contentFrame().locator('p');
  await label.evaluate((element) => {
    element.append('a'.repeat(200));
    element.ownerDocument.querySelector('h1')?.append(' word'.repeat(60));
  });
  const sizes = ['300x50', '320x50', '320x100', '728x90', '300x250', '970x250', '300x600'];
  for (const size of sizes) {
    const [width, height] = size.split('x').map(Number);
    await frame.evaluate(
      ({ style }, given) => {
        style.width = `${given.width}px`;
        style.height = `${given.height}px`;
        style.maxWidth = 'none';
      },
      { width, height },
    );
    expect([size, await isInFrame(label, 'Sponsored by')]).toEqual([size, true]);
  }
  await page.close();
});

test('an advertiser that the page has just shown, and does not want again, leaves the impression to another', async () => {
  const exchange = await startExchange();
  const caps = snippet('js', 1).replace("'shop.example'", "'ridgeline.example'");
  const url = servePage(prebid, `http://localhost:${exchange.port}`, caps);
  const visit = async () => {
    const page = await browser.newPage();
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/openrtb2/auction')),
      page.goto(url),
    ]);
    const { ext } = JSON.parse(answer.request().postData() ?? '') as { ext: { parley: object } };
    const body = answer.status() === 200 ? ((await answer.json()) as BidResponse) : undefined;
    await page.close();
    return { parley: ext.parley, advertiser: body?.seatbid[0]?.bid[0]?.adomain };
  };
  // Without it the ad of ridgeline.example wins, as above. The other is of the product search, for which the first request may leave no time.
  const isFilled = ({ advertiser }: Awaited<ReturnType<typeof visit>>) => advertiser !== undefined;
  expect(await settled(visit, isFilled)).toEqual({
    parley: {
      conversation: expect.any(String),
      shown: [{ domain: 'ridgeline.example', secondsAgo: 90, again: false }],
    },
    advertiser: ['stridehouse.example'],
  });
});
