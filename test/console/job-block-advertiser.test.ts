import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { bidOn, startDsp } from '../auction/partners.ts';
import { bid, type Exchange, saleRequest, settled, startExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { anyCampaign, campaignsCommand, fileWith, onAllWorkers } from '../store/campaigns.ts';
import { faultsOfLooks } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { drive } from './drive.ts';

let exchange: Exchange;
let browser: Browser;
let page: Page;
let at: ReturnType<typeof drive>;

const CHEAPER = anyCampaign({ id: 'cheaper', domain: 'ownshop.example', cpm: 1 });

beforeAll(async () => {
  const dsp = startDsp((request) => bidOn(request, { adomain: ['shop.example'] }));
  atCleanUp(dsp.stop);
  const more = `
publishers: [{ id: fixed }]
partners: [{ name: dsp, kind: openrtb, url: "${dsp.url}" }, { name: own, kind: campaigns, store: true }]`;
  exchange = await startExchange({ workers: 2, more });
  await campaignsCommand(exchange, 'import', 'own', fileWith([CHEAPER]));
  const post = (path: string, body: object) =>
    fetch(`${exchange.adminUrl}/api/publishers${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('', { id: 'pub-3' });
  await post('/pub-3/state', { state: 'active' });
  browser = await startBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  at = drive(page);
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});

/** Whose ad a request of the publisher gets. */
async function adOf(publisher: string): Promise<string> {
  const response = await bid(exchange.port, saleRequest({ publisher }));
  if (response.status !== 200) return response.headers.get('x-nobid-reason') ?? '';
  return (await response.text()).includes('ownshop.example') ? 'ownshop' : 'shop';
}
const adsOf = (publisher: string, ad: string) => onAllWorkers(() => adOf(publisher), ad);

test('an operator sees a bad ad in an auction and blocks its advertiser for this publisher, then everywhere, and takes it back', async () => {
  const complaints = complaintsOf(page);
  await settled(
    () => adOf('pub-3'),
    (ad) => ad === 'shop',
  );
  await page.goto(`${exchange.adminUrl}/#/auctions?publisher=pub-3`);
  await page.locator('.row-link').first().click();
  await at.press('Block shop.example …');
  await at.shows('pub-3 will get no ad of shop.example');
  await at.shows(/No publisher will get an ad of shop.example .* No campaign of it runs here./);
  expect(await faultsOfLooks(page)).toEqual([]);

  await at.press('Block for pub-3');
  await at.shows('shop.example is blocked for pub-3.');
  expect(await adsOf('pub-3', 'ownshop')).toEqual(['ownshop']);
  expect(await adsOf('fixed', 'shop')).toEqual(['shop']);

  await at.press('Block everywhere');
  await at.shows('shop.example is blocked everywhere.');
  expect(await adsOf('fixed', 'ownshop')).toEqual(['ownshop']);

  await at.press('Allow again everywhere');
  await at.shows(/No publisher will get an ad of shop.example/);
  expect(await adsOf('fixed', 'shop')).toEqual(['shop']);
  expect(await adsOf('pub-3', 'ownshop')).toEqual(['ownshop']);
  await at.press('Allow again for pub-3');
  await at.shows('pub-3 will get no ad of shop.example');
  expect(await adsOf('pub-3', 'shop')).toEqual(['shop']);

  await page.goto(`${exchange.adminUrl}/#/auctions?publisher=fixed`);
  await page.locator('.row-link').first().click();
  await at.press('Block shop.example …');
  await at.shows(/fixed is in the config: to block shop.example for it alone/);
  await page.getByText('blockedDomains: [shop.example]').waitFor();
  expect(await faultsOfLooks(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('somebody finds the advertiser of a campaign, says who to call, and stops it until the matter is settled', async () => {
  await page.goto(`${exchange.adminUrl}/#/advertisers`);
  await page.getByLabel('Find').fill('ownshop');
  await at.follow(CHEAPER.advertiser);
  await page.getByRole('cell', { name: /^cheaper/ }).waitFor();
  await at.follow('Describe it');
  expect(await at.valueOf('Name')).toBe(CHEAPER.advertiser);
  await at.fill('Person', 'Ann Lee');
  await at.fill('E-mail', 'ann at ownshop');
  await at.press('Add the advertiser');
  await at.shows(/an e-mail address, like/);
  await at.fill('E-mail', 'ann@ownshop.example');
  await at.press('Add the advertiser');
  await at.shows('ann@ownshop.example');

  await at.press('Block everywhere …');
  await at.shows(/1 of its campaigns will stop/);
  expect(await faultsOfLooks(page)).toEqual([]);
  await at.press('Block everywhere');
  // Before the figures are read again by themselves.
  await at.shows('Its advertiser ownshop.example is blocked for all publishers.');
  await at.shows('state: active → blocked');
  await page.goto(`${exchange.adminUrl}/#/advertisers?state=blocked`);
  await page.getByRole('cell', { name: /ownshop.example/ }).waitFor();
  expect(await faultsOfLooks(page)).toEqual([]);
  await at.follow(CHEAPER.advertiser);
  await at.press('Allow again everywhere');
  await at.shows('state: blocked → active');
});
