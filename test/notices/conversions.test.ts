import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { findAdvertiserKey } from '../../src/host/machine/advertiser-key.ts';
import { eventually } from '../eventually.ts';
import { PATIENT_MS } from '../patience.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { NOTICE_KEY } from '../server.ts';
import { bid, buy, call, databaseOf, reportOf, startHere } from './exchange.ts';

afterAll(cleanUp);

const CAMPAIGN = {
  id: 'tents',
  advertiser: 'Ridge Line',
  domain: 'ridge.example',
  cpa: 40,
  conversions: { windowDays: 3 },
  creatives: [
    { id: 'tent', title: 'A tent', link: 'https://shop.ridge.example/tent?ref=chat#size' },
  ],
};

/** Of an advertiser whose key has these versions. */
function partnerOf(versions: readonly number[]): PartnerConfig {
  const path = join(temporaryFolder(), 'campaigns.yaml');
  writeFileSync(path, JSON.stringify({ campaigns: [CAMPAIGN] }));
  const advertiserKeys = { 'Ridge Line': [...versions] };
  return { name: 'own', kind: 'campaigns', path, billOn: 'burl', advertiserKeys };
}

function keyOf(partner: PartnerConfig): string {
  const config = { partners: [partner], notices: { keys: [NOTICE_KEY] } };
  const found = findAdvertiserKey(config, 'own', 'Ridge Line');
  return 'key' in found ? found.key : '';
}

test('a conversion is told with the click id of the landing page, and counts and is charged once', async () => {
  // The first key of the advertiser is not accepted any more.
  const partner = partnerOf([3, 2]);
  const auction = { timeoutMs: PATIENT_MS, defaultType: 1, rates: { EUR: 1.25 } } as const;
  const exchange = await startHere({ auction, partners: [partner] });
  // Once the campaign has its part of what it may owe.
  await eventually(async () => (await bid(exchange.port)).status === 200);
  const sold = await buy(exchange.port);
  for (const url of [sold.nurl, sold.burl ?? '', sold.impression]) await call(url);
  const clicked = await call(sold.link);
  const landing = new URL(clicked.headers.get('location') ?? '');
  expect(clicked.status).toBe(302);
  expect(landing.origin + landing.pathname).toBe('https://shop.ridge.example/tent');
  expect([landing.searchParams.get('ref'), landing.hash]).toEqual(['chat', '#size']);
  const id = landing.searchParams.get('parley_click');

  const tell = async (key: string, type: string, body: string) => {
    const headers = { 'Content-Type': `application/${type}`, Authorization: `Bearer ${key}` };
    const url = `http://127.0.0.1:${exchange.port}/n/conversion`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  const order = { click_id: id, event: 'purchase', value: 80, currency: 'EUR', order_id: 'A-1' };
  const json = JSON.stringify(order);
  expect(await tell(keyOf(partnerOf([1])), 'json', json)).toBe(401);
  expect(await tell(keyOf(partner), 'json', json)).toBe(204);
  expect(await tell(keyOf(partner), 'json', json)).toBe(204);
  const form = `click_id=${id}&order_id=A-2&value=20.50&currency=usd`;
  expect(await tell(keyOf(partner), 'x-www-form-urlencoded', form)).toBe(204);
  const pixel = await fetch(
    `http://127.0.0.1:${exchange.port}/n/conversion.gif?click_id=${id}&order_id=A-3`,
  );
  expect(pixel.headers.get('content-type')).toBe('image/gif');
  await exchange.stop(0);

  const rows = await reportOf(exchange, 'campaign');
  expect(rows.find(({ campaign }) => campaign === 'tents')).toMatchObject({
    clicks: 1,
    conversions: 2,
    pixel_conversions: 1,
    conversion_value_usd: '120.50',
    spend_usd: '80.00',
    conversion_cost_usd: 40,
    return_on_spend: 1.50625,
  });
  const database = await databaseOf(exchange);
  const [budget] = await database.query('select spent_total_nanos from budgets');
  expect(Number(budget?.spent_total_nanos)).toBe(80e9);
  const states = await database.query('select state from conversions');
  expect(states.map(({ state }) => state)).toEqual(Array(3).fill('attributed'));
});
