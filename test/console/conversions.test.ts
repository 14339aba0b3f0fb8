import { afterAll, expect, test } from 'bun:test';
import {
  buy,
  call,
  type Exchange,
  saleRequest,
  settled,
  startExchange,
} from '../notices/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp } from '../process.ts';
import { STORE_PARTNER, winnerAt } from '../store/campaigns.ts';
import { seriousFaults } from './axe.ts';
import { complaintsOf, startBrowser } from './browser.ts';

afterAll(cleanUp);

const FIELDS = {
  Id: 'by-orders',
  Advertiser: 'Ridgeline Running',
  'Advertiser’s domain': 'ridgeline.example',
  Title: 'Grip for wet rock',
  Link: 'https://ridgeline.example/scree',
  Publishers: 'pub-orders',
  'First day': '2026-01-01',
};

/** What a publisher and a shop do: an ad is shown, clicked, and brings an order. */
async function sellAnOrder(exchange: Exchange, body: string): Promise<number> {
  const bought = await buy(exchange.port, body);
  await call(bought.burl ?? '', { price: String(bought.price) });
  await call(bought.impression);
  const landing = (await call(bought.link)).headers.get('location') ?? '';
  const told = await fetch(`http://127.0.0.1:${exchange.port}/n/conversion`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${await advertiserKey(exchange)}`,
    },
    body: JSON.stringify({
      click_id: new URL(landing).searchParams.get('cid'),
      order_id: 7,
      value: 60,
      currency: 'USD',
    }),
  });
  return told.status;
}

async function advertiserKey({ adminUrl }: Exchange): Promise<string> {
  const answer = await fetch(`${adminUrl}/api/advertisers/own/ridgeline-running/key`);
  return ((await answer.json()) as { readonly key: string }).key;
}

test('a campaign that pays for conversions is made in the form, says how it sells, and shows what it brought', async () => {
  const exchange = await startExchange({ more: STORE_PARTNER });
  await using browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(PATIENT_MS);
  const complaints = complaintsOf(page);
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const shows = (text: string | RegExp) => page.getByText(text).first().waitFor();
  await page.goto(`${exchange.adminUrl}/#/campaigns/new`);
  for (const [label, text] of Object.entries(FIELDS)) await fill(label, text);
  await page.getByLabel('It pays for').selectOption({ label: 'A conversion' });
  await fill('Price of a conversion in USD', '40');
  // The price turned them on, and clearing their terms does not turn them off.
  await fill('Days after the click', '45');
  await shows('a whole number from 1 to 30, like 8, was expected, 45 was typed');
  await fill('Days after the click', '');
  await fill('Parameter of the link', 'cid');
  await fill('Time zone of its days', 'europe/berlin');
  await shows(/the IANA name of a time zone like "Europe\/Berlin".* was expected/);
  await fill('Time zone of its days', 'Europe/Berlin');
  expect(await seriousFaults(page)).toEqual([]);
  await press('Save as draft');
  const terms = page.getByRole('region', { name: 'How it sells' });
  await terms.getByText('It pays $40.00 for a conversion.').waitFor();
  await terms.getByText('Its days and hours are of Europe/Berlin.').waitFor();
  await terms.getByText(/^Conversions count for 7 days after the click.*as cid\.$/).waitFor();
  await press('Start');

  const body = saleRequest({ publisher: 'pub-orders' });
  await settled(
    () => winnerAt(exchange.port, body),
    (won) => won === 'by-orders',
  );
  expect(await sellAnOrder(exchange, body)).toBe(204);
  await page.locator('.funnel li', { hasText: /Converted 1/ }).waitFor();
  await shows('Spend $40.00');
  await shows(/Conversions are worth \$60.00 and cost \$40.00 each, a return of 150 %/);
  await shows(/a thousand impressions bring [\d.]+ clicks and [\d.]+ conversions/);
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
