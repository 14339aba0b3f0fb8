import { afterAll, expect, test } from 'bun:test';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import { cleanUp } from '../../../test/process.ts';
import { sharedWorkOf } from '../../../test/shared-work.ts';
import { fileWith } from '../../../test/store/campaigns.ts';
import type { RequestSample, SamplesMax } from '../../ledger/samples/request-samples.ts';
import { DAY_MS } from '../../lib/day.ts';
import { nearlyAnswer } from './nearly.ts';

afterAll(cleanUp);

const NOW_MS = 100 * DAY_MS;
const MINUTE_MS = 60_000;

const TEXT = JSON.stringify({
  request: {
    id: 'sample',
    imp: [{ id: '1', native: { request: '{"assets":[{"id":1,"title":{"len":90}}]}' } }],
    site: { publisher: { id: 'pub-1' } },
    device: { geo: { country: 'FRA' } },
  },
  bids: [],
  notAsked: [],
});

const sampleOf = (minutesAgo: number, weightThousandths = 1000): RequestSample => {
  return {
    lot: minutesAgo,
    minuteMs: NOW_MS - minutesAgo * MINUTE_MS,
    weightThousandths,
    text: TEXT,
  };
};

const GERMAN = campaignOf({ id: 'german', targeting: { include: { countries: ['DE'] } } });

function answerOf(samples: readonly RequestSample[], requests = samples.length, remembered = 0) {
  const work = sharedWorkOf([{ name: 'file', kind: 'campaigns', path: fileWith([GERMAN]) }]);
  const asked: SamplesMax[] = [];
  const sources = {
    ledger: {
      async samples(max: SamplesMax) {
        asked.push(max);
        return { samples, requests, firstMs: 0 };
      },
    },
    pool: {
      ask: async () => [
        undefined,
        Array.from({ length: remembered }, (_, n) => {
          return { requestId: `r-${n}`, timeMs: NOW_MS - n * 1000 - 1, text: TEXT };
        }),
      ],
    },
    store: {
      campaigns: () => new Map(),
      accounts: () => ({ publishers: new Map(), partners: new Map(), advertisers: new Map() }),
    },
    work: () => work,
    nowMs: () => NOW_MS,
    tickMs: () => 0,
    chance: () => 0,
  } as unknown as Parameters<typeof nearlyAnswer>[0];
  return { ...nearlyAnswer(sources), asked };
}

const GERMAN_PATH = { partner: 'file', campaign: 'german' };

async function foundBy({ nearly }: Pick<ReturnType<typeof nearlyAnswer>, 'nearly'>) {
  const found = await nearly(GERMAN_PATH, () => false);
  if (found === 'too-many' || 'kind' in found) throw new Error('expected an answer');
  return found;
}

test('requests of a day that nearly matched are counted exactly where all of them were kept', async () => {
  const answer = answerOf([sampleOf(10), sampleOf(20)]);
  expect(await foundBy(answer)).toMatchObject({
    conditions: [{ field: 'targeting.include.countries', requests: 2 }],
    isAbout: false,
    requests: 2,
  });
  expect(answer.asked[0]?.sinceMs).toBe(NOW_MS - DAY_MS);
});

test('counts that are scaled are said to be about right', async () => {
  const field = 'targeting.include.countries';
  const heavy = await foundBy(answerOf([sampleOf(10, 602_000), sampleOf(20, 602_000)], 1204));
  expect(heavy).toMatchObject({ conditions: [{ field, requests: 1204 }], isAbout: true });
  const partly = await foundBy(answerOf([sampleOf(10), sampleOf(20)], 8));
  expect(partly).toMatchObject({ conditions: [{ field, requests: 8 }], isAbout: true });
});

test('the last ones are those that are remembered, with their auctions, and sampled ones of minutes without them', async () => {
  const samples = [sampleOf(1), sampleOf(2), sampleOf(30)];
  const { last } = await foundBy(answerOf(samples, 3, 2));
  expect(last.map(({ requestId, at }) => [requestId, Date.parse(at) - NOW_MS])).toEqual([
    ['r-0', -1],
    ['r-1', -1001],
    [null, -2 * MINUTE_MS],
    [null, -30 * MINUTE_MS],
  ]);
  const { last: many } = await foundBy(answerOf(samples, 3, 30));
  expect(many).toHaveLength(20);
});

test('what was found is known to the list of campaigns', async () => {
  const answer = answerOf([sampleOf(10), sampleOf(20)]);
  expect(answer.nearestOf('file/german')).toBeUndefined();
  await foundBy(answer);
  expect(answer.nearestOf('file/german')).toEqual({
    condition: 'the country',
    requests: 2,
    isAbout: false,
  });
});

test('a campaign that nobody has is not found, and of many searches at once the last are refused', async () => {
  const { nearly } = answerOf([]);
  expect(await nearly({ ...GERMAN_PATH, campaign: 'none' }, () => false)).toEqual({
    kind: 'not-found',
  });
  const all = await Promise.all(Array.from({ length: 6 }, () => nearly(GERMAN_PATH, () => false)));
  expect(all.filter((one) => one === 'too-many')).toHaveLength(2);
});
