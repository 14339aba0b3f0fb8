import { afterEach, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_PARTNERS } from '../../../test/metrics.ts';
import { letTimeRun, passSeconds, stopTime } from '../../../test/stopped-time.ts';
import { silentLog } from '../../host/observe/log.ts';
import { startHealth } from './health.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  letTimeRun();
});

type HealthParts = Parameters<typeof startHealth>[0];

/** A machine without traffic, and what a test sets of it. */
function machine() {
  const { totals, history, look } = machineFigures();
  totals.set('parley_database_up', [], 1);
  look();
  const partners = TYPICAL_PARTNERS.map((name) => ({ name }));
  const auction = { referenceDate: undefined as string | undefined };
  const state = {
    work: {
      partners: { known: () => partners },
      setup: {
        config: { alerts: { webhooks: [] }, auction, adcp: { enabled: true } },
        geoBuiltMs: undefined as number | undefined,
      },
    },
    reloadFault: undefined as string | undefined,
    port: 80,
  };
  const months: string[] = [];
  const clock = { nowMs: 2000 };
  const faults = {
    halt: undefined as ReturnType<HealthParts['budgets']['halt']>,
    redis: NONE,
    feed: NONE,
  };
  let reports = 0;
  const health = startHealth({
    state: state as unknown as HealthParts['state'],
    history,
    totals,
    ledger: {
      async report() {
        reports++;
        return { reason: 'not needed here' };
      },
      database: () => undefined,
      health: () => ({ isDatabaseUp: true }) as ReturnType<HealthParts['ledger']['health']>,
    },
    budgets: { halt: () => faults.halt },
    fleet: { status: () => orNull(faults.redis) },
    feed: { status: () => ({ revision: 0, ...faults.feed }) },
    records: { all: () => [], revision: () => 0 },
    offers: { monthsToClose: async () => months },
    nowMs: () => clock.nowMs,
    log: silentLog,
  });
  stops.push(health.stop);
  const isOn = (id: string) => totals.read()[totals.layout.cellOf('parley_trouble', id)];
  const words = () => health.troubles().map(({ what }) => what);
  const { troubles } = health;
  return {
    state,
    auction,
    totals,
    look,
    clock,
    faults,
    months,
    troubles,
    words,
    isOn,
    reports: () => reports,
  };
}

type Fault = { readonly reason: string | undefined; readonly advice: string | undefined };

const NONE: Fault = { reason: undefined, advice: undefined };
const orNull = ({ reason, advice }: typeof NONE) => ({
  reason: reason ?? null,
  advice: advice ?? null,
});

test('what each part of the machine says of its faults is told with its advice, until it is over', () => {
  stopTime();
  const { state, totals, look, clock, faults, troubles } = machine();
  const ids = () => troubles().map(({ id }) => id);
  totals.set('parley_redis_up', [], 0);
  look();
  faults.redis = { reason: 'it is full', advice: undefined };
  faults.feed = { reason: 'no space left', advice: undefined };
  faults.halt = 'not-checked';
  state.work.setup.geoBuiltMs = 1;
  expect(ids()).toEqual(['redis-down', 'store-behind']);
  expect(troubles()[0]?.what).toBe('Redis cannot be used: it is full');
  expect(troubles()[1]).toMatchObject({
    what: expect.stringContaining('do not reach the workers of this machine: no space left'),
    advice: expect.stringContaining('df -h /dev/shm'),
  });
  clock.nowMs += 366 * 86_400_000;
  expect(ids()).toEqual(['budgets-halted', 'redis-down', 'store-behind', 'geo-old']);
  faults.feed = NONE;
  faults.halt = undefined;
  state.work.setup.geoBuiltMs = clock.nowMs;
  totals.set('parley_redis_up', [], 1);
  look();
  expect(ids()).toEqual([]);
});

test('the metric follows within five seconds, and the database is asked once a minute', async () => {
  stopTime();
  const { state, isOn, reports } = machine();
  expect(isOn('reload-rejected')).toBe(0);
  state.reloadFault = 'parley.yaml cannot be read';
  await passSeconds(5);
  expect([isOn('reload-rejected'), isOn('traffic-gone')]).toEqual([1, 0]);
  state.reloadFault = undefined;
  await passSeconds(5);
  expect(isOn('reload-rejected')).toBe(0);
  expect(reports()).toBe(0);
  await passSeconds(170);
  expect(reports()).toBe(3);
});
