import { afterAll, expect, test } from 'bun:test';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import { cleanUp } from '../../../test/process.ts';
import { sharedWorkOf } from '../../../test/shared-work.ts';
import { fileWith } from '../../../test/store/campaigns.ts';
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
const isGone = () => true;
const isWaiting = () => false;

/** With a clock that moves by so much whenever somebody looks, and readings that end when they are told to. */
function answer({ tickStepMs = 0, reading = Promise.resolve() } = {}) {
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
        return { samples: SAMPLES, requests: SAMPLES.length, firstMs: 0 };
      },
    },
    store: { campaigns: () => new Map() },
    rates: { textOf: () => undefined },
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

test('a campaign with faults, or of a partner without campaigns, does not wait', async () => {
  const { estimate, readings } = answer();
  expect(await estimate('own', { ...NEW, cpm: -1 }, isWaiting)).toMatchObject({
    kind: 'faults',
    faults: [{ path: 'cpm' }],
  });
  expect(await estimate('nobody', NEW, isWaiting)).toMatchObject({ kind: 'not-found' });
  expect(readings()).toBe(0);
});
