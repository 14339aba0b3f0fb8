import { afterAll, expect, test } from 'bun:test';
import { type Fact, spendNanos } from '../../src/core/sale/fact.ts';
import { insertFacts } from '../../src/ledger/fact-rows.ts';
import { writeRollup } from '../../src/ledger/rollup.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { cleanUp } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { countOf, dropFacts } from './ledger.ts';
import { aFact } from './samples.ts';

afterAll(cleanUp);

const START_MS = Date.UTC(2026, 10, 15);
const DAYS = 365;
const KEEP_DAYS = 40;
const CLICK_DAYS = 29;

/** Stores new facts with their counts, as a batch does. Resolves to how many were new. */
async function store(database: Database, facts: readonly Fact[]): Promise<number> {
  return database.transaction(async (query) => {
    const added = await insertFacts(query, facts);
    await writeRollup(query, { events: added, charges: [], tallies: [] });
    return added.length;
  });
}

function soldOn(day: number): Fact {
  const soldMs = START_MS + day * DAY_MS;
  return aFact({ auctionId: `day-${day}`, soldMs, atMs: soldMs + 1000 });
}

/** A click that comes almost as late as it may. */
function clickFor(day: number): Fact {
  const { sale } = soldOn(day);
  const atMs = sale.soldMs + CLICK_DAYS * DAY_MS;
  return { ...aFact({ kind: 'click', atMs }), sale };
}

const oldestSaleOf = async ({ query }: Database) => {
  const [row] = await query('select min(sold_ms) as oldest from facts');
  return Number(row?.oldest);
};

/** How long after `keepDays` a fact may stay: a month in Postgres, the latest click in SQLite. */
const EXTRA_DAYS = { postgres: 31, sqlite: CLICK_DAYS + 1 } as const;

onEachDatabase(({ kind, open }) => {
  test('in a year of days no fact goes too early or stays too long, none counts twice, and counts stay', async () => {
    const database = await open();
    let stored = 0;
    for (let day = 0; day < DAYS; day++) {
      const nowMs = START_MS + day * DAY_MS + DAY_MS / 2;
      const late = day >= CLICK_DAYS ? [clickFor(day - CLICK_DAYS)] : [];
      stored += await store(database, [soldOn(day), ...late]);
      // All notices that may still come are repeated.
      const repeated = Array.from({ length: 30 }, (_, ago) => day - ago).filter((one) => one >= 0);
      expect(await store(database, repeated.map(soldOn))).toBe(0);
      await dropFacts(database, nowMs, KEEP_DAYS);
      const oldestDay = ((await oldestSaleOf(database)) - START_MS) / DAY_MS;
      expect(oldestDay).toBeLessThanOrEqual(Math.max(0, day - KEEP_DAYS + 1));
      expect(oldestDay).toBeGreaterThanOrEqual(day - KEEP_DAYS - EXTRA_DAYS[kind]);
    }
    expect(stored).toBe(DAYS + DAYS - CLICK_DAYS);
    expect(await countOf(database, 'facts')).toBeLessThan(200);
    const [sums] = await database.query(
      'select sum(impressions) as impressions, sum(clicks) as clicks, sum(spend_nanos) as nanos from rollups',
    );
    expect([sums?.impressions, sums?.clicks, sums?.nanos].map(Number)).toEqual([
      DAYS,
      DAYS - CLICK_DAYS,
      DAYS * spendNanos(soldOn(0)),
    ]);
  });

  test('without keepDays nothing is dropped', async () => {
    const database = await open();
    await store(database, [soldOn(0), soldOn(200)]);
    await dropFacts(database, START_MS + 4000 * DAY_MS, undefined);
    expect(await countOf(database, 'facts')).toBe(2);
  });
});
