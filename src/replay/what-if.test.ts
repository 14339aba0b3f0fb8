import { expect, test } from 'bun:test';
import { NO_RULES } from '../auction/rules.ts';
import type { RequestSample } from '../ledger/samples/request-samples.ts';
import { atOnce } from '../lib/steps.ts';
import type { ReplayTerms } from './replay-auction.ts';
import { ANY_PUBLISHER, type Changes, replayChanges } from './what-if.ts';

const TERMS: ReplayTerms = {
  rulesOf: (publisher) => ({ ...NO_RULES, floorMicros: publisher === 'pub-1' ? 1_000_000 : 0 }),
  rates: new Map(),
  defaultType: 1,
  chance: () => 0,
};

type Bid = readonly [partner: string, usd: number, domain: string];

let lots = 0;

function sampleOf(publisher: string, bids: readonly Bid[], { weight = 1, request = {} } = {}) {
  const native = { request: '{"assets":[{"id":1,"title":{"len":90}}]}' };
  const wire = {
    id: 'sample',
    imp: [{ id: '1', native }],
    site: { publisher: { id: publisher } },
    ...request,
  };
  const sampled = bids.map(([partner, usd, domain]) => {
    return { partner, impid: '1', usdMicros: usd * 1e6, seat: partner, adomain: [domain] };
  });
  return {
    lot: lots++,
    minuteMs: 0,
    weightThousandths: weight * 1000,
    text: JSON.stringify({ request: wire, bids: sampled, notAsked: [] }),
  } satisfies RequestSample;
}

const NOTHING: Changes = { floors: new Map(), blockedDomains: [], without: new Set() };

function replay(samples: readonly RequestSample[], changes: Partial<Changes>) {
  const sums = atOnce(replayChanges(samples, { ...NOTHING, ...changes }, TERMS));
  const words = ({ before, after }: (typeof sums)['total']) =>
    [before, after].map(({ impressions, micros }) => `${impressions} for ${micros}`).join(', ');
  return {
    samples: sums.samples,
    requests: sums.requests,
    total: words(sums.total),
    publishers: Object.fromEntries([...sums.publishers].map(([name, row]) => [name, words(row)])),
    partners: Object.fromEntries([...sums.partners].map(([name, row]) => [name, words(row)])),
  };
}

const TWO: readonly Bid[] = [
  ['dsp', 4, 'big.example'],
  ['own', 2, 'small.example'],
];

test('without a change nothing changes: each request is sold to the highest bid, as often as it stands for', () => {
  const samples = [sampleOf('pub-1', TWO, { weight: 2.5 }), sampleOf('pub-2', [])];
  expect(replay(samples, {})).toEqual({
    samples: 2,
    requests: 3.5,
    // 2.5 impressions at a CPM of 4 USD cost a cent.
    total: '2.5 for 10000, 2.5 for 10000',
    publishers: { 'pub-1': '2.5 for 10000, 2.5 for 10000' },
    partners: { dsp: '2.5 for 10000, 2.5 for 10000' },
  });
});

test('a floor is instead of the publisher’s own, and that of a request stays', () => {
  const low: readonly Bid[] = [['own', 0.5, 'small.example']];
  const samples = [sampleOf('pub-1', low), sampleOf('pub-2', low)];
  expect(replay(samples, {}).total).toBe('1 for 500, 1 for 500');
  expect(replay(samples, { floors: new Map([['pub-1', 400_000]]) }).publishers).toEqual({
    'pub-1': '0 for 0, 1 for 500',
    'pub-2': '1 for 500, 1 for 500',
  });
  // Of all that are not named.
  const all = new Map([
    ['pub-1', 400_000],
    [ANY_PUBLISHER, 600_000],
  ]);
  expect(replay(samples, { floors: all }).publishers).toEqual({
    'pub-1': '0 for 0, 1 for 500',
    'pub-2': '1 for 500, 0 for 0',
  });
  const asked = sampleOf('pub-1', low, {
    request: { imp: [{ ...JSON.parse(samples[0]?.text ?? '').request.imp[0], bidfloor: 0.7 }] },
  });
  expect(replay([asked], { floors: new Map([['pub-1', 400_000]]) }).total).toBe('0 for 0, 0 for 0');
});

test('in a second-price auction a lost bid lowers the price of the winner', () => {
  const samples = [sampleOf('pub-2', TWO, { request: { at: 2 } })];
  // The second price and a cent, or a cent alone.
  expect(replay(samples, { without: new Set(['own']) }).total).toBe('1 for 2010, 1 for 10');
});
