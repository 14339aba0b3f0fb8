import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Amount } from '../../src/ledger/budgets/account.ts';
import { createRows } from '../../src/ledger/budgets/arrange-rows.ts';
import { NO_BOUNDS } from '../../src/ledger/budgets/budget-rows.ts';
import { changeClaim, recordHeartbeat } from '../../src/ledger/budgets/claim-statements.ts';
import { createReleaseDead } from '../../src/ledger/budgets/dead-claims.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
  const campaigns = ['boots', 'shoes'].map((key) => ({ key, account: { zone: 'UTC' } }));
  await createRows(database.query, { campaigns, nowMs: 0 });
});

const DAY = 20_000;
const CLAIM_MS = 360_000;

const claim = (machine: string, key: string, delta: Amount, record = '') =>
  changeClaim(database.query, {
    key,
    machine,
    zone: 'UTC',
    day: DAY,
    delta,
    bounds: NO_BOUNDS,
    record,
  });

const beat = (allocatorId: string, nowMs: number, caughtUpMs = nowMs) =>
  recordHeartbeat(database.query, allocatorId, { nowMs, caughtUpMs });

async function claimed() {
  const rows = await database.query(
    'select campaign, claimed_micros, claimed_impressions from budgets order by campaign',
  );
  return rows.map((row) => Object.values(row));
}

test('what a dead machine recorded as reserved is free minute by minute, when its sales cannot be billed any more', async () => {
  const MINUTE_MS = 60_000;
  const lastMs = 100 * MINUTE_MS;
  await beat('dead', lastMs);
  await claim('dead', 'boots', { micros: 500, impressions: 9 }, '96 100 2,98 30 1');
  const releaseDead = createReleaseDead();
  const micros = async (ms: number, caughtUpMs = ms) => {
    await releaseDead(database.query, { ms, caughtUpMs });
    return (await claimed())[0]?.[1];
  };
  // The sales of minute 96 could be billed up to five minutes after its end; clocks may differ by ten seconds.
  expect(await micros(102 * MINUTE_MS + 9999)).toBe(500);
  expect(await micros(102 * MINUTE_MS + 10_000, 102 * MINUTE_MS + 9999)).toBe(500);
  expect(await micros(102 * MINUTE_MS + 10_000)).toBe(400);
  expect(await micros(102 * MINUTE_MS + 10_001)).toBe(400);
  // Any machine goes on where another has left off.
  const other = createReleaseDead();
  await other(database.query, { ms: 103 * MINUTE_MS, caughtUpMs: 103 * MINUTE_MS });
  expect((await claimed())[0]).toEqual(['boots', 400, 7]);
  expect(await micros(104 * MINUTE_MS + 10_000)).toBe(370);
  // The rest may have been sold in its term, without a record of it.
  expect(await micros(lastMs + CLAIM_MS)).toBe(370);
  expect(await micros(lastMs + CLAIM_MS + 1)).toBe(0);
});

test('a claim is changed by either resource alone, within the bounds of each', async () => {
  const bounds = {
    micros: { total: 1000, today: 800, byNow: 600 },
    impressions: { total: 10, today: 8, byNow: 6 },
  };
  const change = (micros: number, impressions: number) =>
    changeClaim(database.query, {
      key: 'boots',
      machine: 'one',
      zone: 'UTC',
      day: DAY,
      bounds,
      delta: { micros, impressions },
      record: '',
    });
  expect(await change(0, 1)).toBe(true);
  expect(await change(600, 0)).toBe(true);
  expect([await change(1, 0), await change(0, 6)]).toEqual([false, false]);
  expect(await change(-1, 5)).toBe(true);
  expect((await claimed())[0]).toEqual(['boots', 599, 6]);
});

test('a claim on a row that another machine has moved to another zone leaves room for both of its days', async () => {
  const bounds = { ...NO_BOUNDS, micros: { total: 1000, today: 100, byNow: 100 } };
  const change = (zone: string, micros: number) =>
    changeClaim(database.query, {
      key: 'boots',
      machine: 'one',
      zone,
      day: DAY,
      bounds,
      delta: { micros, impressions: 0 },
      record: '',
    });
  // It is the day before there, of which 50 micros are spent, and 30 of the day before that.
  await database.query(
    "update budgets set zone = 'Pacific/Honolulu', day = $1, spent_day_nanos = 50000, spent_before_nanos = 30000",
    [DAY - 1],
  );
  expect(await change('UTC', 21)).toBe(false);
  expect(await change('UTC', 20)).toBe(true);
  expect(await change('UTC', -20)).toBe(true);
  await database.query("update budgets set zone = 'UTC'");
  expect(await change('UTC', 100)).toBe(true);
});
