import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { creativeOf } from '../campaigns/test-support.ts';
import {
  bid,
  buy,
  call,
  type Exchange,
  saleRequest,
  settled,
  startExchange,
} from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { anyCampaign, campaignsCommand, fileWith, winnerAt } from '../store/campaigns.ts';
import { faultsOfLooks, seriousFaults } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';

const PARTNERS = `
partners:
  - { name: own, kind: campaigns, store: true }
  - { name: checked, kind: campaigns, store: true, approval: true }`;

let exchange: Exchange;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  exchange = await startExchange({ workers: 2, more: PARTNERS });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
});
afterEach(() => page.close());

const open = (path: string) => page.goto(`${exchange.adminUrl}/#/campaigns${path}`);
const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const shows = (text: string | RegExp) => page.getByText(text).first().waitFor();

async function fillForm(id: string): Promise<void> {
  await fill('Id', id);
  await fill('Advertiser', 'Ridgeline Running');
  await fill('Advertiser’s domain', 'ridgeline.example');
  await fill('CPM in USD', '7');
  await fill('Budget a day, USD', '50');
  await fill('Title', 'Grip for wet rock');
  await fill('Link', 'https://ridgeline.example/scree');
}

test('a campaign is created, serves, is clicked and billed, is paused and stops', async () => {
  const complaints = complaintsOf(page);
  await open('');
  await page.getByRole('link', { name: 'New campaign' }).click();
  await fillForm('made-here');
  const preview = page.locator('parley-ad[preview]');
  await preview.getByRole('article', { name: 'Sponsored: Grip for wet rock' }).first().waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await press('Save as draft');
  await shows(/Draft: it was not started yet/);
  await press('Start');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(
    await settled(
      () => winnerAt(exchange.port),
      (won) => won === 'made-here',
    ),
  ).toBe('made-here');

  const bought = await buy(exchange.port);
  await call(bought.burl ?? '', { price: String(bought.price) });
  await call(bought.impression);
  await call(bought.link);
  await page.locator('.funnel li', { hasText: /Clicked 1/ }).waitFor();
  await shows('Spend $0.007');
  expect(await seriousFaults(page)).toEqual([]);

  await press('Pause made-here');
  await shows(/Its ad stops at once, on all machines/);
  await press('Pause made-here now');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  for (let time = 0; time < 4; time++) expect(await winnerAt(exchange.port)).toBeUndefined();
  await shows('state: active → paused');

  // The auctions that it bid in, and not those after it was paused.
  await page.getByRole('link', { name: 'Its auctions' }).click();
  await page.getByRole('cell', { name: 'own (ridgeline-running)' }).first().waitFor();
  const others = page.getByRole('cell', { name: 'No partner bid on this impression' });
  expect(await others.count()).toBe(0);
  await page.getByRole('button', { name: 'Only campaign made-here' }).click();
  await others.first().waitFor();
  await page.goBack();
  await page.locator('.row-link').first().click();
  await page.getByRole('cell', { name: 'own ridgeline.example' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a campaign whose names have no place to break widens neither the list nor its pages', async () => {
  const long = 'Wassersport'.repeat(12);
  const campaign = anyCampaign({
    id: long.slice(0, 64),
    advertiser: long.slice(0, 100),
    domain: `${long.slice(0, 63)}.${long.slice(0, 63)}.example`.toLowerCase(),
    creatives: [creativeOf({ id: long.slice(0, 64), title: long })],
  });
  await campaignsCommand(exchange, 'import', 'own', fileWith([campaign]));
  for (const path of ['', `/own/${campaign.id}`, `/own/${campaign.id}/edit`]) {
    await open(path);
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => !document.body.innerText.includes('Loading …'));
    expect({ path, faults: await faultsOfLooks(page) }).toEqual({ path, faults: [] });
  }
});

test('an asset that a publisher requires and the campaign lacks is on its page, with what to do', async () => {
  await campaignsCommand(exchange, 'import', 'own', fileWith([anyCampaign({ id: 'bare' })]));
  const wanting = JSON.parse(saleRequest()) as { imp: { native: { request: string } }[] };
  for (const imp of wanting.imp) {
    const assets = [{ id: 1, required: 1, data: { type: 2, len: 80 } }];
    imp.native.request = JSON.stringify({ native: { ver: '1.2', assets } });
  }
  await open('/own/bare');
  expect(
    await settled(
      async () => {
        await bid(exchange.port, JSON.stringify(wanting));
        return page
          .getByText(/no creative has a description/)
          .first()
          .isVisible();
      },
      (isShown) => isShown,
    ),
  ).toBe(true);
  await shows(/for pub-1: no creative has a description of at most 80 characters/);
  await shows(/give a creative a description of at most 80 characters/);
});

test('a campaign that its budget holds back says so in its state, in its delivery and in its auctions', async () => {
  const targeting = { include: { publishers: ['pub-held'] } };
  const budget = { total: 0.01, pacing: 'asap' as const };
  const campaign = anyCampaign({ id: 'drained', cpm: 10, targeting, budget });
  await campaignsCommand(exchange, 'import', 'own', fileWith([campaign]));
  const body = saleRequest({ publisher: 'pub-held' });
  await settled(
    () => winnerAt(exchange.port, body),
    (won) => won === 'drained',
  );
  await open('/own/drained');
  const isShown = (text: RegExp) =>
    settled(
      async () => {
        await bid(exchange.port, body);
        return page.getByText(text).first().isVisible();
      },
      (isVisible) => isVisible,
    );
  expect(
    await isShown(/its budget is spent, or reserved .* it would have bid \$10.00 on average/),
  ).toBe(true);
  await shows(/Budget used up: .*; held back from \d+ of the last \d+ requests/);
  await shows(/\d+ held back by its budget or pace/);
  expect(await isShown(/Most is held back. Its budget is used up: raise it./)).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Its auctions' }).click();
  // The newest is one that it did not bid in.
  await page.locator('.row-link').first().click();
  const heldBack = page.getByRole('region', { name: 'Held back' });
  await heldBack.getByText(/drained of own would have bid \$10.00: its budget is spent/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
});

test('a creative is approved and rejected on the page of its campaign, with the keyboard alone', async () => {
  const file = fileWith([anyCampaign({ id: 'seen' })]);
  await campaignsCommand(exchange, 'import', 'checked', file);
  await open('/checked/seen');
  await shows('seen-card: waits for approval');
  await page.getByRole('button', { name: 'Approve seen-card' }).press('Enter');
  await shows('seen-card: approved');
  await page.getByText('Review', { exact: true }).press('Enter');
  await fill('Reason to reject it', 'the price is wrong');
  await page.keyboard.press('Enter');
  await shows('seen-card: rejected: the price is wrong');
  await shows(/Waiting for approval: creative seen-card was rejected: the price is wrong/);
});

test('the page of a campaign whose change waits says what serves and what changed, until it is approved', async () => {
  const first = anyCampaign({ id: 'swapped', categories: ['IAB18'] });
  await campaignsCommand(exchange, 'import', 'checked', fileWith([first]));
  await open('/checked/swapped');
  await shows('From Advertiser of swapped, swapped.example, categories IAB18');
  await press('Approve swapped-card');
  await shows('swapped-card: approved');
  // What a link has at its end is the part that counts.
  const link = `https://shop.example/${'a'.repeat(200)}/tail`;
  const swapped = {
    ...first,
    advertiser: 'Your Bank (official)',
    domain: 'bank.example',
    creatives: first.creatives.map((creative) => ({ ...creative, link })),
  };
  await campaignsCommand(exchange, 'import', 'checked', fileWith([swapped]));
  await page.reload();

  const note = page.getByRole('region', { name: 'Change that is not approved' });
  await note.getByText('The approved version is serving; the change waits for approval.').waitFor();
  await note.getByText('advertiser: Advertiser of swapped → Your Bank (official)').waitFor();
  await note.getByText('domain: swapped.example → bank.example').waitFor();
  await note.getByText(`creatives.swapped-card.link: https://shop.example/ → ${link}`).waitFor();
  await page.getByRole('heading', { name: 'The ad, as changed' }).waitFor();
  await shows('From Your Bank (official), bank.example, categories IAB18');
  expect(await seriousFaults(page)).toEqual([]);

  // What was swapped while somebody looked at it is not approved.
  const worse = { ...swapped, domain: 'other-bank.example' };
  await campaignsCommand(exchange, 'import', 'checked', fileWith([worse]));
  await press('Approve swapped-card');
  await shows(/has changed it meanwhile/);
  await page.reload();
  await note.getByText('domain: swapped.example → other-bank.example').waitFor();
  await press('Approve swapped-card');
  await shows('swapped-card: approved');
  await note.waitFor({ state: 'detached' });
  // Taken back, the version of before serves again.
  await press('Undo');
  await note.getByText('domain: swapped.example → other-bank.example').waitFor();
});

test('a wrong value is named at its field while it is typed, and a save names every fault', async () => {
  await open('/new');
  await fill('CPM in USD', 'cheap');
  await shows('a number from 0.01 to 1000, like 8.50, was expected, "cheap" was typed');
  await press('Save as draft');
  await shows(/fields are wrong/);
  await shows(/Advertiser: fill it in: a text/);
  await page.getByText('* has to be filled in').waitFor();
  await fillForm('named-at-last');
  await page.getByText(/is wrong|are wrong/).waitFor({ state: 'detached' });
});

test('of two people who edit one campaign, the second is told who was faster', async () => {
  await campaignsCommand(exchange, 'import', 'own', fileWith([anyCampaign({ id: 'shared' })]));
  const other = await browser.newPage();
  for (const one of [page, other]) {
    one.setDefaultTimeout(PATIENT_MS);
    await one.goto(`${exchange.adminUrl}/#/campaigns/own/shared/edit`);
    await one.getByLabel('CPM in USD').waitFor();
  }
  await fill('CPM in USD', '3');
  await press('Save');
  await page.getByRole('link', { name: 'Duplicate' }).waitFor();
  await other.getByLabel('CPM in USD').fill('4');
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText(/has changed it meanwhile/).waitFor();
  await other.close();
});

test('a thousand campaigns are found by text, state and page, and the address has all of it', async () => {
  const many = Array.from({ length: 1000 }, (_, n) => anyCampaign({ id: `many-${n}` }));
  await campaignsCommand(exchange, 'import', 'own', fileWith(many), '--state', 'draft');
  await open('?find=many&state=draft&sort=name');
  await shows(/1,000 campaigns, page 1 of 20/);
  await page.getByRole('link', { name: 'Next' }).click();
  await shows(/page 2 of 20/);
  const tops = [];
  for (const back of [() => page.goBack(), () => page.locator('.back a').click()]) {
    await page.evaluate(() => scrollTo(0, 600));
    // A click of the browser's driver would scroll first.
    await page.locator('.campaign-name').nth(14).dispatchEvent('click');
    await page.locator('.back').waitFor();
    await back();
    await page.waitForFunction(() => scrollY === 600);
    tops.push(await page.evaluate(() => scrollY));
  }
  expect(tops).toEqual([600, 600]);
  await page.getByRole('searchbox').fill('many-777');
  await shows(/1 campaign, page 1 of 1/);
  expect(page.url()).toContain('find=many-777');
});
