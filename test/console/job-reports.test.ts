import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import type { Machine } from '../../src/supervisor/machine.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { startTestServer } from '../server.ts';
import { faultsOfLooks, seriousFaults } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';
import { drive } from './drive.ts';
import { folderWithTwoWeeks } from './report-ledger.ts';

let machine: Machine;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  const dataDir = await folderWithTwoWeeks();
  const portal = { host: '127.0.0.1', port: 0, publicUrl: undefined };
  machine = await startTestServer({ dataDir, portal });
  browser = await startBrowser();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
});
afterAll(async () => {
  await browser.close();
  await machine.stop(0);
  await cleanUp();
});

test('an account manager compares this week with the last by creative, saves the view and sends the client a link that expires', async () => {
  const complaints = complaintsOf(page);
  const { press, follow, choose, shows, fill, heading } = drive(page);
  const split = (name: string) =>
    page.getByRole('group', { name: 'Split by' }).getByRole('button', { name }).click();
  await page.goto(`${machine.adminUrl}/#/reports`);
  await choose('Period', 'This week');
  await split('Creative');
  await split('Hour');
  await press('Compare');
  const spring = page.getByRole('row').filter({ hasText: 'spring' });
  await spring.getByText('was 4', { exact: true }).waitFor();
  await spring.getByText('+50 %').first().waitFor();
  await split('Advertiser');
  await page.getByRole('row').filter({ hasText: 'spring' }).getByText('shop.example').click();
  await shows(/Only advertiser shop.example/);
  await split('Advertiser');
  expect(await faultsOfLooks(page)).toEqual([]);
  await fill('A name for this report', 'Shop by creative');
  await press('Save');
  await follow('Share or send it');
  await heading('Shop by creative');
  await press('Make a link');
  const link = await page.getByLabel('The link').inputValue();
  expect(await faultsOfLooks(page)).toEqual([]);
  expect(complaints).toEqual([]);

  // The client has no session, and reaches the port of the portal alone.
  const client = await (await browser.newContext()).newPage();
  const trouble = complaintsOf(client);
  const shared = `${machine.portalUrl}${new URL(link).pathname}${new URL(link).search}`;
  await client.goto(shared);
  await client.getByRole('heading', { name: 'Shop by creative' }).waitFor();
  const row = client.getByRole('row').filter({ hasText: 'spring' });
  expect(await row.innerText()).toMatch(/6\s+was 4\s+\+50 %/);
  const text = await client.innerText('body');
  for (const word of ['Margin', 'Earnings', 'pub']) expect(text).not.toContain(word);
  expect(await faultsOfLooks(client)).toEqual([]);
  expect(trouble).toEqual([]);

  // Who revokes it ends it at once.
  await page.reload();
  await press('Revoke the link of local');
  await press('Revoke the link of local now');
  await page.getByText('Revoke').waitFor({ state: 'detached' });
  await client.reload();
  await client.getByRole('heading', { name: /This link opens nothing/ }).waitFor();
  expect(await client.innerText('body')).not.toContain('spring');
  expect(await seriousFaults(client)).toEqual([]);
});
