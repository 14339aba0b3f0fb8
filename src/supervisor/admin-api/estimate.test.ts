import { afterAll, expect, test } from 'bun:test';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import { cleanUp } from '../../../test/process.ts';
import { sharedWorkOf } from '../../../test/shared-work.ts';
import { fileWith } from '../../../test/store/campaigns.ts';
import { packRates } from '../../demand/packed-rates.ts';
import type { RatedName } from '../../demand/rate-model.ts';
import type { RequestSample } from '../../ledger/samples/request-samples.ts';
import { estimateAnswer } from './estimate.ts';
import type { AdminApiSources } from './sources.ts';

afterAll(cleanUp);

const WIRE = {
  id: 'sample',
  imp: [{ id: '1', native: { request: '{"assets":[{"id":1,"title":{"len":90}}]}' } }],
  site: { keywords: 'tents' },
};

const SAMPLES = Array.from({ length: 300 }, (_, lot): RequestSample => {
  const text = JSON.stringify({ request: WIRE, bids: [], notAsked: [] });
  return { lot, minuteMs: 0, weightThousandths: 1000, text };
});

const NEW = campaignOf({ id: 'new' });
const NOTHING_LEARNED: ReadonlyMap<string, string> = new Map();
const isGone = () => true;
const isWaiting = () => false;

/** With a clock that moves by so much whenever somebody looks, and readings that end when they are told to. */
function answer({
  tickStepMs = 0,
  reading = Promise.resolve(),
  failures = 0,
  learned = NOTHING_LEARNED,
} = {}) {
  const work = sharedWorkOf([
    { name: 'file', kind: 'campaigns', path: fileWith([campaignOf({ id: 'written' })]) },
    { name: 'own', kind: 'campaigns', store: true },
  ]);
  let tickMs = 0;
  let readings = 0;
  const sources = {
    ledger: {
      async samples() {
        readings++;
        await reading;
        if (readings <= failures) throw new Error('down');
        return { samples: SAMPLES, requests: SAMPLES.length, firstMs: 0 };
      },
    },
    store: {
      campaigns: () => new Map(),
      accounts: () => ({ publishers: new Map(), partners: new Map(), advertisers: new Map() }),
    },
    rates: { textOf: ({ partner, name }: RatedName) => learned.get(`${partner}/${name}`) },
    work: () => work,
    nowMs: () => 1000,
    tickMs: () => (tickMs += tickStepMs),
    chance: () => 0,
  };
  // Of the sources, an estimate uses these.
  const estimate = estimateAnswer(sources as unknown as AdminApiSources);
  const sampleOf = async (...args: Parameters<typeof estimate>) => {
    const told = await estimate(...args);
    return typeof told === 'object' && 'sample' in told ? told.sample : told;
  };
  return { estimate, sampleOf, readings: () => readings };
}

test('an estimate replays all samples, and ends early where nobody waits for it any more', async () => {
  const { sampleOf } = answer();
  expect(await sampleOf('own', NEW, isWaiting)).toMatchObject({ requests: 300, matched: 300 });
  expect(await sampleOf('own', NEW, isGone)).toMatchObject({ requests: 0 });
});

test('one that takes too long ends with the samples that it has', async () => {
  const { sampleOf } = answer({ tickStepMs: 40 });
  const told = await sampleOf('own', NEW, isWaiting);
  const requests = typeof told === 'object' && 'requests' in told ? told.requests : 0;
  expect(requests).toBeGreaterThan(5);
  expect(requests).toBeLessThan(100);
});

test('four wait, one behind the other, and a fifth does not; those that follow use the same samples', async () => {
  const { promise: reading, resolve } = Promise.withResolvers<void>();
  const { estimate, sampleOf, readings } = answer({ reading });
  const four = Array.from({ length: 4 }, () => sampleOf('own', NEW, isWaiting));
  expect(await estimate('own', NEW, isWaiting)).toBe('too-many');
  resolve();
  for (const one of await Promise.all(four)) expect(one).toMatchObject({ requests: 300 });
  expect(await sampleOf('own', NEW, isWaiting)).toMatchObject({ requests: 300 });
  expect(readings()).toBe(1);
});

test('one that fails does not fail the one behind it', async () => {
  const { estimate, sampleOf } = answer({ failures: 1 });
  const [first, second] = await Promise.allSettled([
    estimate('own', NEW, isWaiting),
    sampleOf('own', NEW, isWaiting),
  ]);
  expect(first.status).toBe('rejected');
  expect(second).toMatchObject({ status: 'fulfilled', value: { requests: 300 } });
});

const ratesOf = (click: number) => {
  const whole = { click: { rate: click, seen: 1000 }, conversion: { rate: 0, seen: 1000 } };
  return packRates({ whole, ceilings: { click, conversion: 0 }, cells: [] });
};

test('the click rate is that of the campaign, else of its advertiser, else of all', async () => {
  const clickRate = async (learned: Readonly<Record<string, string>>) => {
    const { estimate } = answer({ learned: new Map(Object.entries(learned)) });
    const told = await estimate('own', NEW, isWaiting);
    return typeof told === 'object' && 'clickRate' in told ? told.clickRate : told;
  };
  const all = { '/': ratesOf(0.01) };
  const advertiser = { ...all, '/advertiser-of-new': ratesOf(0.02) };
  expect(await clickRate({})).toMatchObject({ of: 'nobody' });
  expect(await clickRate(all)).toMatchObject({ of: 'exchange' });
  expect(await clickRate(advertiser)).toMatchObject({ of: 'advertiser' });
  expect(await clickRate({ ...advertiser, 'own/new': ratesOf(0.03) })).toEqual({
    rate: 0.03,
    of: 'campaign',
  });
});

test('a campaign with faults, or of a partner without campaigns, does not wait', async () => {
  const { estimate, readings } = answer();
  expect(await estimate('own', { ...NEW, cpm: -1 }, isWaiting)).toMatchObject({
    kind: 'faults',
    faults: [{ path: 'cpm' }],
  });
  expect(await estimate('nobody', NEW, isWaiting)).toMatchObject({ kind: 'not-found' });
  expect(readings()).toBe(0);
});
