import { afterAll, beforeEach, expect, test } from 'bun:test';
import { type Sale, spendNanos } from '../../src/core/sale/fact.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, FIVE_DOLLARS_CPM } from './accounts.ts';
import { createWorld, START_MS } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

/** Two days pay for 40 impressions each, and both together for 70. */
const BOOTS = account({ money: { total: 70 * 5000, daily: 40 * 5000 } });
const MIDNIGHT_MS = Math.ceil(START_MS / DAY_MS) * DAY_MS;
const BILLED_AFTER_SEC = 3;

test('a bill whose price is reserved is always charged in full, also over midnight and up to the last impression', async () => {
  const world = createWorld(database, [BOOTS], MIDNIGHT_MS - 12_000);
  const machines = [world.startMachine(0), world.startMachine(1)];
  const waiting: Sale[][] = [];
  for (let second = 0; second < 40; second++) {
    const sold: Sale[] = [];
    for (const machine of machines) {
      await world.tick(machine);
      for (let n = 0; n < 3; n++) {
        const sale = world.sell(machine, 0, FIVE_DOLLARS_CPM);
        if (sale !== undefined) sold.push(sale);
      }
    }
    waiting.push(sold);
    // A machine whose journal lags by a second and a half over midnight.
    if (second === 11) world.lag(1);
    if (second === 14) await world.drain(1);
    const due = waiting.length > BILLED_AFTER_SEC ? (waiting.shift() ?? []) : [];
    await world.notify('bill', due, 1, second % 2);
    world.advance(1000);
  }
  for (const rest of waiting) await world.notify('bill', rest);
  expect(world.facts.filter(({ uncharged }) => uncharged !== undefined)).toEqual([]);
  const nanos = world.facts.reduce((sum, fact) => sum + spendNanos(fact), 0);
  expect([world.facts.length, nanos]).toEqual([70, 70 * 5_000_000]);
});
