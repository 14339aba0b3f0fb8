import { afterAll, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Amount } from '../../src/ledger/budgets/account.ts';
import { NO_BOUNDS } from '../../src/ledger/budgets/budget-rows.ts';
import {
  caughtUpByAllMs,
  changeClaim,
  createRows,
  recordHeartbeat,
  releaseDeadClaims,
} from '../../src/ledger/budgets/claim-statements.ts';
import type { Database } from '../../src/ledger/database.ts';
import { openLedger } from '../ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
  await createRows(database.query, ['boots', 'shoes']);
});

const DAY = 20_000;
const CLAIM_MS = 360_000;

const claim = (machine: string, key: string, delta: Amount) =>
  changeClaim(database.query, { key, machine, day: DAY, delta, bounds: NO_BOUNDS });

const beat = (allocatorId: string, nowMs: number, caughtUpMs = nowMs) =>
  recordHeartbeat(database.query, allocatorId, { nowMs, caughtUpMs });

async function claimed() {
  const rows = await database.query(
    'select campaign, claimed_micros, claimed_impressions from budgets order by campaign',
  );
  return rows.map((row) => Object.values(row));
}

test('what dead machines had claimed of a budget is free again to the last micro, and what others have is not', async () => {
  await beat('dead', 1000);
  await beat('dead too', 1000);
  await beat('alive', 2000);
  await claim('dead', 'boots', { micros: 500, impressions: 3 });
  await claim('dead too', 'boots', { micros: 50, impressions: 4 });
  await claim('dead too', 'shoes', { micros: 5, impressions: 0 });
  await claim('alive', 'boots', { micros: 7000, impressions: 20 });
  const release = (deadMs: number) =>
    releaseDeadClaims(database.query, { minuteMin: 0, deadMs: deadMs + CLAIM_MS });

  await release(1000);
  expect(await claimed()).toEqual([
    ['boots', 7550, 27],
    ['shoes', 5, 0],
  ]);
  await release(1001);
  expect(await claimed()).toEqual([
    ['boots', 7000, 20],
    ['shoes', 0, 0],
  ]);
  expect(await database.query('select machine from budget_claims')).toEqual([{ machine: 'alive' }]);
});

test('all have caught up with what the slowest of the living machines has', async () => {
  expect(await caughtUpByAllMs(database.query, 0)).toBe(0);
  await beat('dead', 1000, 100);
  await beat('slow', 2000, 1500);
  await beat('fast', 2000, 2000);
  expect(await caughtUpByAllMs(database.query, 1000 + CLAIM_MS)).toBe(100);
  expect(await caughtUpByAllMs(database.query, 1001 + CLAIM_MS)).toBe(1500);
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
      day: DAY,
      bounds,
      delta: { micros, impressions },
    });
  expect(await change(0, 1)).toBe(true);
  expect(await change(600, 0)).toBe(true);
  expect([await change(1, 0), await change(0, 6)]).toEqual([false, false]);
  expect(await change(-1, 5)).toBe(true);
  expect((await claimed())[0]).toEqual(['boots', 599, 6]);
});
