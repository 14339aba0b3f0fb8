import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNoticeKeys } from '../../src/notices/keys.ts';
import { cleanUp, run, temporaryFolder } from '../process.ts';
import {
  type Bought,
  buy,
  call,
  databaseOf,
  type Exchange,
  reportOf,
  startExchange,
  stopExchange,
} from './exchange.ts';

afterAll(cleanUp);

/** Two advertisers, of which the first pays more. */
const CAMPAIGNS = `campaigns:
  - id: tents
    advertiser: Ridge Line
    domain: ridge.example
    cpa: 40
    conversions: { windowDays: 3 }
    creatives:
      - { id: tent, title: A tent, link: "https://shop.ridge.example/tent?ref=chat#size" }
`;

/** The first key of the advertiser is not accepted any more. */
const KEYS = 'advertiserKeys: { Ridge Line: [3, 2] }';

async function startShop(): Promise<Exchange> {
  const path = join(temporaryFolder(), 'campaigns.yaml');
  writeFileSync(path, CAMPAIGNS);
  const partners = `partners:\n  - { name: own, kind: campaigns, path: ${path}, billOn: burl, ${KEYS} }\n`;
  return startExchange({ more: `auction: { rates: { EUR: 1.25 } }\n${partners}` });
}

async function keyOf({ configFile }: Exchange, advertiser = 'Ridge Line'): Promise<string> {
  const asked = run(['advertiser-key', 'own', advertiser], { env: { PARLEY_CONFIG: configFile } });
  const { code } = await asked.exited;
  if (code !== 0) throw new Error(asked.stderr());
  return asked.stdout().trim();
}

function firstKeyAt({ dataDir }: Exchange): string | undefined {
  const secret = readFileSync(join(dataDir, 'notice-key'), 'utf8').trim();
  return createNoticeKeys([secret]).ofAdvertiser('own', 'ridge-line')[0];
}

/** Follows the link as a person's browser does. Resolves to the click id that the landing page gets. */
async function click({ link }: Bought): Promise<string> {
  const answer = await call(link);
  const landing = new URL(answer.headers.get('location') ?? '');
  expect(answer.status).toBe(302);
  expect(landing.origin + landing.pathname).toBe('https://shop.ridge.example/tent');
  expect(landing.searchParams.get('ref')).toBe('chat');
  expect(landing.hash).toBe('#size');
  return landing.searchParams.get('parley_click') ?? '';
}

function tell({ port }: Exchange, key: string | undefined, body: object | string) {
  const isForm = typeof body === 'string';
  return fetch(`http://127.0.0.1:${port}/n/conversion`, {
    method: 'POST',
    headers: {
      'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
}

describe('a conversion', () => {
  test('is told with the click id of the landing page, and counts and is charged once', async () => {
    const exchange = await startShop();
    const key = await keyOf(exchange);
    const sold = await buy(exchange.port);
    await call(sold.nurl);
    await call(sold.burl ?? '');
    await call(sold.impression);
    const id = await click(sold);

    const order = {
      click_id: id,
      event: 'purchase',
      value: 80,
      currency: 'EUR',
      order_id: 'A-1',
    };
    expect((await tell(exchange, firstKeyAt(exchange), order)).status).toBe(401);
    expect((await tell(exchange, key, order)).status).toBe(204);
    expect((await tell(exchange, key, order)).status).toBe(204);
    const form = `click_id=${id}&order_id=A-2&value=20.50&currency=usd`;
    expect((await tell(exchange, key, form)).status).toBe(204);
    const pixel = await fetch(
      `http://127.0.0.1:${exchange.port}/n/conversion.gif?click_id=${id}&order_id=A-3`,
    );
    expect(pixel.headers.get('content-type')).toBe('image/gif');
    await stopExchange(exchange);

    const rows = await reportOf(exchange, 'campaign');
    const row = rows.find(({ campaign }) => campaign === 'tents');
    expect(row).toMatchObject({
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
});
