import { afterAll, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DEFAULT_PARTNERS } from '../../../src/host/config/default-partners.ts';
import { PORTAL_PAGES } from '../../../src/parts/portal/page/page-list.ts';
import { STANDARD_PAGES } from '../../../src/programs/standard-pages.ts';
import { callerOf, invite } from '../../accounts/machine.ts';
import { faultsOfWidth, seriousFaults } from '../../browser/axe.ts';
import { campaignOf, STORES, stored } from '../../browser/campaigns.ts';
import { folderWithTwoWeeks } from '../../browser/two-weeks.ts';
import { walkOn } from '../../browser/walk.ts';
import { bid, saleRequest } from '../../notices/exchange.ts';
import { cleanUp } from '../../process.ts';
import { startTestServer } from '../../server.ts';

afterAll(cleanUp);

/** With something of everything. */
const { person } = walkOn(async () => {
  const started = await startTestServer({
    dataDir: await folderWithTwoWeeks(),
    partners: [...STORES, ...DEFAULT_PARTNERS],
    publishers: [{ id: 'in-config' }],
  });
  const call = callerOf(started.adminUrl);
  const made = async (list: string, definition: object) => {
    const { status, text } = await call('POST', `/api/${list}`, definition);
    if (status !== 201) throw new Error(text);
  };
  const name = { name: 'Ridge Chat', domain: 'ridge.example', type: 'publisher' };
  await made('publishers', { id: 'pub-1', seller: name });
  await invite(call, 'pub-1', 'Mira Lind');
  await made('partners', { name: 'orchard', kind: 'openrtb', url: 'https://orchard.example/rtb' });
  await made('advertisers', { domain: 'ridgeline.example', name: 'Ridgeline Running' });
  await made('buyers', { id: 'acme', name: 'Acme Agent', dailyCap: 100 });
  await stored(started, 'own', [campaignOf({ id: 'spring', cpm: 99 })]);
  await stored(started, 'checked', [campaignOf({ id: 'waiting' })]);
  await call('POST', '/api/statements/adjustments', {
    ...{ side: 'publisher', account: 'pub-1', month: new Date().toISOString().slice(0, 7) },
    ...{ kind: 'correction', amount: '-1.50', reason: 'agreed by mail' },
  });
  for (let time = 0; time < 3; time++) await bid(started.port);
  await bid(started.port, JSON.stringify({ ...JSON.parse(saleRequest()), id: 'the-auction' }));
  await bid(started.port, '{"id": 7}');
  return started;
});

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

const nothing = async () => {};

/** What stands behind a page, and what is open on it. */
const PREPARED: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '#/try': async (page) => {
    await press('Send')(page);
    await page.locator('parley-ad').waitFor();
    await page.getByText('Body', { exact: true }).click();
    await page.getByLabel('Bid request', { exact: true }).fill('{"id": 7}');
    await page.locator('.gutter .bad').waitFor();
  },
  '#/auctions?find=the-auction': async (page) => {
    await page.locator('.row-link').first().click();
    await page.locator('parley-ad').waitFor();
  },
  '#/advertisers/ridgeline.example': press('Block everywhere ridgeline.example'),
  '#/publishers/pub-1': press('Remove Mira Lind'),
  '#/partners/orchard': press('Send a sample request'),
  '#/campaigns/own/spring': press('Pause own/spring'),
  '#/campaigns/checked/waiting': nothing,
  '#/buyers/acme': nothing,
  '#/buyers/products': nothing,
  '#/campaigns?view=new': press('Save as draft'),
  '#/publishers?view=new': press('Add the publisher'),
  '#/partners?view=new': press('Add the partner'),
  '#/advertisers?view=new': nothing,
  '#/buyers?view=new': nothing,
  '#/buyers/products?view=new': nothing,
  '#/nowhere': nothing,
  'portal#/earnings': nothing,
  'portal#invitation=any': nothing,
};

const ADDRESSES = [
  ...STANDARD_PAGES.map(({ id }) => `#/${id}`).filter((address) => !(address in PREPARED)),
  ...PORTAL_PAGES.map(({ id }) => `portal?publisher=pub-1#/${id}`),
  ...Object.keys(PREPARED),
];

/** A folder for pictures of all pages, for people to look at. */
const PICTURES = process.env.PARLEY_TEST_PICTURES;
if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });

const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

test.each(LOOKS)('no page keeps anybody out or is wider than the screen: %j', async (look) => {
  const { width, colorScheme } = look;
  const who = await person({ viewport: { width, height: 900 }, colorScheme });
  for (const [index, address] of ADDRESSES.entries()) {
    await who.page.goto('about:blank');
    await who.open(address);
    await who.page.locator('h1, h2').first().waitFor();
    await who.gone('Loading …');
    await PREPARED[address]?.(who.page);
    const faults = [...(await seriousFaults(who.page)), ...(await faultsOfWidth(who.page))];
    if (PICTURES !== undefined) {
      const path = join(PICTURES, `${index}-${width}-${colorScheme}.png`);
      await who.page.screenshot({ path, fullPage: true });
    }
    const policy = who.complaints.filter((one) => one.includes('Content Security Policy'));
    expect([address, faults, policy]).toEqual([address, [], []]);
  }
});

/** As long as names may be, without a place to break. */
const LONG_NAME = 'Wassersport'.repeat(9);

test.each([390, 1440])('no page is wider than %d pixels, however long its names', async (width) => {
  const { page, open, gone } = await person({ viewport: { width, height: 900 } });
  let renamed = 0;
  // The stream of Live never ends.
  await page.route(/\/api\/(?!live)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /"(advertiser|name|domain|publisher|campaign|partner|title|changedBy|who)":"[^"]+"/g,
      (_, key) => {
        renamed++;
        return `"${key}":"${LONG_NAME}"`;
      },
    );
    await route.fulfill({ response, body });
  });
  for (const address of ADDRESSES) {
    await page.goto('about:blank');
    await open(address);
    await page.locator('h1, h2').first().waitFor();
    await gone('Loading …');
    expect([address, await faultsOfWidth(page)]).toEqual([address, []]);
  }
  expect(renamed).toBeGreaterThan(ADDRESSES.length);
});
