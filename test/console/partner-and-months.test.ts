import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { bid, type Exchange, startExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { startBrowser } from './browser.ts';
import { drive } from './drive.ts';

let exchange: Exchange;
let browser: Browser;

beforeAll(async () => {
  exchange = await startExchange({ workers: 2, more: '\npublishers: [{ id: fresh-talk }]\n' });
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
  await at.press('Pause quince');
  await at.press('Pause quince now');
  await at.shows('Paused: it is not asked.');
  await at.press('Remove quince');
  await at.press('Remove quince now');
  await at.heading('Partners');
  expect((await bid(exchange.port)).status).toBeLessThan(300);
});

test('the months are listed, and an adjustment is made for an account that is known, and deleted', async () => {
  const page = await newPage();
  const at = drive(page);
  await page.goto(`${exchange.adminUrl}/#/statements`);
  await at.heading('Statements');
  await page.getByText('Add an adjustment').click();
  await at.fill('Publisher', 'fresh-tlak');
  await at.fill('Amount', '-1.50');
  await at.fill('Reason', 'agreed by mail');
  await at.press('Add the adjustment');
  await at.shows(/"fresh-tlak" was typed/);
  await at.fill('Publisher', 'fresh-talk');
  await at.press('Add the adjustment');
  await at.shows('-1.50 USD for publisher fresh-talk');
  await page.getByRole('button', { name: /^Delete adjustment/ }).click();
  await page.getByRole('button', { name: /^Delete adjustment .* now$/ }).click();
  await at.shows('There is none.');
});
