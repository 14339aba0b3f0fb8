import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { bid, type Exchange, saleRequest, startExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import {
  anyCampaign,
  campaignsCommand,
  fileWith,
  onEveryWorker,
  STORE_PARTNER,
} from '../store/campaigns.ts';
import { faultsOfLooks } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';

const CAMPAIGNS = [
  anyCampaign({ id: 'low-bid', cpm: 0.05, targeting: { include: { publishers: ['pub-1'] } } }),
  anyCampaign({ id: 'blocked', cpm: 2, targeting: { include: { publishers: ['pub-3'] } } }),
  anyCampaign({ id: 'sells', cpm: 2, targeting: { include: { publishers: ['pub-2'] } } }),
  anyCampaign({ id: 'german', cpm: 9, targeting: { include: { countries: ['DE'] } } }),
];

const SENTENCES = {
  'low-bid': 'Bidding, never winning: floor $0.50, you bid $0.05 (0 of 9 bids sold today).',
  blocked: 'Blocked by pub-3: domain (0 of 6 bids sold today).',
} as const;

/** From France: all but the country of `german` matches. */
function requestOf(publisher: string, fields: object = {}): string {
  const { imp, ...rest } = JSON.parse(saleRequest({ publisher })) as { imp: readonly object[] };
  const floored = publisher === 'pub-1' ? imp.map((one) => ({ ...one, bidfloor: 0.5 })) : imp;
  return JSON.stringify({
    ...rest,
    imp: floored,
    device: { geo: { country: 'FRA' } },
    ...fields,
  });
}

let exchange: Exchange;
let browser: Browser;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  exchange = await startExchange({ more: STORE_PARTNER });
  browser = await startBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  complaints = complaintsOf(page);
  await campaignsCommand(exchange, 'import', 'own', fileWith(CAMPAIGNS));
  await onEveryWorker(exchange.port, 'sells', requestOf('pub-2'));
  const blocked = requestOf('pub-3', { badv: ['blocked.example'] });
  for (let time = 0; time < 9; time++) await bid(exchange.port, requestOf('pub-1'));
  for (let time = 0; time < 6; time++) await bid(exchange.port, blocked);
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});

const open = (path: string) => page.goto(`${exchange.adminUrl}/#/campaigns${path}`);

test('a person sees at a glance why low-bid never wins and blocked never shows', async () => {
  await open('');
  const rowOf = (id: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: id, exact: true }) });
  for (const [id, sentence] of Object.entries(SENTENCES)) {
    await rowOf(id).getByText(sentence).waitFor();
    expect(await rowOf(id).locator('.dot.sign.bad').count()).toBe(1);
  }
  await rowOf('sells')
    .getByText(/^ ?Selling: \d+ of \d+ bids sold today\.$/)
    .waitFor();
  expect(await page.locator('.dot.sign.good').count()).toBe(1);
  expect(await faultsOfLooks(page)).toEqual([]);

  await page.getByLabel('State').selectOption('failing');
  await page.getByRole('link', { name: 'sells', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'low-bid', exact: true }).click();
  // The page says what the list said, and what to do.
  await page.getByRole('status').getByText(SENTENCES['low-bid']).waitFor();
  await page.getByText('9 for pub-1: Below the floor, $0.50 on average. Raise the CPM').waitFor();
  await page.locator('.funnel li', { hasText: /Sold 0/ }).waitFor();
});

test('a person learns that all but the country matched', async () => {
  await open('/own/german');
  const panel = page.getByRole('region', { name: 'Nearly matched' });
  const count = panel.getByText(/^All but the country: [1-9]\d*$/);
  await count.waitFor();
  await panel.getByText('country FRA, you ask for DE').first().waitFor();
  await page
    .getByRole('status')
    .getByText(/nearly matched \d+ requests in 24 hours, all but the country\.$/)
    .waitFor();
  expect(await faultsOfLooks(page)).toEqual([]);
  // The request itself is one click away.
  await panel.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /^(Sold|No ad)$/ }).waitFor();
  await open('');
  await page.getByText(/nearly matched \d+ requests in 24 hours, all but the country/).waitFor();
  expect(complaints).toEqual([]);
});
