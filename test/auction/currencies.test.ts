import { afterEach, describe, expect, test } from 'bun:test';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { PATIENT_MS } from '../patience.ts';
import { bidOn, nativeAd } from './partners.ts';
import { type Market, NATIVE, startMarket } from './setup.ts';

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

const RATES = { EUR: 1.25, JPY: 0.0067 };

const start = async (
  fields: Record<string, unknown> = {},
  response: Record<string, unknown> = {},
) => {
  market = await startMarket([(request) => bidOn(request, fields, response)], {
    config: { auction: { timeoutMs: PATIENT_MS, defaultType: 1, rates: RATES } },
  });
  return market;
};

const imp = (fields: object) => [{ id: '1', native: { request: NATIVE }, ...fields }];

async function answer(response: Response): Promise<BidResponse> {
  expect(response.status).toBe(200);
  return (await response.json()) as BidResponse;
}

describe('the currency of the answer (ruling 55)', () => {
  test('is the first of the request that has a rate, and the price is converted', async () => {
    const { ask } = await start({ price: 2 });
    const { cur, seatbid } = await answer(await ask({ cur: ['SEK', 'EUR', 'USD'] }));
    expect([cur, seatbid[0]?.bid[0]?.price]).toEqual(['EUR', 1.6]);
  });

  test('is one of those that /capabilities lists', async () => {
    const { parley } = await start();
    const answered: unknown = await (await fetch(`${parley.url}/capabilities`)).json();
    expect(answered).toMatchObject({ currencies: ['USD', 'EUR', 'JPY'] });
  });

  test('is USD where the request lists it first, or lists nothing', async () => {
    const { ask } = await start({ price: 2 }, { cur: 'EUR' });
    for (const cur of [undefined, [], ['USD', 'EUR']]) {
      const { cur: answered, seatbid } = await answer(await ask({ cur }));
      expect([answered, seatbid[0]?.bid[0]?.price]).toEqual(['USD', 2.5]);
    }
  });

  test('has to have a rate: else there is no bid, with the reason', async () => {
    const response = await (await start()).ask({ cur: ['SEK'] });
    expect([response.status, response.headers.get('x-nobid-reason')]).toEqual([204, 'currency']);
  });

  test('gives a price that reaches the floor in the same currency', async () => {
    const { ask } = await start({ price: 123.45 }, { cur: 'JPY' });
    const floor = { bidfloor: 123.45, bidfloorcur: 'JPY' };
    const { seatbid } = await answer(await ask({ cur: ['JPY'], imp: imp(floor) }));
    expect(seatbid[0]?.bid[0]?.price).toBeGreaterThanOrEqual(123.45);
    expect(seatbid[0]?.bid[0]?.price).toBeLessThan(123.451);
  });

  test('stands in the macros of the markup, with the amounts in it', async () => {
    const macros = 'https://t.example/${AUCTION_CURRENCY}/${AUCTION_MIN_TO_WIN}/${AUCTION_PRICE}';
    const link = { url: 'https://brand.example/?p=${AUCTION_PRICE}&c=${AUCTION_CURRENCY}' };
    const { ask } = await start({ price: 2, adm: nativeAd({ imptrackers: [macros], link }) });
    const { seatbid } = await answer(await ask({ cur: ['EUR'], imp: imp({ bidfloor: 1 }) }));
    const ad = JSON.parse(seatbid[0]?.bid[0]?.adm ?? '');
    expect(ad.imptrackers[0]).toBe('https://t.example/EUR/0.8/${AUCTION_PRICE}');
    const destination = new URL(ad.link.url).searchParams.get('to');
    expect(destination).toBe('https://brand.example/?p=1.6&c=EUR');
  });

  test('holds in test mode too, whose sample is priced in it', async () => {
    market = await startMarket([], {
      config: { auction: { timeoutMs: 500, defaultType: 1, rates: RATES } },
    });
    const { cur, seatbid } = await answer(await market.ask({ test: 1, cur: ['EUR'] }));
    expect([cur, seatbid[0]?.bid[0]?.price]).toEqual(['EUR', 0.8]);
  });
});
