import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { eventually } from '../eventually.ts';
import { PNG } from '../images/fixtures.ts';
import { bid, databaseOf, type Exchange, settled, startExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp, ROOT } from '../process.ts';
import {
  adAt,
  anyCampaign,
  campaignsCommand,
  fileWith,
  STORE_PARTNER,
} from '../store/campaigns.ts';
import { faultsOfLooks } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { drive } from './drive.ts';

const DAY_MS = 86_400_000;
const REQUESTS = 6;

const EXAMPLE = JSON.parse(readFileSync(join(ROOT, 'examples/request.json'), 'utf8'));
const GERMAN = JSON.stringify({
  ...EXAMPLE,
  test: 0,
  device: { language: 'de', geo: { country: 'DEU' } },
});

let exchange: Exchange;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  exchange = await startExchange({ more: STORE_PARTNER });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
});

const open = (path: string) => page.goto(`${exchange.adminUrl}/#/campaigns${path}`);

test('a person targets Germany by suggestion and learns that no request has the intent buy', async () => {
  for (let time = 0; time < REQUESTS; time++) await bid(exchange.port, GERMAN);
  const database = await databaseOf(exchange);
  await eventually(async () => {
    const [row] = await database.query(
      `select sum(requests) as requests from rollups where country = 'DEU'`,
    );
    return Number(row?.requests) === REQUESTS;
  });
  await database.query(
    `update rollups set minute_ms = minute_ms - ${DAY_MS} where country = 'DEU'`,
  );
  const { fill, shows, press } = drive(page);
  await open('/new');
  await fill('Id', 'german');
  const countries = page.getByRole('combobox', { name: 'Countries' });
  await countries.pressSequentially('Ger');
  await page
    .getByRole('option', { name: `DEU · Germany ${REQUESTS} requests yesterday` })
    .waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await faultsOfLooks(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Countries: chosen' }).getByText('DEU · Germany').waitFor();

  await page.getByRole('combobox', { name: 'Intents' }).pressSequentially('buy');
  await page.keyboard.press('Enter');
  await shows('No request of the last 7 days had the intent buy; most had: purchase_inquiry.');
  await page.keyboard.press('Backspace');
  await page.getByText(/had the intent buy/).waitFor({ state: 'detached' });
  await page.keyboard.type('purchase_inquiry,');

  // Days by calendar, and a time by the clocks of the campaign.
  await fill('Time zone of its days', 'Europe/Berlin');
  await fill('First day', '2026-12-01');
  await press('Time instead of “Last day”');
  await fill('Ends at', '2027-03-28T02:30');
  await shows('The clocks of Europe/Berlin skip 02:30 on 2027-03-28: choose another time.');
  await fill('Ends at', '2027-03-28T18:00');
  await shows('In Europe/Berlin. Stored as 2027-03-28T18:00:00+02:00.');

  await fill('Advertiser', 'Ridgeline Running');
  await fill('Advertiser’s domain', 'ridgeline.example');
  await fill('Title', 'Grip for wet rock');
  await fill('Link', 'https://ridgeline.example/scree');
  const saved = page.waitForResponse((answer) => answer.status() === 201);
  await press('Save as draft');
  expect(((await (await saved).json()) as { campaign: Campaign }).campaign).toMatchObject({
    flight: { start: '2026-12-01', end: '2027-03-28T18:00:00+02:00' },
    targeting: { include: { countries: ['DEU'], intents: ['purchase_inquiry'] } },
  });
});

test('an ad operations person gives a campaign a second ad with a picture from her disk and starts it', async () => {
  const campaign = anyCampaign({ id: 'spring', domain: 'ridgeline.example', cpm: 7 });
  const file = fileWith([campaign]);
  await campaignsCommand(exchange, 'import', 'own', file, '--state', 'draft');
  const { press, shows } = drive(page);
  const complaints = complaintsOf(page);
  await open('/own/spring/edit');
  await press('Add an ad');
  const second = page.getByRole('group', { name: 'Ad 2 of 2: spring-card-2' });
  // The cursor is in the title of the new ad.
  await page.keyboard.type('Grip for wet rock');
  await second.getByLabel('Link').fill('https://ridgeline.example/scree');
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/images?*', async (route) => {
    await isLetGo;
    await route.continue();
  });
  await second
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'scree.png', mimeType: 'image/png', buffer: Buffer.from(PNG) });
  await shows(/^scree\.png is on its way, 1 kB/);
  // What is typed meanwhile stays.
  await second.getByLabel('Text', { exact: true }).fill('With a rock plate');
  letGo();
  await shows(/^scree\.png is here, 40 × 30\.$/);
  expect(await second.getByLabel('Text', { exact: true }).inputValue()).toBe('With a rock plate');
  const mention = second.locator('.ad-view .bubble', { hasText: 'Grip for wet rock' });
  expect(await mention.count()).toBe(2);
  expect(await second.locator('parley-ad[theme=dark]').count()).toBe(1);

  // A picture elsewhere is measured by the exchange.
  const size = { w: 1200, h: 627, mime: 'image/jpeg' };
  await page.route('**/api/images/size', (route) => route.fulfill({ json: size }));
  await page.route('https://cdn.ridgeline.example/*', (route) =>
    route.fulfill({ body: Buffer.from(PNG), contentType: 'image/png' }),
  );
  await second.getByRole('button', { name: 'Picture by URL' }).click();
  await second.getByLabel('Image URL').last().fill('https://cdn.ridgeline.example/scree.jpg');
  await shows('It is 1200 × 627.');
  expect(await second.getByLabel('Width').last().inputValue()).toBe('1200');

  // The ids of stored ads are fixed. The new ad comes first, by the keyboard, which stays with it.
  expect(await page.getByLabel('Creative id').first().isDisabled()).toBe(true);
  await second.getByRole('button', { name: 'Up spring-card-2' }).press('Enter');
  const first = page.getByRole('group', { name: 'Ad 1 of 2: spring-card-2' });
  await first
    .getByRole('button', { name: 'Down spring-card-2' })
    .and(page.locator(':focus'))
    .waitFor();
  await press('Remove spring-card');
  await page.keyboard.press('Enter');
  await page.getByLabel('Which of its ads').selectOption({ label: 'By their weights' });
  await first.getByLabel('Weight of this ad').fill('100');
  expect(await faultsOfLooks(page)).toEqual([]);

  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await press('Save');
  const { creatives, rotation } = ((await (await saved).json()) as { campaign: Campaign }).campaign;
  expect([rotation, ...creatives.map(({ id }) => id)]).toEqual([
    'weighted',
    'spring-card-2',
    'spring-card',
  ]);
  const [picture, other] = creatives[0]?.images ?? [];
  expect(other).toMatchObject(size);
  expect(picture).toMatchObject({ w: 40, h: 30, mime: 'image/png' });
  await press('Start');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const ad = await settled(
    () => adAt(exchange.port),
    (one) => one?.crid === 'spring-card-2',
  );
  expect(ad?.cid).toBe('spring');
  const served = await fetch(new URL(picture?.url ?? '', `http://127.0.0.1:${exchange.port}`));
  expect(Buffer.from(await served.arrayBuffer()).equals(PNG)).toBe(true);
  expect(complaints).toEqual([]);
});
