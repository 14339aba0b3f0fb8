import { afterAll, describe, expect, test } from 'bun:test';
import { createNoticeKeys, type NoticeKeys } from '../../src/core/sale/keys.ts';
import { sealSale, tokenOf } from '../../src/core/sale/token.ts';
import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { bidOn, startDsp } from '../auction/partners.ts';
import { PATIENT_MS } from '../patience.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { NOTICE_KEY, type TestConfig } from '../server.ts';
import { SALE } from './a-sale.ts';
import {
  bid,
  buy,
  buyBy,
  call,
  databaseOf,
  factsOf,
  metricOf,
  type OwnExchange,
  reportOf,
  saleRequest,
  startHere,
} from './exchange.ts';

afterAll(cleanUp);

const BILL_ON = ['burl', 'impression', 'win'] as const;

/** A machine with one bidder, which bids 2 USD for everything. */
function startWithBidder(more: Partial<PartnerConfig> = {}, config: TestConfig = {}) {
  const { url, stop } = startDsp((request) => bidOn(request));
  atCleanUp(stop);
  const bidder = { name: 'dsp', kind: 'openrtb', url, ...more } as PartnerConfig;
  return startHere({ ...config, partners: [bidder] });
}

/** Stops it, so that everything is counted. */
async function wonRow(exchange: OwnExchange) {
  await exchange.stop(0);
  return (await reportOf(exchange)).filter(({ wins }) => Number(wins) > 0)[0];
}

test('in test mode every notice is answered, and nobody is billed or counted', async () => {
  const exchange = await startHere();
  const { burl = '', lurl = '', ...sold } = await buy(exchange.port, saleRequest({ isTest: true }));
  const urls = [sold.nurl, burl, lurl, sold.impression, sold.viewable, sold.link];
  const answers = await Promise.all(urls.map((url) => call(url)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 200, 200, 302]);
  await exchange.stop(0);
  const facts = await factsOf(await databaseOf(exchange), urls.length);
  expect(facts.map(({ is_test }) => is_test)).toEqual(urls.map(() => 1));
  const counted = ['wins', 'impressions', 'viewables', 'clicks', 'losses', 'spend_usd'];
  const rows = await reportOf(exchange);
  expect(rows.flatMap((row) => counted.filter((name) => Number(row[name]) !== 0))).toEqual([]);
});

test('every event of an ad is in the report once, however often its notice comes', async () => {
  const exchange = await startHere();
  const { price, burl = '', ...sold } = await buy(exchange.port);
  const paid = { price: String(price / 2) };
  for (let time = 0; time < 3; time++) {
    const answers = [
      await call(sold.nurl, paid),
      await call(burl, paid),
      await call(sold.impression),
      await call(sold.viewable),
      await call(sold.link),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 200, 200, 302]);
    const destination = new URL(sold.link).searchParams.get('to');
    expect(answers[4]?.headers.get('location')).toBe(destination);
  }
  const counts = { wins: 1, impressions: 1, viewables: 1, clicks: 1, losses: 0 };
  const spend_usd = String(price / 2000);
  expect(await wonRow(exchange)).toMatchObject({ partner: 'house', ...counts, spend_usd });
  expect(await factsOf(await databaseOf(exchange), 5)).toHaveLength(5);
});

test.each(BILL_ON)(
  'a partner is billed on the %s and on nothing else (ruling 49)',
  async (billOn) => {
    const exchange = await startWithBidder({ billOn });
    const sold = await buy(exchange.port);
    expect(sold.burl === undefined).toBe(billOn !== 'burl');
    const urls = [sold.nurl, ...(sold.burl === undefined ? [] : [sold.burl]), sold.impression];
    for (const url of urls) await call(url, { price: '1.5' });
    // The tracker that bills is in the page, where nobody may name a price (ruling 70).
    const spend_usd = billOn === 'impression' ? '0.002' : '0.0015';
    expect(await wonRow(exchange)).toMatchObject({ partner: 'dsp', impressions: 1, spend_usd });
  },
);

test.each(BILL_ON)(
  'a visitor who names a price in what the page shows is not believed: billed on %s (ruling 70)',
  async (billOn) => {
    const exchange = await startWithBidder({ billOn });
    const ask = () => bid(exchange.port, saleRequest(), '/openrtb2/auction');
    const { nurl, burl = nurl, lurl, impression, clientTrackers } = await buyBy(ask);
    expect(lurl).toBeUndefined();
    expect(clientTrackers).toHaveLength(billOn === 'burl' ? 2 : 1);
    const cheap = (url: string) => call(`${url}${url.includes('?') ? '&' : '?'}p=0.000001`);
    const fixed = [...clientTrackers, nurl, burl, impression];
    for (const url of fixed) expect((await cheap(url)).status).toBeLessThan(300);
    for (const url of fixed) {
      // The word that reads a price, where there is one, and another word.
      if (url.includes('/fixed-'))
        expect((await cheap(url.replace('/fixed-', '/'))).status).toBe(403);
      expect((await call(url.replace(/\/n\/[^/]+/, '/n/loss'))).status).toBe(403);
    }
    const counts = { wins: 1, impressions: 1, spend_usd: '0.002' };
    expect(await wonRow(exchange)).toMatchObject(counts);
    const facts = await factsOf(await databaseOf(exchange), clientTrackers.length + 1);
    expect(new Set(facts.map(({ price_micros }) => Number(price_micros)))).toEqual(
      new Set([2_000_000]),
    );
  },
);

test('a notice’s price is read in the currency of the answer, and kept in USD (ruling 55)', async () => {
  const auction = { timeoutMs: PATIENT_MS, defaultType: 1, rates: { EUR: 1.25 } } as const;
  const exchange = await startWithBidder({}, { auction });
  const request = { ...(JSON.parse(saleRequest()) as object), cur: ['EUR'] };
  const { price, burl = '', nurl } = await buy(exchange.port, JSON.stringify(request));
  expect(price).toBe(1.6);
  await call(nurl);
  await call(burl, { price: '0.8' });
  await exchange.stop(0);
  const facts = await factsOf(await databaseOf(exchange), 2);
  expect(facts.map(({ kind, price_micros }) => [kind, Number(price_micros)]).sort()).toEqual([
    ['bill', 1_000_000],
    ['win', 2_000_000],
  ]);
});

test('no price counts for more than was bid, nor for what is no price', async () => {
  const exchange = await startHere();
  const texts = ['999', '-1', '0', 'abc', '${AUCTION_PRICE}', '', '1e-3', 'NaN', '0.25'];
  const expected: number[] = [];
  for (const price of texts) {
    const bought = await buy(exchange.port);
    expect((await call(bought.burl ?? '', { price })).status).toBe(204);
    expected.push(price === '0.25' ? 250_000 : Math.round(bought.price * 1e6));
  }
  await exchange.stop(0);
  const facts = await factsOf(await databaseOf(exchange), texts.length);
  expect(facts.map(({ price_micros }) => price_micros).sort()).toEqual(expected.sort());
});

describe('a notice is refused', () => {
  /** A URL of a sale a while ago, signed with these keys. */
  const billUrl = (soldMs: number, signing: NoticeKeys) => {
    const sale = { ...SALE, soldMs: Math.floor(soldMs / 1000) * 1000 };
    return `http://127.0.0.1/n/bill/${tokenOf(sealSale(sale, signing), 'bill')}`;
  };
  const own = createNoticeKeys([NOTICE_KEY]);
  const foreign = createNoticeKeys(['another secret of more than 32 characters']);

  test('that is forged with 403 and that has expired with 410, and both are counted', async () => {
    const exchange = await startHere();
    const sold = await buy(exchange.port);
    const forged = [
      `http://127.0.0.1/n/bill/${'A'.repeat(120)}`,
      // One character of the token.
      (sold.burl ?? '').replace(/(?<=\/bill\/.{40})./, (char) => (char === 'A' ? 'B' : 'A')),
      sold.impression.replace('/imp/', '/bill/'),
      billUrl(Date.now(), foreign),
      billUrl(Date.now() - 2 * DAY_MS, foreign),
      sold.link.replace(/to=[^&]+/, 'to=https://evil.example'),
      `${sold.link}&to=https://evil.example`.replace(/to=[^&]+&/, ''),
      sold.link.replace(/&s=.*/, ''),
    ];
    const refusalOf = async (url: string) => {
      const response = await call(url, { port: exchange.port });
      const { error } = (await response.json()) as { readonly error: { readonly code: string } };
      return [url, response.status, error.code];
    };
    for (const url of forged) expect(await refusalOf(url)).toEqual([url, 403, 'FORBIDDEN']);
    const late = billUrl(Date.now() - DAY_MS - 1000, own);
    expect(await refusalOf(late)).toEqual([late, 410, 'GONE']);
    const inTime = billUrl(Date.now() - DAY_MS + 60_000, own);
    expect((await call(inTime, { port: exchange.port })).status).toBe(204);
    const counted = (result: string) => metricOf(exchange, 'parley_notices_total', { result });
    expect([await counted('forged'), await counted('expired')]).toEqual([forged.length, 1]);
  });
});
