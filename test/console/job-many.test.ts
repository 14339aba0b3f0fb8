import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { type Exchange, startExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { anyCampaign, campaignsCommand, fileWith } from '../store/campaigns.ts';
import { faultsOfLooks } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { drive } from './drive.ts';

const PARTNERS = `
partners:
  - { name: own, kind: campaigns, store: true }
  - { name: checked, kind: campaigns, store: true, approval: true }`;

let exchange: Exchange;
let browser: Browser;
let page: Page;
let at: ReturnType<typeof drive>;
let complaints: readonly string[];

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startExchange({ workers: 1, more: PARTNERS }),
    startBrowser(),
  ]);
  const shoes = Array.from({ length: 41 }, (_, n) =>
    anyCampaign({
      id: `shoes-${String(n).padStart(2, '0')}`,
      advertiser: 'Ridgeline Running',
      cpm: 5,
    }),
  );
  const others = Array.from({ length: 30 }, (_, n) => anyCampaign({ id: `other-${n}` }));
  const inbox = Array.from({ length: 20 }, (_, n) => anyCampaign({ id: `ad-${n}` }));
  const imported = (partner: string, campaigns: readonly Campaign[], ...more: readonly string[]) =>
    campaignsCommand(exchange, 'import', partner, fileWith(campaigns), ...more);
  await imported('own', shoes.slice(0, 37));
  await imported('own', shoes.slice(37), '--state', 'draft');
  await imported('own', others);
  await imported('checked', inbox);
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  complaints = complaintsOf(page);
  at = drive(page);
});
afterEach(async () => {
  // A browser complains of every refusal.
  expect(complaints.filter((words) => !words.includes('412'))).toEqual([]);
  await page.close();
});

const open = (path: string) => page.goto(`${exchange.adminUrl}/#/${path}`);

test('a person pauses thirty-seven campaigns of one advertiser and takes it back', async () => {
  await open('campaigns?find=Ridgeline');
  await at.shows('41 campaigns, page 1 of 1');
  await page.getByLabel('All 41 on this page').click();
  await at.shows('41 selected');
  await at.press('Pause');
  await at.shows('This pauses 37 campaigns.');
  await at.shows('4 stay as they are: they are drafts.');
  expect(await faultsOfLooks(page)).toEqual([]);
  // The button that does it has the focus.
  await page.keyboard.press('Enter');
  await at.shows('Done: 37 campaigns changed.');
  await open('campaigns?find=Ridgeline&state=paused');
  await at.shows('37 campaigns, page 1 of 1');
  // The answer of the first filter is still there to be taken back.
  await at.press('Undo');
  await at.shows('Taken back: 37 campaigns as before.');
  await at.shows('No campaign matches');
});

test('a person selects a range with Shift and all that match, and changes bids by percent', async () => {
  await open('campaigns?find=other&sort=name');
  await page.getByLabel('Select other-0', { exact: true }).click();
  await page.getByLabel('Select other-11', { exact: true }).click({ modifiers: ['Shift'] });
  await at.shows('4 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await at.shows('5 selected');
  await open('campaigns?sort=name&state=quiet');
  await page.getByLabel('All 50 on this page').click();
  await at.press(/^Select all \d+ that match$/);
  await at.shows(/^6\d selected$/);
  await open('campaigns?find=shoes-00');
  await page.getByLabel('Select shoes-00').press('Space');
  await at.press('Bid …');
  await at.fill('Percent, like 10 or -10', '10');
  await page.keyboard.press('Enter');
  await at.shows('shoes-00: cpm 5 → 5.5');
  await at.press('Change the bid of 1 campaign');
  await at.shows('Done: 1 campaign changed.');
  await at.press('Undo');
  await at.shows('Taken back: 1 campaign as before.');
});

test('a person imports a CSV with one bad line and sees what will change before it does', async () => {
  await open('campaigns?find=shoes-0&sort=name');
  await page.getByLabel('All 10 on this page').click();
  const [download] = await Promise.all([page.waitForEvent('download'), at.press('Export CSV')]);
  const text = readFileSync((await download.path()) ?? '', 'utf8');
  const file = join(temporaryFolder(), 'campaigns.csv');
  const choose = async (csv: string) => {
    writeFileSync(file, csv);
    await page.getByLabel('File').setInputFiles([]);
    await page.getByLabel('File').setInputFiles(file);
  };
  await at.follow('Import');
  await choose(text);
  await at.shows('Nothing changes: the store has all 10 as in the file.');
  const [head = '', ...lines] = text.split('\r\n');
  const changed = lines.map((line) =>
    line.startsWith('shoes-01')
      ? line.replace(',5,', ',"8,50",').replace('https://', 'ftp://')
      : line.replace(',5,', ',8.5,'),
  );
  await choose([head, ...changed].join('\r\n'));
  await at.shows('In this file: 9 change, 1 refused.');
  await page.getByRole('row', { name: /3 shoes-01 Refused cpm: a number.*link: / }).waitFor();
  await page.getByRole('row', { name: /2 shoes-00 Change cpm: 5 → 8.5/ }).waitFor();
  expect(await faultsOfLooks(page)).toEqual([]);
  await at.press('Import 9 campaigns');
  await at.shows('Imported: 9 changed, 1 refused.');
  await page.getByRole('row', { name: /3 shoes-01 Refused cpm: a number.*link: / }).waitFor();
});

test('an approver empties an inbox of twenty with the keyboard', async () => {
  await open('campaigns');
  const badge = page.getByRole('link', { name: /^Approvals/ }).locator('.badge');
  await badge.getByText('20').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await at.shows('20 creatives wait.');
  await page.getByRole('article', { name: /Sponsored/ }).waitFor();
  const heading = page.locator('#approval-title');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('a');
  await at.shows('Approved creative ad-0-card of ad-0.');
  await page.keyboard.press('u');
  await at.shows('Taken back: creative ad-0-card of ad-0 waits again.');
  await at.shows('20 creatives wait.');
  await page.keyboard.press('r');
  expect(await faultsOfLooks(page)).toEqual([]);
  await page.keyboard.type('the price is wrong');
  await page.keyboard.press('Enter');
  await at.shows('Rejected creative ad-0-card of ad-0.');
  await page.keyboard.press('u');
  await at.shows('20 creatives wait.');
  expect(await at.valueOf('Reason to reject it')).toBe('the price is wrong');
  await page.getByLabel('Reason to reject it').press('Enter');
  await at.shows('19 creatives wait.');
  // Another approver is faster.
  const other = anyCampaign({ id: 'ad-1', advertiser: 'Your Bank (official)' });
  await campaignsCommand(exchange, 'import', 'checked', fileWith([other]));
  await page.keyboard.press('a');
  await at.shows(/Nothing was decided: this is how it is now/);
  for (let left = 19; left > 0; left--) {
    await at.shows(left === 1 ? '1 creative waits.' : `${left} creatives wait.`);
    expect(await heading.evaluate((shown) => document.activeElement === shown)).toBe(true);
    await page.keyboard.press('a');
  }
  await at.shows('Nothing waits.');
  await badge.waitFor({ state: 'detached' });
});
