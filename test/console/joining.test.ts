import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import {
  bid,
  buyBy,
  call,
  type Exchange,
  saleRequest,
  settled,
  startExchange,
} from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { seriousFaults } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { drive } from './drive.ts';

let exchange: Exchange;
let browser: Browser;

beforeAll(async () => {
  exchange = await startExchange({ workers: 2 });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});

async function newPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  return page;
}

const PUBLISHER = 'fresh-talk';

/** As its server sends it. */
const ask = (key: string, body: string) =>
  fetch(`http://127.0.0.1:${exchange.port}/openrtb2`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Connection: 'close',
      Authorization: `Bearer ${key}`,
    },
    body,
  });

/** Loads a page again until it shows a text: figures reach the ledger a moment later. */
async function showsSoon(page: Page, text: string | RegExp): Promise<void> {
  const isThere = await settled(
    async () => {
      await page.reload();
      await page.locator('h1').waitFor();
      return page
        .getByText(text)
        .first()
        .waitFor({ timeout: 1000 })
        .then(() => true)
        .catch(() => false);
    },
    (isShown) => isShown,
  );
  expect({ text: String(text), isThere }).toEqual({ text: String(text), isThere: true });
}

test('a publisher joins: from the invitation to the first ad that is sold, the first cent, and an advertiser that it blocks', async () => {
  const operator = await newPage();
  const desk = drive(operator);
  await operator.goto(`${exchange.adminUrl}/#/publishers`);
  await desk.follow('Add a publisher');
  await desk.fill('Id', PUBLISHER);
  await desk.fill('Name', 'Fresh Talk');
  await desk.fill('Domain', 'fresh.example');
  await desk.choose('It sells', 'Its own space');
  await desk.press('Add the publisher');
  await desk.shows(/Invited\. Its requests are refused until/);
  await desk.press('Invite somebody');
  const link = await desk.valueOf('The link of the invitation');

  const person = await newPage();
  const complaints = complaintsOf(person);
  const portal = drive(person);
  await person.goto(link);
  await portal.fill('Your name', 'Mira Lind');
  await portal.press('Accept the invitation');
  await person.getByLabel('Your token').waitFor();
  await portal.press('I have kept it: open the pages');
  await portal.shows('Nothing was requested in this period');
  expect(await seriousFaults(person)).toEqual([]);

  await portal.follow('Keys');
  await portal.press('Make a key');
  const key = await portal.valueOf('The new key');
  await portal.follow('Integration');
  await portal.heading('No test request yet');
  await (await ask(key, saleRequest({ isTest: true, publisher: PUBLISHER }))).text();
  await showsSoon(person, /Integration level \d of 4/);

  const bought = await buyBy(() => ask(key, saleRequest({ publisher: PUBLISHER })));
  await call(bought.burl ?? bought.nurl, { price: String(bought.price) });
  await call(bought.impression);
  await portal.follow('Earnings');
  await showsSoon(person, `$${(bought.price / 1000).toFixed(2)}`);
  expect(await seriousFaults(person)).toEqual([]);

  const broken = JSON.parse(saleRequest({ publisher: PUBLISHER })) as { imp: object[] };
  broken.imp = broken.imp.map((imp) => ({ ...imp, bidfloor: 'a lot' }));
  expect((await ask(key, JSON.stringify(broken))).status).toBe(400);
  await portal.follow('Requests');
  await showsSoon(person, 'Refused today');
  await portal.choose('Outcome', 'Refused');
  await person.locator('.row-link').first().click();
  await portal.heading('Refused');
  await portal.shows('imp[0].bidfloor');

  await portal.follow('Ads');
  const block = person.getByRole('button', { name: /^Block this advertiser/ }).first();
  await block.click();
  await person
    .getByRole('button', { name: /^Block this advertiser .* now$/ })
    .first()
    .click();
  await person.getByRole('button', { name: /^Allow/ }).waitFor();
  expect(complaints).toEqual([]);

  await operator.reload();
  await desk.shows('Active. Its requests are answered.');
  await operator.getByRole('cell', { name: 'Mira Lind', exact: true }).waitFor();
  await operator
    .locator('.history')
    .getByText(/blockedDomains/)
    .waitFor();
  await desk.follow('View as the publisher');
  await desk.shows('These are the pages of Fresh Talk as its people see them.');
  await desk.heading('Earnings');
});

test('a partner is added with a test that says what it answers, and removed', async () => {
  const page = await newPage();
  const at = drive(page);
  await page.goto(`${exchange.adminUrl}/#/partners?view=new`);
  await at.fill('Name', 'quince');
  await at.fill('URL', 'http://127.0.0.1:9/nobody');
  await at.press('Send a sample request');
  await page.getByText('What was sent').waitFor();
  await at.press('Add the partner');
  await at.shows('Paused: it is not asked.');
  await at.press('Start');
  await at.shows('It is asked in auctions.');
  await at.press('Pause');
  await at.shows('Paused: it is not asked.');
  await at.press('Remove quince');
  await at.press('Remove quince now');
  await at.heading('Partners');
  expect((await bid(exchange.port)).status).toBeLessThan(300);
});

test('the months are listed, and an adjustment is made and deleted', async () => {
  const page = await newPage();
  const at = drive(page);
  await page.goto(`${exchange.adminUrl}/#/statements`);
  await at.heading('Statements');
  await page.getByText('Add an adjustment').click();
  await at.fill('Publisher', PUBLISHER);
  await at.fill('Amount', '-1.50');
  await at.fill('Reason', 'agreed by mail');
  await at.press('Add the adjustment');
  await at.shows(`-1.50 USD for publisher ${PUBLISHER}`);
  await page.getByRole('button', { name: /^Delete adjustment/ }).click();
  await page.getByRole('button', { name: /^Delete adjustment .* now$/ }).click();
  await at.shows('There is none.');
});
