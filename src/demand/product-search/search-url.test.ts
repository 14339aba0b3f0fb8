import { describe, expect, test } from 'bun:test';
import {
  createTestPartner,
  inquire,
  solicit,
  testUpstreams,
} from '../../../test/product-search.ts';

const { upstreamOf } = testUpstreams();

/** Finds nothing: only what it is asked matters here. */
const emptyUpstream = () => upstreamOf();

describe('the call on the wire', () => {
  const QUERY = '/v1/ads/search?query=trail%20shoes';

  const CALLS = [
    ['no extension', undefined, QUERY],
    ['an empty filter', {}, QUERY],
    ['only a currency, which is never sent', { price_currency: 'USD' }, QUERY],
    ['a minimum of 19.99 as 20', { min_price: 19.99 }, `${QUERY}&minOfferPrice=20`],
    ['a minimum of 19.5 as 20', { min_price: 19.5 }, `${QUERY}&minOfferPrice=20`],
    ['a minimum of 19.49 as 19', { min_price: 19.49 }, `${QUERY}&minOfferPrice=19`],
    ['a half rounded up, not to even', { max_price: 2.5 }, `${QUERY}&maxOfferPrice=3`],
    ['a minimum of zero', { min_price: 0 }, `${QUERY}&minOfferPrice=0`],
    ['a minimum of minus zero', { min_price: -0 }, `${QUERY}&minOfferPrice=0`],
    [
      'a huge maximum in digits',
      { max_price: 1e21 },
      `${QUERY}&maxOfferPrice=1000000000000000000000`,
    ],
    [
      'both prices, without the currency',
      { min_price: 50, max_price: 150, price_currency: 'EUR' },
      `${QUERY}&minOfferPrice=50&maxOfferPrice=150`,
    ],
    ['a negative price is not sent', { min_price: -1, max_price: 9 }, `${QUERY}&maxOfferPrice=9`],
    ['crossed prices are not sent', { min_price: 9, max_price: 1 }, QUERY],
    ['a filter that is no object', 'cheap', QUERY],
  ] as const;

  test.each(CALLS)('%s', async (_, filter, call) => {
    const { url, calls } = emptyUpstream();
    await inquire(createTestPartner(url), solicit({ filters: [filter] }));
    expect(calls).toEqual([call]);
  });

  test('keywords are trimmed, lowercased, without duplicates, at most ten, joined by a comma (ruling 36)', async () => {
    const { url, calls } = emptyUpstream();
    const keywords = ' Tent ,tent,, a,b,c,d,e,f,g,h,i,j';
    await inquire(createTestPartner(url), solicit({ keywords }));
    expect(calls).toEqual(['/v1/ads/search?query=tent%2Ca%2Cb%2Cc%2Cd%2Ce%2Cf%2Cg%2Ch%2Ci']);
  });

  test('no character of a keyword can become another parameter', async () => {
    const { url, calls } = emptyUpstream();
    const keywords = 'a&maxOfferPrice=1#x,50% + café,\ud800';
    await inquire(createTestPartner(url), solicit({ keywords }));
    const parameters = new URL(calls[0] ?? '', url).searchParams;
    expect([...parameters.keys()]).toEqual(['query']);
    expect(parameters.get('query')).toBe('a&maxofferprice=1#x,50% + café,\ufffd');
  });
});
