import { expect, test } from 'bun:test';
import type { CampaignDocument } from '../../src/parts/campaigns/operations.ts';
import { callerOf } from '../accounts/machine.ts';
import { bidOn, startDsp } from '../auction/partners.ts';
import { eventually } from '../eventually.ts';
import { bid, saleRequest } from '../notices/exchange.ts';
import { atCleanUp } from '../process.ts';
import { startTestServer } from '../server.ts';
import { seriousFaults } from './axe.ts';
import { campaignOf, STORES, stored, winnerAt } from './campaigns.ts';
import { walkOn } from './walk.ts';

const dsp = startDsp((request) => {
  const isForBlocks = JSON.stringify(request.site).includes('pub-blocks');
  return isForBlocks
    ? bidOn(request, { adomain: ['shop.example'] })
    : new Response(null, { status: 204 });
});
atCleanUp(dsp.stop);

const { machine, person } = walkOn(() =>
  startTestServer({ partners: [...STORES, { name: 'dsp', kind: 'openrtb', url: dsp.url }] }),
);

const wants = (publisher: string) => ({ targeting: { include: { publishers: [publisher] } } });

/** From France. */
function requestOf(publisher: string, fields: object = {}): string {
  const { imp, ...rest } = JSON.parse(saleRequest({ publisher })) as { imp: readonly object[] };
  const floored = publisher === 'pub-1' ? imp.map((one) => ({ ...one, bidfloor: 0.5 })) : imp;
  const device = { geo: { country: 'FRA' } };
  return JSON.stringify({ ...rest, imp: floored, device, ...fields });
}

async function send(times: number, body: string): Promise<void> {
  for (let time = 0; time < times; time++) await bid(machine().port, body);
}

const read = async (path: string) =>
  (await callerOf(machine().adminUrl)<CampaignDocument>('GET', `/api/campaigns/${path}`)).body;

test('a list says at a glance why a campaign sells nothing, and its page what to do', async () => {
  await stored(machine(), 'own', [
    campaignOf({ id: 'low-bid', cpm: 0.05, ...wants('pub-1') }),
    campaignOf({ id: 'blocked', cpm: 2, ...wants('pub-3') }),
    campaignOf({ id: 'sells', cpm: 2, ...wants('pub-2') }),
    campaignOf({ id: 'german', cpm: 9, targeting: { include: { countries: ['DE'] } } }),
    campaignOf({
      id: 'drained',
      cpm: 10,
      budget: { total: 0.01, pacing: 'asap' },
      ...wants('pub-held'),
    }),
  ]);
  await eventually(async () => (await winnerAt(machine(), requestOf('pub-held'))) === 'drained');
  await eventually(async () => (await winnerAt(machine(), requestOf('pub-2'))) === 'sells');
  // Of the requests of one second, a hundred are remembered: what was asked until now may have been as many.
  await Bun.sleep(1000);
  await send(9, requestOf('pub-1'));
  await send(6, requestOf('pub-3', { badv: ['blocked.example'] }));
  await send(3, requestOf('pub-held'));
  const ann = await person();
  const { page, shows } = ann;
  await ann.open('#/campaigns');
  const rowOf = (id: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: id, exact: true }) });
  const says = (id: string, words: RegExp) => rowOf(id).getByText(words).waitFor();
  await says('low-bid', /Bidding, never winning: floor \$0\.50, you bid \$0\.05/);
  await says('blocked', /Blocked by pub-3: domain/);
  await says('sells', /Selling: \d+ of \d+ bids sold today/);
  expect(await rowOf('low-bid').locator('.dot.sign.bad').count()).toBe(1);
  expect(await rowOf('sells').locator('.dot.sign.good').count()).toBe(1);
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByLabel('State').selectOption('failing');
  await page.getByRole('link', { name: 'sells', exact: true }).waitFor({ state: 'detached' });
  await ann.follow('low-bid');
  await shows('9 for pub-1: Below the floor, $0.50 on average. Raise the CPM');
  await page.locator('.funnel li', { hasText: /Sold 0/ }).waitFor();

  await ann.open('#/campaigns/own/german');
  await shows(/\d+ more would match without the country/);

  await ann.open('#/campaigns/own/drained');
  await shows(/its budget is spent, or reserved .* it would have bid \$10.00 on average/);
  await ann.follow('Its auctions');
  await page.locator('.row-link').first().click();
  const heldBack = page.getByRole('region', { name: 'Held back' });
  await heldBack.getByText(/drained of own would have bid \$10.00: its budget is spent/).waitFor();
  expect(ann.complaints).toEqual([]);
});

test('a pause and an archive are taken back, and an earlier version is restored', async () => {
  const undone = campaignOf({ id: 'undone', cpm: 2, budget: { total: 50 }, ...wants('nobody') });
  await stored(machine(), 'own', [undone]);
  const ann = await person();
  const { page, press, shows } = ann;
  await ann.open('#/campaigns/own/undone');
  await press('Pause own/undone');
  await shows(/\$50\.00 of its \$50\.00 are left/);
  await press('Pause own/undone now');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await shows('It serves as far as it is approved');
  expect((await read('own/undone')).state).toBe('active');
  await press('Archive own/undone');
  await press('Archive own/undone now');
  await page.getByRole('button', { name: 'Bring back' }).waitFor();
  await press('Undo');
  await page.getByRole('button', { name: 'Pause own/undone' }).waitFor();
  expect((await read('own/undone')).state).toBe('active');

  const { definition, revision } = await read('own/undone');
  const changed = { ...definition, cpm: 9, budget: undefined };
  const call = callerOf(machine().adminUrl);
  await call('PUT', '/api/campaigns/own/undone', changed, { 'If-Match': `"${revision}"` });
  await page.reload();
  await press(/^Restore this version/);
  await shows('cpm: 9 → 2');
  await press(/^Restore this version of .* now$/);
  await shows('The earlier version is saved as a new change.');
  expect((await read('own/undone')).definition).toMatchObject({ cpm: 2, budget: { total: 50 } });
});

test('all campaigns of an advertiser are paused at once, and what is refused stays chosen', async () => {
  const shoes = Array.from({ length: 7 }, (_, n) =>
    campaignOf({ id: `shoes-${n}`, advertiser: 'Ridgeline Running', cpm: 5, ...wants('nobody') }),
  );
  await stored(machine(), 'own', shoes.slice(0, 5));
  await stored(machine(), 'own', shoes.slice(5), 'draft');
  const ann = await person();
  const { page, press, shows } = ann;
  await ann.open('#/campaigns?find=Ridgeline&sort=name');
  await page.getByLabel('Select own/shoes-0', { exact: true }).click();
  await page.getByLabel('Select own/shoes-3', { exact: true }).click({ modifiers: ['Shift'] });
  await shows('4 selected');
  await page.getByLabel('All 7 on this page').click();
  await shows('7 selected');
  await press('Pause 7 campaigns');
  expect(await seriousFaults(page)).toEqual([]);
  await press('Pause 7 campaigns now');
  await shows('Done: 5 campaigns changed.');
  await shows('own/shoes-6: Expected active or archived after draft, but got paused.');
  await shows('2 selected');
  await ann.open('#/campaigns?find=Ridgeline&state=paused');
  await shows('5 campaigns, page 1 of 1');
});

test('creatives are approved and rejected by keyboard, and what was swapped meanwhile is not approved', async () => {
  const ads = [0, 1, 2].map((n) => campaignOf({ id: `ad-${n}`, ...wants('nobody') }));
  await stored(machine(), 'checked', ads);
  const ann = await person();
  const { page, shows } = ann;
  await ann.open('#/approvals');
  await shows('3 creatives wait.');
  await page.getByRole('article', { name: /Sponsored/ }).waitFor();
  await page.keyboard.press('a');
  await shows('Approved creative ad-0-card of ad-0.');
  await page.keyboard.press('u');
  await shows('Taken back: creative ad-0-card of ad-0 waits again.');
  await shows('3 creatives wait.');
  await page.keyboard.press('r');
  await page.getByLabel('Reason to reject it').fill('the price is wrong');
  await page.keyboard.press('Enter');
  await shows('Rejected creative ad-0-card of ad-0.');
  await shows('2 creatives wait.');
  // Somebody swaps the next one while it is looked at.
  const { definition, revision } = await read('checked/ad-1');
  const swapped = { ...definition, advertiser: 'Your Bank (official)' };
  const call = callerOf(machine().adminUrl);
  await call('PUT', '/api/campaigns/checked/ad-1', swapped, { 'If-Match': `"${revision}"` });
  await page.keyboard.press('a');
  await shows(/Nothing was decided: this is how it is now/);
  await page.keyboard.press('a');
  await shows('1 creative waits.');

  // A change of what is approved waits, and the approved version serves on.
  await ann.open('#/campaigns/checked/ad-1?view=edit');
  await ann.fill('Title', 'Without the typo');
  await shows(/approved version goes on serving until somebody has approved this change/);
  await ann.press('Save');
  await shows('The approved version is serving; the change waits for approval.');
  await shows(/title: A title → Without the typo/);
  expect((await read('checked/ad-1')).approved?.creatives[0]?.title).toBe('A title');
  expect(ann.complaints.filter((words) => !words.includes('412'))).toEqual([]);
});

test('all creatives that are shown are approved, also several of one campaign', async () => {
  const creatives = ['one', 'two'].map((id) => ({ id, title: id, link: 'https://shop.example/' }));
  const all = [campaignOf({ id: 'both', creatives, ...wants('nobody') })];
  await stored(machine(), 'checked', [...all, campaignOf({ id: 'third', ...wants('nobody') })]);
  const ann = await person();
  await ann.open('#/approvals');
  await ann.page.getByRole('button', { name: /^Approve all \d shown$/ }).click();
  await ann.page.getByRole('button', { name: /^Approve all \d shown now$/ }).click();
  await ann.shows(/Approved \d creatives\./);
  await ann.shows('Nothing waits.');
  const { reviews } = await read('checked/both');
  expect(Object.values(reviews).map(({ state }) => state)).toEqual(['approved', 'approved']);
  expect(ann.complaints).toEqual([]);
});

test('an advertiser is blocked from a bad ad, for its publisher, then everywhere, and allowed again', async () => {
  const cheaper = campaignOf({ id: 'cheaper', domain: 'ownshop.example', ...wants('pub-blocks') });
  await stored(machine(), 'own', [cheaper]);
  const call = callerOf(machine().adminUrl);
  await call('POST', '/api/publishers', { id: 'pub-blocks' });
  await call('POST', '/api/publishers/pub-blocks/state', { state: 'active' });
  const body = saleRequest({ publisher: 'pub-blocks' });
  const sells = (campaign: string | undefined) =>
    eventually(async () => (await winnerAt(machine(), body)) === campaign);
  await sells(undefined);
  await eventually(async () => (await bid(machine().port, body)).status === 200);
  const ann = await person();
  const { press, shows } = ann;
  await ann.open('#/auctions?publisher=pub-blocks');
  await ann.choose('Outcome', 'Sold');
  await ann.page.locator('.row-link').first().click();
  await press('Block shop.example …');
  await shows('pub-blocks will get no ad of shop.example');
  expect(await seriousFaults(ann.page)).toEqual([]);
  await press('Block for pub-blocks');
  await shows('shop.example is blocked for pub-blocks.');
  await sells('cheaper');
  await press('Allow again for pub-blocks');
  await shows('pub-blocks will get no ad of shop.example');
  await sells(undefined);
  await ann.follow('Block shop.example everywhere');
  await press('Block everywhere shop.example');
  await press('Block everywhere shop.example now');
  await sells('cheaper');
  await press(/^Allow again/);
  await sells(undefined);
  expect(ann.complaints).toEqual([]);
});
