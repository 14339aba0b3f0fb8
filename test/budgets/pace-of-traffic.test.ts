import { afterAll, beforeEach, expect, test } from 'bun:test';
import { NO_DIMENSIONS } from '../../src/core/sale/dimensions.ts';
import type { Sale } from '../../src/core/sale/fact.ts';
import type { TrafficShare } from '../../src/ledger/budgets/pacing.ts';
import { createTraffic } from '../../src/ledger/budgets/traffic.ts';
import type { TalliedMinute } from '../../src/ledger/journal-line.ts';
import { writeRollup } from '../../src/ledger/rollup.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, daily, FIVE_DOLLARS_CPM } from './accounts.ts';
import { createWorld } from './world.ts';

/** A day of requests, simulated minute by minute on a real ledger. */

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const TODAY_MS = 20_000 * DAY_MS;

/** Requests in a minute of the day, by its hour. */
type RequestsAt = (hour: number) => number;

const evening: RequestsAt = (hour) => (hour >= 18 ? 40 : 0);

/** A thousand impressions a day. */
const IMPRESSIONS = 1000;
const boots = account({ pacing: 'even', money: daily(IMPRESSIONS * 5000) });

async function learn(requestsAt: RequestsAt): Promise<TrafficShare> {
  const tallies: TalliedMinute[] = [];
  for (let minuteMs = TODAY_MS - 8 * DAY_MS; minuteMs < TODAY_MS; minuteMs += MINUTE_MS) {
    const count = requestsAt((minuteMs % DAY_MS) / HOUR_MS);
    const cell = { measure: 'requests' as const, count, dimensions: NO_DIMENSIONS };
    const cells = [{ ...cell, partner: '', campaign: '', creative: '', reason: '' }];
    if (count > 0) tallies.push({ minuteMs, cells });
  }
  await database.transaction((query) => writeRollup(query, { events: [], charges: [], tallies }));
  const traffic = createTraffic();
  await traffic.refresh(database.query, TODAY_MS);
  return traffic.shareOf;
}

/** The impressions that were sold by each of these minutes of the day. */
async function soldBy(
  minutes: readonly number[],
  requestsAt: RequestsAt,
  shareOf: TrafficShare,
): Promise<readonly number[]> {
  const world = createWorld(database, [boots], TODAY_MS, shareOf);
  const machine = world.startMachine(0);
  const sold: number[] = [];
  let sum = 0;
  for (let minute = 0; minute < (minutes.at(-1) ?? 0); minute++) {
    const sales: Sale[] = [];
    let requests = requestsAt(minute / 60);
    for (let tick = 0; tick < TICKS_MAX; tick++) {
      const before = requests;
      await world.tick(machine);
      for (; requests > 0; requests--) {
        const sale = world.sell(machine, 0, FIVE_DOLLARS_CPM);
        if (sale === undefined) break;
        sales.push(sale);
      }
      if (requests === 0 || requests === before) break;
    }
    if (sales.length > 0) await world.notify('bill', sales);
    sum += sales.length;
    world.advance(MINUTE_MS);
    if (minutes.includes(minute + 1)) sold.push(sum);
  }
  return sold;
}

/** In a minute of more requests than the portion pays for. */
const TICKS_MAX = 5;

test('a day whose traffic is all in the evening spends its budget, and spreads it over the evening', async () => {
  const shareOf = await learn(evening);
  const [before = 0, soon = 0, half = 0, end = 0] = await soldBy(
    [18 * 60, 18 * 60 + 30, 21 * 60, 24 * 60],
    evening,
    shareOf,
  );
  expect(before).toBe(0);
  // A twelfth of the evening, the head start, and what the clock alone gave it before.
  expect(soon).toBeLessThan(IMPRESSIONS * (1 / 12 + 0.02 + 0.05));
  expect(half / IMPRESSIONS).toBeCloseTo(0.53, 1);
  expect(end).toBeGreaterThanOrEqual(0.99 * IMPRESSIONS);
  expect(end).toBeLessThanOrEqual(IMPRESSIONS);
});
