import { expect, test } from 'bun:test';
import type { SampleSearch } from '../../src/ledger/samples/sampled-outcomes.ts';
import type { CampaignDocument } from '../../src/parts/campaigns/operations.ts';
import { callerOf } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { PNG } from '../images/fixtures.ts';
import { bid, buy, call } from '../notices/exchange.ts';
import { startTestServer } from '../server.ts';
import { seriousFaults } from './axe.ts';
import { adAt, campaignOf, STORES, stored, winnerAt } from './campaigns.ts';
import { type Person, walkOn } from './walk.ts';

const { machine, person } = walkOn(() => startTestServer({ partners: STORES }));

const FIELDS = {
  Id: 'made-here',
  Advertiser: 'Ridgeline Running',
  'Advertiser’s domain': 'ridgeline.example',
  'CPM in USD': '7',
  'Budget a day, USD': '50',
  Title: 'Grip for wet rock',
  Link: 'https://ridgeline.example/scree',
};

const read = async (path: string) =>
  (await callerOf(machine().adminUrl)<CampaignDocument>('GET', `/api/campaigns/${path}`)).body;

/** Somebody else saves. */
async function changeElsewhere(path: string, fields: object): Promise<void> {
  const { definition, revision } = await read(path);
  const changed = { ...definition, ...fields };
  const ifMatch = { 'If-Match': `"${revision}"` };
  const { status } = await callerOf(machine().adminUrl)(
    'PUT',
    `/api/campaigns/${path}`,
    changed,
    ifMatch,
  );
  expect(status).toBe(200);
}

test('a campaign goes from the form to its first cent, and stops when it is paused', async () => {
  const ann = await person();
  const { page, press, shows } = ann;
  // What the estimate is made of.
  for (let time = 0; time < 8; time++) await bid(machine().port);
  const samples = () => callerOf(machine().adminUrl)<SampleSearch>('GET', '/api/samples');
  await eventually(async () => (await samples()).body.rows.length > 0);
  await ann.open('#/campaigns');
  await ann.follow('Add a campaign');
  await ann.fill('CPM in USD', 'cheap');
  await shows('a number from 0.01 to 1000, like 8.50, was expected, "cheap" was typed');
  await press('Save as draft');
  const alert = page.getByRole('alert');
  await alert.getByText(/Advertiser: fill it in: a text/).waitFor();
  expect(await alert.evaluate((box) => document.activeElement === box)).toBe(true);
  for (const [label, text] of Object.entries(FIELDS)) await ann.fill(label, text);
  await ann.gone(/is wrong|are wrong/);
  const preview = page.locator('parley-ad[preview]');
  await preview.getByRole('article', { name: 'Sponsored: Grip for wet rock' }).first().waitFor();
  const expected = page.getByRole('region', { name: 'What to expect in a day' });
  await expected.getByText(/sampled requests match/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await press('Save as draft');
  await shows(/Draft: it was not started yet/);
  expect(await winnerAt(machine())).toBeUndefined();
  await press('Start');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await eventually(async () => (await winnerAt(machine())) === 'made-here');

  const bought = await buy(machine().port);
  await call(bought.burl ?? '', { price: String(bought.price) });
  await call(bought.impression);
  await call(bought.link);
  await page.locator('.funnel li', { hasText: /Clicked 1/ }).waitFor();
  await shows('Spend $0.007');
  expect(await seriousFaults(page)).toEqual([]);

  await press('Pause own/made-here');
  await shows(/Its ad stops at once, on all machines/);
  await press('Pause own/made-here now');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  for (let time = 0; time < 4; time++) expect(await winnerAt(machine())).toBeUndefined();
  await shows('state: active → paused');
  await ann.follow('Its auctions');
  await page.getByRole('cell', { name: 'own (ridgeline-running)' }).first().waitFor();
  await page.locator('.row-link').first().click();
  await page.getByRole('cell', { name: 'own ridgeline.example' }).waitFor();
  expect(ann.complaints.filter((one) => !one.includes('422'))).toEqual([]);
});

test('a campaign gets a second ad with a picture from the disk, first in order and heavier', async () => {
  await stored(machine(), 'own', [campaignOf({ id: 'spring', cpm: 9 })], 'draft');
  const ann = await person();
  const { page, press, shows } = ann;
  await ann.open('#/campaigns/own/spring?view=edit');
  await press('Add an ad');
  const second = page.getByRole('group', { name: 'Ad 2 of 2: spring-card-2' });
  await second.getByLabel('Title', { exact: true }).fill('Grip for wet rock');
  await second.getByLabel('Link').fill('https://ridgeline.example/scree');
  const picture = { name: 'scree.png', mimeType: 'image/png', buffer: Buffer.from(PNG) };
  await second.getByLabel('Upload a picture').setInputFiles(picture);
  await shows(/^scree\.png is here, 40 × 30\.$/);
  await second.getByRole('button', { name: 'Up spring-card-2' }).press('Enter');
  const first = page.getByRole('group', { name: 'Ad 1 of 2: spring-card-2' });
  await first.waitFor();
  await page.getByLabel('Which of its ads').selectOption({ label: 'By their weights' });
  await first.getByLabel('Weight of this ad').fill('100');
  expect(await seriousFaults(page)).toEqual([]);
  await press('Save');
  await ann.heading('spring');
  await press('Start');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const { rotation, creatives } = (await read('own/spring')).definition;
  expect([rotation, ...creatives.map(({ id }) => id)]).toEqual([
    'weighted',
    'spring-card-2',
    'spring-card',
  ]);
  await eventually(async () => (await adAt(machine()))?.crid === 'spring-card-2');
  const served = await fetch(new URL(creatives[0]?.images?.[0]?.url ?? '', machine().url));
  expect(Buffer.from(await served.arrayBuffer()).equals(PNG)).toBe(true);
  expect(ann.complaints).toEqual([]);
});

async function stays(who: Person) {
  const question = who.page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
  await who.press('Stay');
  await question.waitFor({ state: 'detached' });
  expect(await who.valueOf('CPM in USD')).toBe('6');
}

test('who leaves a form with changes is asked, and nobody saves over what somebody else saved unseen', async () => {
  const shared = campaignOf({ id: 'shared', cpm: 2, budget: { daily: 10 } });
  await stored(machine(), 'own', [shared], 'draft');
  const ann = await person();
  await ann.open('#/campaigns/own/shared');
  await ann.follow('Edit');
  await ann.fill('CPM in USD', '6');
  await ann.follow('Live');
  await stays(ann);
  await ann.page.evaluate(() => history.back());
  await stays(ann);
  await ann.follow('Cancel');
  await ann.press('Leave without saving');
  await ann.heading('shared');

  await ann.follow('Edit');
  await ann.fill('CPM in USD', '3');
  await ann.fill('Title', 'Mine');
  await changeElsewhere('own/shared', { cpm: 5, budget: { daily: 40 } });
  await ann.press('Save');
  await ann.shows(/has changed it meanwhile/);
  await ann.press('Save');
  await ann.press('See the other version');
  await ann.shows('Budget a day, USD: 40 → 10');
  await ann.shows('CPM in USD: 5 → 3');
  expect((await read('own/shared')).definition.cpm).toBe(5);
  await ann.fill('Budget a day, USD', '40');
  await ann.press('Save');
  await ann.heading('shared');
  const { definition } = await read('own/shared');
  expect(definition).toMatchObject({ cpm: 3, budget: { daily: 40 } });
  expect(definition.creatives[0]?.title).toBe('Mine');
});

test('JSON with a stray comma is refused with its place, and what was typed stays', async () => {
  await stored(machine(), 'own', [campaignOf({ id: 'comma' })], 'draft');
  const ann = await person();
  await ann.open('#/campaigns/own/comma?view=edit');
  await ann.page.getByText('All fields, as JSON').click();
  const box = ann.page.locator('#all-fields');
  const typed = (await box.inputValue()).replace('"cpm": 1', '"cpm": 4,,');
  await box.fill(typed);
  // Another field changes while the text cannot be read.
  await ann.fill('Budget a day, USD', '12');
  await ann.press('Save');
  const alert = ann.page.getByRole('alert');
  await alert.getByText(/line \d+, column \d+/).waitFor();
  expect(await box.inputValue()).toBe(typed);
  expect((await read('own/comma')).definition.cpm).toBe(1);
  await box.fill(typed.replace('4,,', '4'));
  await ann.press('Save');
  await ann.heading('comma');
  expect((await read('own/comma')).definition).toMatchObject({ cpm: 4, budget: { daily: 12 } });
});
