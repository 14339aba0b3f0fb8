import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Request as PageRequest } from 'playwright-core';
import { startBrowser } from '../../../test/console/browser.ts';
import { reportOf, settled, startExchange } from '../../../test/notices/exchange.ts';
import { atCleanUp, cleanUp, ROOT } from '../../../test/process.ts';
import { bundlePrebid } from './bundle.ts';

const DOCUMENT = readFileSync(join(ROOT, 'docs/integrate/prebid-js.md'), 'utf8');
const PAGE = readFileSync(join(import.meta.dir, 'page/page.html'), 'utf8');
const PLACE_OF_SCRIPT = '/* the script of docs/integrate/prebid-js.md */';

let browser: Browser;
let prebid: string;

beforeAll(async () => {
  [browser, prebid] = await Promise.all([startBrowser(), bundlePrebid()]);
});

afterAll(async () => {
  await browser.close();
  await cleanUp();
});

function snippet(language: string, index = 0): string {
  const all = [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))];
  const text = all[index]?.[1];
  if (text === undefined) throw new Error(`the page has no ${language} snippet ${index + 1}`);
  return text;
}

/** The page of the documentation, with the exchange at this address, which is an http one, and this before it asks for ads. */
function servePage(endpoint: string, before = ''): string {
  const script = snippet('js')
    .replace('pbjs.requestBids(', () => `${before}pbjs.requestBids(`)
    .replace('https://ads.example.com', endpoint)
    .replace("code: 'ad',", "code: 'ad', ortb2Imp: { secure: 0 },");
  const html = PAGE.replace(PLACE_OF_SCRIPT, () => script);
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/': () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
      '/prebid.js': () => new Response(prebid, { headers: { 'Content-Type': 'text/javascript' } }),
    },
  });
  atCleanUp(() => server.stop(true));
  return `http://localhost:${server.port}/`;
}

test('the bundle of the documentation is the one that is tried', () => {
  expect(snippet('ts')).toBe(readFileSync(join(import.meta.dir, 'page/prebid.ts'), 'utf8'));
});

test('Prebid.js draws the ad, and win, impression, view and click are in the ledger, billed once', async () => {
  const exchange = await startExchange();
  const context = await browser.newContext();
  // Where the ad leads is not of this machine.
  await context.route('https://ridgeline.example/**', (route) =>
    route.fulfill({ body: 'the advertiser' }),
  );
  const page = await context.newPage();
  const asked: PageRequest[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/openrtb2/auction')) asked.push(request);
  });
  await page.goto(servePage(`http://localhost:${exchange.port}`));

  const ad = page.frameLocator('#ad iframe');
  expect(await ad.locator('h1').textContent()).toBe('Ridgeline Scree 3: grip for wet rock');
  expect(await ad.locator('p').textContent()).toBe('Sponsored by Ridgeline Running');
  const image = await ad.locator('img').evaluate(async (element) => {
    const { decode, complete } = element as HTMLImageElement;
    await decode.call(element);
    return complete;
  });
  expect(image).toBe(true);

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
        imp: [{ ext: { service: { adcpFormats: [{ id: 'native_product_card' }] } } }],
        site: { keywords: 'trail shoes, running', publisher: { id: 'pub-1' } },
        ext: { service: { messageSequenceNumber: 3, intent: { value: 'purchase_inquiry' } } },
      },
    },
  ]);

  const [destination] = await Promise.all([context.waitForEvent('page'), ad.locator('a').click()]);
  await destination.waitForURL('https://ridgeline.example/**');

  const expected = { sold: 1, wins: 1, impressions: 1, viewables: 1, clicks: 1, losses: 0 };
  const house = await settled(
    async () => (await reportOf(exchange)).find(({ partner }) => partner === 'house'),
    (row) => Bun.deepMatch(expected, row ?? {}),
  );
  // 9.10 USD for a thousand of them.
  expect(house).toMatchObject({ ...expected, spend_usd: '0.0091' });
  await context.close();
});

test('an advertiser that the page has just shown, and does not want again, leaves the impression to another', async () => {
  const exchange = await startExchange();
  const page = await browser.newPage();
  const caps = snippet('js', 1).replace("'shop.example'", "'ridgeline.example'");
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/openrtb2/auction')),
    page.goto(servePage(`http://localhost:${exchange.port}`, caps)),
  ]);
  const { ext } = JSON.parse(answer.request().postData() ?? '') as { ext: { parley: object } };
  expect(ext.parley).toEqual({
    conversation: expect.any(String),
    shown: [{ domain: 'ridgeline.example', secondsAgo: 90, again: false }],
  });
  // Without it the ad of ridgeline.example wins, as above.
  expect(await answer.json()).toMatchObject({
    seatbid: [{ bid: [{ adomain: ['stridehouse.example'] }] }],
  });
  await page.close();
});
