import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { DEFAULT_PARTNERS } from '../../src/config/default-partners.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import type { Machine } from '../../src/supervisor/machine.ts';
import { PATIENT_MS } from '../patience.ts';
import { startTestServer, type TestConfig } from '../server.ts';
import { startBrowser } from './browser.ts';

let browser: Browser;
let machine: Machine | undefined;
beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(() => machine?.stop(0));
afterAll(() => browser.close());

/** The campaigns of a server with these partners. */
async function open(config: TestConfig) {
  machine = await startTestServer(config);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENT_MS);
  await page.goto(`${machine.adminUrl}/#/campaigns?find=ridgeline-trail`);
  await page.getByRole('link', { name: 'ridgeline-trail', exact: true }).waitFor();
  return page;
}

test('on a first start campaigns are created and imported, and a sample is edited and paused', async () => {
  const page = await open({ partners: DEFAULT_PARTNERS, partnersFrom: 'defaults' });
  await page.getByRole('link', { name: 'New campaign' }).waitFor();
  await page.getByRole('link', { name: 'Import' }).waitFor();
  await page.getByRole('link', { name: 'ridgeline-trail', exact: true }).click();
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
});

test('a campaign of a file names the file, and without a store the list says how to get one', async () => {
  const path = DEFAULT_CAMPAIGNS_FILE;
  const page = await open({ partners: [{ name: 'house', kind: 'campaigns', path }] });
  await page.getByText('- { name: own, kind: campaigns, store: true }').waitFor();
  expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
  await page.getByRole('link', { name: 'ridgeline-trail', exact: true }).click();
  await page.getByText(`This campaign is in the file ${path}.`).waitFor();
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
});
