import { afterAll, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_AUCTION } from '../../../test/metrics.ts';
import { cleanUp } from '../../../test/process.ts';
import { sharedWorkOf } from '../../../test/shared-work.ts';
import { fileWith } from '../../../test/store/campaigns.ts';
import { silentLog } from '../../observe/log.ts';
import { partnerAnswers } from './partners.ts';
import type { AdminApiSources } from './sources.ts';

afterAll(cleanUp);

const OPERATOR = { kind: 'bearer', who: 'ada', role: 'admin' } as const;

function machine() {
  const figures = machineFigures();
  const work = sharedWorkOf([
    { name: 'house', kind: 'campaigns', path: fileWith([]) },
    { name: 'acme', kind: 'openrtb', url: 'https://dsp.example', qpsMax: 50 },
    { name: 'zenith', kind: 'openrtb', url: 'https://dsp.example' },
  ]);
  const logged: (readonly [object, string])[] = [];
  const log = { ...silentLog, info: (...line: readonly [object, string]) => logged.push(line) };
  const { partners, setPaused } = partnerAnswers({
    metrics: { history: figures.history },
    work: () => work,
    log,
    // Nothing else is used for partners.
  } as unknown as AdminApiSources);
  if (typeof partners !== 'function' || typeof setPaused !== 'function') {
    throw new Error('expected answers');
  }
  return { ...figures, work, logged, partners, setPaused };
}

test('a partner has its counts of the last minutes, and a bid that was outbid is not a drop', async () => {
  const { metrics, look, partners } = machine();
  metrics.auction(TYPICAL_AUCTION);
  metrics.auction({
    ...TYPICAL_AUCTION,
    asked: [
      { partner: 'acme', latencyMs: 100, answer: { kind: 'timeout' } },
      { partner: 'zenith', latencyMs: 0, answer: { kind: 'skipped', reason: 'paused' } },
    ],
    losses: [{ partner: 'acme', loss: { code: 102 } }],
    wins: [],
  });
  metrics.breaker('acme', 'open');
  metrics.breaker('zenith', 'closed');
  look();
  const [house, acme, zenith] = await partners();
  expect(acme).toMatchObject({
    name: 'acme',
    kind: 'openrtb',
    breaker: 'open',
    qpsMax: 50,
    qpsNow: 2,
    isPaused: false,
    asked: 2,
    answered: 1,
    answeredWithBids: 1,
    timeouts: 1,
    bids: 2,
    wins: 1,
    outbid: 1,
    skipped: [],
    drops: [{ reason: 'below-floor', count: 1 }],
  });
  expect(zenith).toMatchObject({
    breaker: 'closed',
    qpsMax: null,
    qpsNow: 1,
    asked: 1,
    answered: 1,
    answeredWithBids: 0,
    bids: 0,
    wins: 0,
    skipped: [{ reason: 'paused', count: 1 }],
  });
  expect(house).toMatchObject({ kind: 'campaigns', qpsMax: null, outbid: 1 });
});

test('latency is of all answers, and null for a partner that was not asked', async () => {
  const { metrics, look, partners } = machine();
  for (const latencyMs of [...Array<number>(9).fill(10), 100]) {
    const answer = { kind: 'no-bid' } as const;
    metrics.auction({ ...TYPICAL_AUCTION, asked: [{ partner: 'acme', latencyMs, answer }] });
  }
  look();
  const [house, acme] = await partners();
  expect(acme?.p50Ms).toBeCloseTo(10, -1);
  expect(acme?.p95Ms).toBeGreaterThan(80);
  expect(acme?.latencyByMinuteMs).toEqual([acme?.p50Ms ?? 0]);
  expect([house?.p50Ms, house?.latencyByMinuteMs]).toEqual([null, [null]]);
});

test('a partner without a circuit breaker has no state of it', async () => {
  const { look, partners } = machine();
  look();
  expect((await partners())[0]?.breaker).toBeNull();
});

test('a pause is in the memory of all workers until it ends, and the log says whose it was', async () => {
  const { work, look, logged, partners, setPaused } = machine();
  look();
  expect(await setPaused('acme', 'paused', OPERATOR)).toBe(true);
  expect([...work.memory.pauses.subarray(0, 3)]).toEqual([0, 1, 0]);
  expect((await partners()).map(({ isPaused }) => isPaused)).toEqual([false, true, false]);
  expect(await setPaused('acme', 'running', OPERATOR)).toBe(true);
  expect([...work.memory.pauses.subarray(0, 3)]).toEqual([0, 0, 0]);
  expect(logged).toEqual([
    [{ partner: 'acme', who: 'ada', by: 'bearer' }, 'a partner was paused'],
    [{ partner: 'acme', who: 'ada', by: 'bearer' }, 'a partner was resumed'],
  ]);
});

test('a partner that is not in the config cannot be paused', async () => {
  const { work, setPaused } = machine();
  expect(await setPaused('nobody', 'paused', OPERATOR)).toBe(false);
  expect([...work.memory.pauses.subarray(0, 3)]).toEqual([0, 0, 0]);
});
