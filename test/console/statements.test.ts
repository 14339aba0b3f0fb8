import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { PATIENT_MS } from '../patience.ts';
import { startBrowser } from './browser.ts';
import { drive } from './drive.ts';
import { type AccountsServer, startAccountsServer } from './stub/server.ts';

let browser: Browser;
let server: AccountsServer;
let page: Page;
let at: ReturnType<typeof drive>;

beforeAll(async () => {
  server = await startAccountsServer();
  browser = await startBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  at = drive(page);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('a correction and invalid traffic are entered, a wrong amount is said at its field, and one is deleted', async () => {
  await page.goto(`${server.url}/#/statements`);
  await at.shows('Invalid traffic of publisher pub-1, 2026-10-03 to 2026-10-04');
  await page.getByText('Add an adjustment').click();
  await at.fill('Publisher', 'pub-1');
  await at.fill('Amount', 'a lot');
  await at.fill('Reason', 'agreed by mail');
  await at.press('Add the adjustment');
  await at.shows(/an amount in EUR.* was expected/);
  await at.fill('Amount', '-12.50');
  await at.press('Add the adjustment');
  await at.shows('-12.50 EUR for publisher pub-1');
  await at.press('Delete adjustment 2');
  await at.press('Delete adjustment 2 now');
  await page.getByText('-12.50 EUR for publisher pub-1').waitFor({ state: 'detached' });
});

test('a month is closed after a question, and each account has its statement as a page, CSV and JSON', async () => {
  await page.goto(`${server.url}/#/statements`);
  await at.shows('The month is not over.');
  expect(await at.countOf('Close 2026-11')).toBe(0);
  await at.press('Close 2026-10');
  await at.shows('The statements of 2026-10 are made and never change again.');
  await at.press('Close 2026-10 now');
  await page.getByText('Over, and not closed').waitFor({ state: 'detached' });
  await at.follow('2026-10');
  await at.heading('What publishers are owed');
  await at.shows('1204.12 EUR');
  const hrefs = await page
    .getByRole('link', { name: /of acme for 2026-10$/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(
    ['html', 'csv', 'json'].map(
      (format) => `/api/statements/2026-10/partners/acme?format=${format}`,
    ),
  );
});
