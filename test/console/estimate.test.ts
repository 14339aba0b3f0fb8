import { afterAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { bid, databaseOf, startExchange } from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { STORE_PARTNER } from '../store/campaigns.ts';
import { seriousFaults } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';

afterAll(cleanUp);

const FIELDS = {
  Id: 'expected',
  Advertiser: 'Ridgeline Running',
  'Advertiser’s domain': 'ridgeline.example',
  'CPM in USD': '7',
  Title: 'Grip for wet rock',
  Link: 'https://ridgeline.example/scree',
};

test('the form says what to expect of a campaign, and again after each change', async () => {
  const exchange = await startExchange({ more: STORE_PARTNER });
  await using browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const complaints = complaintsOf(page);
  for (let time = 0; time < 8; time++) await bid(exchange.port);
  const database = await databaseOf(exchange);
  await eventually(async () => {
    const [row] = await database.query('select count(*) as count from request_samples');
    return Number(row?.count) >= 8;
  });
  await database.close();
  await page.goto(`${exchange.adminUrl}/#/campaigns/new`);
  const expected = page.getByRole('region', { name: 'What to expect in a day' });
  await expected.getByText(/Once the campaign has no faults/).waitFor();
  for (const [label, text] of Object.entries(FIELDS)) await fill(label, text);
  // All requests match, and every bid of the curve wins them: nobody else bids.
  await expected.getByText(/^([1-9]\d*) of \1$/).waitFor();
  await expected.getByText('$21.00', { exact: true }).waitFor();
  expect(await expected.locator('.bars li').count()).toBe(10);
  await expected.getByText(/sampled requests match/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  await fill('Countries', 'DE');
  await page.keyboard.press('Enter');
  await expected.getByText(/^0 of [1-9]\d*$/).waitFor();
  await expected.getByText(/^[1-9]\d* more would match without the country$/).waitFor();
  expect(complaints).toEqual([]);
});
