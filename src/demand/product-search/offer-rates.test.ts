import { afterEach, expect, test } from 'bun:test';
import {
  ad,
  createTestPartner,
  inquire,
  solicit,
  startUpstream,
} from '../../../test/product-search.ts';
import { createRateBook } from '../rate-book.ts';
import { learnRates, packRates } from '../rate-model.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

test('a bid follows the clicks of its offer as soon as they are known, in the order of the upstream', async () => {
  const rates = createRateBook();
  const ads = [ad({ cpc: 1 }), ad({ id: 'p-2', cpc: 1 })];
  const { url, stop } = startUpstream(() => Response.json({ ads }));
  stops.push(stop);
  const partner = createTestPartner(url, { clickRate: 0.01, rates });
  const learn = (clicks: number) => {
    const counted = { impressions: 100_000, clicks, conversions: 0 };
    const cell = { partner: 'shop', seat: 'shop', campaign: '', creative: 'p-1' };
    const learned = learnRates([{ ...cell, publisher: '', format: '', ...counted }], () => 0.01);
    for (const entry of learned) rates.set(entry, packRates(entry));
  };
  const bid = async () => {
    const reply = await inquire(partner, solicit({}));
    const [first] = reply.kind === 'bids' ? reply.bids : [];
    return [first?.crid, (first?.priceMicros ?? 0) / 1e6];
  };
  expect(await bid()).toEqual(['p-1', 10]);
  learn(2000);
  expect(await bid()).toEqual(['p-1', 20]);
  learn(100);
  expect(await bid()).toEqual(['p-1', expect.closeTo(1, 1)]);
});
