import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Segment, SegmentEncoder, TCModel } from '@iabtechlabtcf/core';
import type { Browser, Page, Request as PageRequest } from 'playwright-core';
import { startBrowser } from '../../../test/browser/browser.ts';
import { type Exchange, startExchange } from '../../../test/notices/exchange.ts';
import { cleanUp } from '../../../test/process.ts';
import { bundlePrebid } from './bundle.ts';
import { askAt, pageWith, scriptWith, servePage, serveScript, snippet } from './serve-page.ts';

/** The adapter beside other modules of Prebid.js, with a real exchange that has no rates. */

let browser: Browser;
let prebid: string;
let exchange: Exchange;

beforeAll(async () => {
  [browser, prebid, exchange] = await Promise.all([
    startBrowser(),
    bundlePrebid(),
    startExchange(),
  ]);
});

afterAll(async () => {
  await browser.close();
  await cleanUp();
});

/** Keeps in `window.seen` what is asked about here. */
const WATCH = `
  window.seen = {};
  pbjs.onEvent('tcf2Enforcement', ({ biddersBlocked }) => { window.seen.blocked = biddersBlocked; });
  pbjs.onEvent('auctionEnd', ({ bidsReceived }) => {
    window.seen.bids = bidsReceived.map(({ cpm, currency, originalCpm, originalCurrency }) =>
      ({ cpm: Number(cpm), currency, originalCpm, originalCurrency }));
  });
`;

const DEBUG = 'pbjs.setConfig({ debug: true });\n';

type Seen = {
  readonly blocked?: readonly string[];
  readonly bids?: readonly {
    readonly cpm: number;
    readonly currency: string;
    readonly originalCpm: number;
    readonly originalCurrency: string;
  }[];
};

/** What the exchange was sent, and what became of it once the auction of the page was over. */
async function visit(url: string) {
  const page: Page = await browser.newPage();
  const sent: { readonly [field: string]: unknown }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/openrtb2/auction'))
      sent.push(JSON.parse(request.postData() ?? ''));
  });
  await page.goto(url);
  await page.waitForFunction('window.seen?.bids !== undefined');
  const seen = (await page.evaluate('window.seen')) as Seen;
  await page.close();
  return { ...seen, sent };
}

const visitWith = (before: string) =>
  visit(servePage(prebid, `http://localhost:${exchange.port}`, WATCH + before));

const VENDOR = 1234;

/** A consent tool that says yes to all purposes for this vendor. */
function consentTo(vendor: number): string {
  const model = new TCModel();
  model.cmpId = 10;
  model.cmpVersion = 1;
  model.consentScreen = 1;
  model.consentLanguage = 'EN';
  model.vendorListVersion = 48;
  model.isServiceSpecific = true;
  model.purposeConsents.set([1, 2, 3, 4, 7]);
  model.vendorConsents.set(vendor);
  const purposes = Object.fromEntries([1, 2, 3, 4, 7].map((purpose) => [purpose, true]));
  const getTCData = {
    tcString: SegmentEncoder.encode(model, Segment.CORE),
    gdprApplies: true,
    purpose: { consents: purposes, legitimateInterests: {} },
    vendor: { consents: { [vendor]: true }, legitimateInterests: {} },
    specialFeatureOptins: {},
    publisher: { restrictions: {} },
  };
  const gdpr = { cmpApi: 'static', consentData: { getTCData } };
  return `pbjs.setConfig(${JSON.stringify({ consentManagement: { gdpr } })});\n`;
}

test('under the GDPR the adapter is not asked while the page does not say who runs the exchange', async () => {
  const { blocked, sent } = await visitWith(consentTo(VENDOR));
  expect({ blocked, sent }).toEqual({ blocked: ['parley'], sent: [] });
});

test('under the GDPR the adapter is asked with the number of the operator, if the person consents to it', async () => {
  const mapping = snippet('js', 2);
  expect(mapping).toContain(String(VENDOR));
  const { blocked, bids, sent } = await visitWith(mapping + consentTo(VENDOR));
  expect(blocked).toEqual([]);
  expect(bids).toHaveLength(1);
  expect(sent).toMatchObject([
    { regs: { ext: { gdpr: 1 } }, user: { ext: { consent: expect.any(String) } } },
  ]);

  const other = await visitWith(mapping + consentTo(VENDOR + 1));
  expect([other.blocked, other.sent]).toEqual([['parley'], []]);
});

test('a page in EUR gets a bid in USD, which Prebid.js converts, over its floor in EUR', async () => {
  const currency = { adServerCurrency: 'EUR', rates: { USD: { EUR: 0.5 } } };
  const data = { currency: 'EUR', schema: { fields: ['mediaType'] }, values: { native: 1 } };
  const { bids, sent } = await visitWith(
    `pbjs.setConfig(${JSON.stringify({ currency, floors: { data } })});\n`,
  );
  expect(sent).toMatchObject([{ cur: ['EUR', 'USD'], imp: [{ bidfloor: 2, bidfloorcur: 'USD' }] }]);
  const [bid] = bids ?? [];
  expect(bid).toMatchObject({ currency: 'EUR', originalCurrency: 'USD' });
  expect(bid?.originalCpm).toBeGreaterThan(2);
  expect(bid?.cpm).toBeCloseTo((bid?.originalCpm ?? 0) / 2, 3);
});

test('a US Privacy string that the consent tool has got wrong costs no ad', async () => {
  const usp = { cmpApi: 'static', consentData: { getUSPData: { uspString: 'none' } } };
  const { bids, sent } = await visitWith(
    `pbjs.setConfig(${JSON.stringify({ consentManagement: { usp } })});\n`,
  );
  const [{ regs }] = sent as [{ regs: { us_privacy?: string; ext?: { us_privacy?: string } } }];
  expect(regs.us_privacy ?? regs.ext?.us_privacy).toBe('none');
  expect(bids).toHaveLength(1);
});

test('the test parameters of the adapter bring an ad', async () => {
  const page = readFileSync(join(import.meta.dir, '../modules/parleyBidAdapter.md'), 'utf8');
  const [, adUnits = ''] = /```javascript\n(.*?)```/s.exec(page) ?? [];
  const script = `window.pbjs = { que: [] };
    pbjs.que.push(() => {
      ${askAt(adUnits, `http://localhost:${exchange.port}`)}
      pbjs.addAdUnits(adUnits);
      ${WATCH}
      pbjs.requestBids();
    });`;
  const { bids, sent } = await visit(serveScript(prebid, script));
  expect(sent).toMatchObject([{ test: 1 }]);
  expect(bids).toHaveLength(1);
});

test('an https page asks for secure ads, and in debug mode its console says why there is none', async () => {
  const page = await browser.newPage();
  const html = pageWith(scriptWith('https://exchange.example', DEBUG + WATCH));
  const exchangeUrl = `http://localhost:${exchange.port}/openrtb2/auction`;
  await page.route('https://publisher.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  await page.route('https://publisher.example/prebid.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: prebid }),
  );
  // As a proxy with TLS before an exchange that knows nothing of it.
  await page.route('https://exchange.example/**', async (route) =>
    route.fulfill({ response: await route.fetch({ url: exchangeUrl }) }),
  );
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const isAuction = (request: PageRequest) => request.url().endsWith('/openrtb2/auction');
  const [asked] = await Promise.all([
    page.waitForRequest(isAuction),
    page.goto('https://publisher.example/'),
  ]);
  await page.waitForFunction('window.seen?.bids !== undefined');
  expect(JSON.parse(asked.postData() ?? '')).toMatchObject({ imp: [{ secure: 1 }] });
  const [why = ''] = said.filter((line) => line.includes('parley: no bid'));
  expect(why).toContain('no bid, not-secure: this exchange has an http address');
  await page.close();
});
