import { afterEach, describe, expect, test } from 'bun:test';
import { ad, startUpstream } from '../product-search.ts';
import { bidOn } from './partners.ts';
import { startMarket } from './setup.ts';

/** Ruling 57: special categories of personal data stop no ads, and are not shown where privacy restricts. */

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A partner over OpenRTB and a product search, and what each of them was asked. */
async function startBoth() {
  const upstream = startUpstream(() => Response.json({ ads: [ad({})] }));
  const market = await startMarket([(asked) => bidOn(asked)], {
    extra: [{ name: 'shop', kind: 'product-search', url: upstream.url, clickRate: 0.01 }],
  });
  stops.push(market.stop, upstream.stop);
  return {
    async ask(request: Readonly<Record<string, unknown>>) {
      const response = await market.ask(request);
      return {
        status: response.status,
        shown: market.dsps[0]?.received.at(-1)?.body,
        queries: upstream.calls.map((call) => new URLSearchParams(call.split('?')[1]).get('query')),
      };
    },
  };
}

const TELLING = {
  site: {
    keywords: 'trail shoes,halal snacks,green card lawyer',
    kwarray: ['gay bars', 'hiking'],
    page: 'https://chat.example/pregnancy-test',
    content: { title: 'Union dues', keywords: 'shoes,abortion clinic' },
  },
  user: {
    data: [
      {
        id: 'd',
        name: 'p',
        segment: [
          { id: '1', name: 'mosque visitors' },
          { id: '2', name: 'runners' },
        ],
      },
    ],
  },
  ext: {
    service: {
      messageSequenceNumber: 1,
      messageLength: 1,
      isQuickReply: false,
      sessionDurationMs: 1,
      intent: {
        value: 'asylum application',
        confidence: 1,
        topics: ['kosher', 'shoes'],
        signals: ['latina'],
      },
      audience: { interests: ['bible study', 'running'] },
    },
  },
};
const SPECIAL = /halal|green card|gay|pregnancy|union|abortion|mosque|asylum|kosher|latina|bible/i;

describe('a partner that privacy restricts', () => {
  test.each([
    ['GDPR without consent', { regs: { gdpr: 1 } }],
    ['an opt-out of sale', { regs: { us_privacy: '1YYN' } }],
    ['limited ad tracking', { device: { lmt: 1 } }],
  ])('by %s is shown no word of a special category', async (_, signal) => {
    const { status, shown } = await (await startBoth()).ask({ ...TELLING, ...signal });
    expect(status).toBe(200);
    expect(JSON.stringify(shown)).not.toMatch(SPECIAL);
    expect(shown?.site).toEqual({
      keywords: 'trail shoes',
      kwarray: ['hiking'],
      page: 'https://chat.example/',
      content: { keywords: 'shoes' },
    });
  });

  test('loses the entry as a whole: a segment with its id, an intent with its topics', async () => {
    const { shown } = await (await startBoth()).ask({ ...TELLING, device: { lmt: 1 } });
    expect(shown?.user).toEqual({
      data: [{ id: 'd', name: 'p', segment: [{ id: '2', name: 'runners' }] }],
    });
    expect(shown?.ext).toMatchObject({ service: { audience: { interests: ['running'] } } });
    expect(shown?.ext).not.toMatchObject({ service: { intent: {} } });
  });
});

test('a partner without any restriction is shown the request as it came', async () => {
  const { shown } = await (await startBoth()).ask(TELLING);
  expect(shown?.site).toEqual(TELLING.site);
  expect(shown?.user).toEqual(TELLING.user);
});

describe('the product search', () => {
  test('is not asked with the parts of a keyword that is hidden as a whole', async () => {
    const { queries, shown } = await (await startBoth()).ask({
      site: { keywords: 'halalSnacks,pregnancyTest,shoes', kwarray: ['union, dues'] },
      device: { lmt: 1 },
    });
    expect(shown?.site).toEqual({ keywords: 'shoes', kwarray: [] });
    expect(queries).toEqual(['shoes']);
  });

  test('is not asked where no other keyword is left', async () => {
    const { queries, status } = await (await startBoth()).ask({
      site: { keywords: 'halal snacks' },
      regs: { gdpr: 1 },
    });
    expect([queries, status]).toEqual([[], 200]);
  });
});
