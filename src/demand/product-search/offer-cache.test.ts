import { describe, expect, test } from 'bun:test';
import {
  ad,
  createTestPartner,
  inquire,
  priced,
  solicit,
  testUpstreams,
  wonProducts,
} from '../../../test/product-search.ts';
import { CACHE_ENTRIES_MAX } from './kind.ts';

const { upstream, upstreamOf } = testUpstreams();

describe('the cache', () => {
  test.each([
    ['five seconds, unless configured', {}, 5],
    ['the configured time', { cacheSeconds: 60 }, 60],
  ])('of another service keeps an answer for %s (ruling 78)', async (_, config, seconds) => {
    let nowMs = 1_000_000;
    const { url, calls } = upstreamOf(ad());
    const partner = createTestPartner(url, { nowMs: () => nowMs, ...config });
    const first = await inquire(partner, solicit({}));
    nowMs += 1000 * seconds - 1;
    expect(partner.ask(solicit({}), 500)).toEqual(first);
    expect(calls).toHaveLength(1);

    nowMs += 1;
    expect(await inquire(partner, solicit({}))).toEqual(first);
    expect(calls).toHaveLength(2);
    // The clock is set back.
    nowMs -= 3_600_000;
    await inquire(partner, solicit({}));
    expect(calls).toHaveLength(3);
  });

  test('an old price is sold for the configured time at most, and a new one above the bound never (ruling 78)', async () => {
    let nowMs = 1_000_000;
    let price = 100;
    const { url } = upstream(() => Response.json({ ads: [priced('p', price)] }));
    const partner = createTestPartner(url, { nowMs: () => nowMs });
    const ask = async (max_price: number) =>
      wonProducts(await inquire(partner, solicit({ filters: [{ max_price }] }))).length;
    expect(await ask(150)).toBe(1);
    price = 500;
    nowMs += 4999;
    expect(await ask(150)).toBe(1);
    // Another question, which gets the new price.
    expect(await ask(151)).toBe(0);
    nowMs += 1;
    expect(await ask(150)).toBe(0);
    expect(await ask(500)).toBe(1);
  });

  test('it has a maximum of questions and drops the oldest', async () => {
    const { url, calls } = upstreamOf(ad());
    const partner = createTestPartner(url, { nowMs: () => 1_000_000 });
    for (let n = 0; n <= CACHE_ENTRIES_MAX; n++) {
      await inquire(partner, solicit({ keywords: `k${n}` }));
    }
    const before = calls.length;
    await inquire(partner, solicit({ keywords: 'k1' }));
    expect(calls.length).toBe(before);
    await inquire(partner, solicit({ keywords: 'k0' }));
    expect(calls.length).toBe(before + 1);
  });

  test('a failure is not kept', async () => {
    let status = 500;
    const { url, calls } = upstream(() => Response.json({ ads: [ad()] }, { status }));
    const partner = createTestPartner(url);
    expect(await inquire(partner, solicit({}))).toMatchObject({ kind: 'malformed' });
    status = 200;
    expect(await inquire(partner, solicit({}))).toMatchObject({ kind: 'bids' });
    expect(calls).toHaveLength(2);
  });
});
