import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import type { CampaignDocument } from '../../src/console/campaigns/api.ts';
import { eventually } from '../eventually.ts';
import { type Exchange, startExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { anyCampaign, campaignsCommand, fileWith, winnerAt } from '../store/campaigns.ts';
import { seriousFaults } from './axe.ts';
import { startBrowser } from './browser.ts';
import { drive } from './drive.ts';

const PARTNERS = `
partners:
  - { name: own, kind: campaigns, store: true }
  - { name: checked, kind: campaigns, store: true, approval: true }`;

let exchange: Exchange;
let browser: Browser;
let page: Page;
let at: ReturnType<typeof drive>;

beforeAll(async () => {
  exchange = await startExchange({ workers: 1, more: PARTNERS });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 700 } });
  page.setDefaultTimeout(PATIENT_MS);
  at = drive(page);
});
afterEach(() => page.close());

const open = (path: string) => page.goto(`${exchange.adminUrl}/#/campaigns/${path}`);
const apiPath = (path: string) => `${exchange.adminUrl}/api/campaigns/${path}`;
const read = async (path: string) =>
  (await (await fetch(apiPath(path))).json()) as CampaignDocument;

async function imported(partner: string, ...fields: readonly Parameters<typeof anyCampaign>[0][]) {
  await campaignsCommand(exchange, 'import', partner, fileWith(fields.map(anyCampaign)));
}

/** Somebody else saves. */
async function changeElsewhere(path: string, fields: object): Promise<void> {
  const { campaign, revision } = await read(path);
  const headers = { 'Content-Type': 'application/json', 'If-Match': `"${revision}"` };
  const body = JSON.stringify({ ...campaign, ...fields });
  expect((await fetch(apiPath(path), { method: 'PUT', headers, body })).status).toBe(200);
}

/** The name of what has the focus. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    const labels = element instanceof HTMLInputElement ? element.labels : null;
    return (labels?.[0]?.textContent ?? element?.id) || (element?.textContent ?? '');
  });

test('an operator who types JSON with a stray comma is told where, and loses nothing', async () => {
  await imported('own', { id: 'comma' });
  await open('own/comma/edit');
  await page.getByText('All fields, as JSON').click();
  const box = page.locator('#all-fields');
  const typed = (await box.inputValue()).replace('"cpm": 1', '"cpm": 4,,');
  await box.fill(typed);
  // Another field changes while the text cannot be read.
  await at.fill('Budget a day, USD', '12');
  await at.press('Save');
  await page
    .getByRole('alert')
    .getByText(/line \d+, column \d+: expected a property name/)
    .waitFor();
  expect(await box.inputValue()).toBe(typed);
  expect((await read('own/comma')).campaign.cpm).toBe(1);
  await page.getByRole('alert').getByRole('link', { name: 'All fields, as JSON' }).click();
  expect(await focused()).toBe('all-fields');
  await box.fill(typed.replace('4,,', '4'));
  await at.press('Save');
  await at.heading('comma');
  expect((await read('own/comma')).campaign).toMatchObject({ cpm: 4, budget: { daily: 12 } });
});

test('an operator who leaves a form with changes is asked, by link, by key and by the back button', async () => {
  await imported('own', { id: 'left' });
  await open('own/left');
  await at.follow('Edit');
  await at.fill('CPM in USD', '6');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = async () => {
    await question.waitFor();
    // The first key press is the safe one.
    expect(await focused()).toBe('Stay');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await at.valueOf('CPM in USD')).toBe('6');
  };
  await at.follow('Live');
  await question.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await stay();
  await page.locator('h1').click();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await stay();
  await page.evaluate(() => history.back());
  await stay();
  await at.follow('Cancel');
  await stay();
  await at.follow('Cancel');
  await at.press('Leave without saving');
  await at.heading('left');

  // A form without changes, and one that was saved, let go.
  await at.follow('Edit');
  await at.follow('Cancel');
  await at.heading('left');
  await at.follow('Edit');
  await at.fill('CPM in USD', '7');
  await at.press('Save');
  await at.heading('left');
  expect((await read('own/left')).campaign.cpm).toBe(7);
});

test('an operator whose save fails sees why in plain words, and gets to the field by a link', async () => {
  await imported('own', { id: 'failed' });
  await open('own/failed/edit');
  await at.fill('CPM in USD', '8,50');
  await at.fill('Advertiser', '');
  await at.press('Save');
  const alert = page.getByRole('alert');
  await alert.getByText(/like 8\.50, was expected, "8,50" was typed: write 8\.50/).waitFor();
  await alert.getByText(/fill it in/).waitFor();
  expect(await alert.evaluate((box) => document.activeElement === box)).toBe(true);
  const isInView = await alert.evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  expect(isInView).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(['CPM in USD', 'Advertiser']).toContain(await focused());
});

test('two operators who edit one campaign both keep their changes, and one chooses where they collide', async () => {
  await imported('own', { id: 'shared', cpm: 2, budget: { daily: 10 } });
  await open('own/shared/edit');
  await at.fill('CPM in USD', '3');
  await at.fill('Title', 'Mine');
  await changeElsewhere('own/shared', { cpm: 5, budget: { daily: 40 } });
  await at.press('Save');
  await at.shows(/has changed it meanwhile/);
  await at.shows('Budget a day, USD: 10 → 40');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByLabel('That of local: 5').check();
  await at.press('Save');
  await at.heading('shared');
  const { campaign } = await read('own/shared');
  expect(campaign).toMatchObject({ cpm: 5, budget: { daily: 40 } });
  expect(campaign.creatives[0]?.title).toBe('Mine');
});

test('an operator takes back a pause and an archive by keyboard, and restores a version', async () => {
  await imported('own', { id: 'undone', cpm: 2, budget: { total: 50 } });
  await eventually(async () => {
    const list = await (await fetch(`${exchange.adminUrl}/api/campaigns?find=undone`)).text();
    return list.includes('"total":50');
  });
  await open('own/undone');
  await at.press('Pause undone');
  await at.shows('Its ad stops at once, on all machines. $50.00 of its $50.00 are left.');
  await at.press('Pause undone now');
  await at.shows('Paused.');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Undo');
  await page.keyboard.press('Enter');
  await at.shows('Taken back.');
  expect((await read('own/undone')).state).toBe('active');

  await at.press('Archive undone');
  await at.press('Archive undone now');
  await page.getByRole('button', { name: 'Bring back' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await at.press('Undo');
  await page.getByRole('button', { name: 'Pause undone' }).waitFor();
  expect((await read('own/undone')).state).toBe('active');

  await changeElsewhere('own/undone', { cpm: 9, budget: undefined });
  await page.reload();
  await page.getByRole('button', { name: 'Restore this version' }).first().click();
  await at.shows('cpm: 9 → 2');
  await at.press('Save it as it was then');
  await at.shows('The earlier version is saved as a new change.');
  expect((await read('own/undone')).campaign).toMatchObject({ cpm: 2, budget: { total: 50 } });
  await at.press('Undo');
  await at.shows('The version of before is saved again.');
  expect((await read('own/undone')).campaign.cpm).toBe(9);
});

test('a draft that was archived is a draft again', async () => {
  const body = JSON.stringify(anyCampaign({ id: 'idea' }));
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${exchange.adminUrl}/api/campaigns?partner=own`, { method: 'POST', headers, body });
  await open('own/idea');
  await at.press('Archive idea');
  await at.shows(/Nothing of it is on the air now/);
  await at.press('Archive idea now');
  await at.press('Bring back');
  await at.shows('It is a draft again.');
  await page.getByRole('button', { name: 'Start' }).waitFor();
});

test('an operator who mends a typo of an approved ad reads before that the approved one serves on', async () => {
  await imported('checked', { id: 'approved', cpm: 99 });
  await open('checked/approved');
  await at.press('Approve approved-card');
  await at.shows('approved-card: approved');
  await eventually(async () => (await winnerAt(exchange.port)) === 'approved');
  await at.follow('Edit');
  await at.fill('CPM in USD', '98');
  expect(await page.getByText(/approved version goes on serving/).count()).toBe(0);
  await at.fill('Title', 'Without the typo');
  await at.shows(/approved version goes on serving until somebody has approved this change/);
  await at.press('Save');
  await at.shows('The approved version is serving; the change waits for approval.');
  await at.shows(/title: .* → Without the typo/);
  expect(await winnerAt(exchange.port)).toBe('approved');
  expect((await read('checked/approved')).approved?.creatives[0]?.title).not.toContain('typo');
});
