import { expect, test } from 'bun:test';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { bidOn } from './partners.ts';
import { NATIVE, startMarket } from './setup.ts';

test('a caller that asks for it learns of each seat what it did not sell, and others are told nothing', async () => {
  const market = await startMarket([
    (request) => bidOn(request, { price: 4 }),
    (request) => bidOn(request, { price: 3, adm: '{' }),
    (request) => bidOn(request, { price: 0.5 }),
    () => new Response(null, { status: 204 }),
    () => new Response('?'),
  ]);
  const imp = [{ id: '1', bidfloor: 1, native: { request: NATIVE } }];
  const answerTo = async (ext: object) =>
    (await (await market.ask({ imp, ext })).json()) as BidResponse;
  const { ext } = await answerTo({ prebid: { returnallbidstatus: true } });
  const statuses = ext?.seatnonbid?.flatMap(({ seat, nonbid }) => nonbid.map((one) => [seat, one]));
  expect(statuses).toEqual([
    ['dsp-3', { impid: '1', statuscode: 0 }],
    ['dsp-4', { impid: '1', statuscode: 102 }],
    ['seat-1', { impid: '1', statuscode: 301 }],
    ['seat-1', { impid: '1', statuscode: 353 }],
  ]);
  for (const wish of [{}, { prebid: {} }, { prebid: { returnallbidstatus: 1 } }]) {
    expect(await answerTo(wish)).not.toHaveProperty('ext');
  }
  await market.stop();
});
