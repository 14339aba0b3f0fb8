import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../src/lib/day.ts';
import { createNoticeKeys, type NoticeKeys } from '../../src/notices/keys.ts';
import { sealSale } from '../../src/notices/token.ts';
import { cleanUp } from '../process.ts';
import { SALE } from './a-sale.ts';
import {
  type Bought,
  buy,
  call,
  databaseOf,
  type Exchange,
  factsOf,
  metricOf,
  startExchange,
  stopExchange,
} from './exchange.ts';

let exchange: Exchange;
let keys: NoticeKeys;
let sold: Bought;
beforeAll(async () => {
  exchange = await startExchange({ workers: 2 });
  keys = createNoticeKeys([readFileSync(join(exchange.dataDir, 'notice-key'), 'utf8').trim()]);
  sold = await buy(exchange.port);
});
afterAll(cleanUp);

async function refusalOf(url: string): Promise<readonly unknown[]> {
  const response = await call(url, { port: exchange.port });
  const { error } = (await response.json()) as {
    readonly error: { readonly code: string; readonly request_id: string };
  };
  expect(error.request_id).toBe(response.headers.get('x-request-id') ?? 'none');
  return [response.status, error.code];
}

/** A URL of a sale a while ago, signed with these keys. */
function billUrl(soldMs: number, signing: NoticeKeys): string {
  const sale = { ...SALE, soldMs: Math.floor(soldMs / 1000) * 1000 };
  return `http://127.0.0.1/n/bill/${sealSale(sale, signing).tokenOf('bill')}`;
}

describe('a whole exchange refuses a notice', () => {
  const cases: readonly (readonly [string, () => string])[] = [
    ['that is made up', () => `http://127.0.0.1/n/bill/${'A'.repeat(120)}`],
    ['with one character changed', () => changed(sold.burl ?? '')],
    ["with an impression's token for a bill", () => sold.impression.replace('/imp/', '/bill/')],
    [
      'that another machine signed with a key of its own',
      () => billUrl(Date.now(), createNoticeKeys(['another secret of more than 32 characters'])),
    ],
    [
      'that is old and was signed with another key',
      () =>
        billUrl(Date.now() - 2 * DAY_MS, createNoticeKeys(['another secret of 32 characters!'])),
    ],
    [
      'of a click that leads elsewhere',
      () => sold.link.replace(/to=[^&]+/, 'to=https://evil.example'),
    ],
    [
      'of a click that leads elsewhere too',
      () => `${sold.link}&to=https://evil.example`.replace(/to=[^&]+&/, ''),
    ],
    ['of a click without its code', () => sold.link.replace(/&s=.*/, '')],
  ];
  for (const [name, url] of cases) {
    test(name, async () => {
      expect(await refusalOf(url())).toEqual([403, 'FORBIDDEN']);
    });
  }

  test('that expired', async () => {
    expect(await refusalOf(billUrl(Date.now() - DAY_MS - 1000, keys))).toEqual([410, 'GONE']);
    expect(
      (await call(billUrl(Date.now() - DAY_MS + 60_000, keys), { port: exchange.port })).status,
    ).toBe(204);
  });

  test('and counts what it refused', async () => {
    const forged = await metricOf(exchange, 'parley_notices_total', { result: 'forged' });
    const expired = await metricOf(exchange, 'parley_notices_total', { result: 'expired' });
    expect([forged, expired]).toEqual([cases.length, 1]);
  });
});

/** The same in every way but one character of the token. */
function changed(url: string): string {
  const at = url.indexOf('/bill/') + '/bill/'.length + 40;
  return `${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`;
}

test('no price counts for more than was bid, nor for what is no price', async () => {
  const prices: readonly (readonly [string, 'bid' | number])[] = [
    ...(['999', '-1', '0', 'abc', '${AUCTION_PRICE}', '', '1e-3', 'NaN'] as const).map(
      (text) => [text, 'bid'] as const,
    ),
    ['0.25', 250_000],
  ];
  const expected: (readonly [string, number])[] = [];
  for (const [price, counts] of prices) {
    const bought = await buy(exchange.port);
    expect((await call(bought.burl ?? '', { price })).status).toBe(204);
    expected.push([price, counts === 'bid' ? Math.round(bought.price * 1e6) : counts]);
  }
  await stopExchange(exchange);
  const facts = await factsOf(await databaseOf(exchange), prices.length + 1);
  const own = facts.filter(({ partner }) => partner !== SALE.partner);
  expect(own.map(({ price_micros }) => price_micros).sort()).toEqual(
    expected.map(([, micros]) => micros).sort(),
  );
});
