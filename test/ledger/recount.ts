import { expect } from 'bun:test';
import { CELL_COLUMNS } from '../../src/core/sale/dimensions.ts';
import type { Database } from '../../src/lib/sql/database.ts';

type Sums = Readonly<Record<string, number>>;

export type Counts = ReadonlyMap<string, Sums>;

const DIMENSIONS = CELL_COLUMNS.filter((name) => name !== 'reason');
const MEASURES: Readonly<Record<string, string>> = {
  win: 'wins',
  impression: 'impressions',
  viewable: 'viewables',
  click: 'clicks',
  loss: 'losses',
};

/** What the table of counts should hold, taken from the facts one by one. */
export async function recountFacts(
  database: Database,
  columns: readonly string[] = DIMENSIONS,
): Promise<Counts> {
  const counts = new Map<string, Record<string, number>>();
  for (const row of await database.query('select * from facts where is_test = 0')) {
    const minute = Math.floor(Number(row.at_ms) / 60_000) * 60_000;
    const reason = row.kind === 'loss' ? `loss-${row.loss_code}` : '';
    const key = JSON.stringify([minute, ...columns.map((name) => row[name]), reason]);
    const spend = Number(row.spend_nanos);
    const owed = row.kind === row.bills_on ? BigInt(String(row.price_micros)) : 0n;
    const earned = (owed * BigInt(String(row.share_basis_points))) / 10_000n;
    const measure = MEASURES[String(row.kind)];
    // Counts of nothing are no row, or one without any: both say the same.
    if (measure === undefined && spend === 0 && earned === 0n) continue;
    const sums = counts.get(key) ?? {};
    counts.set(key, sums);
    if (measure !== undefined) sums[measure] = (sums[measure] ?? 0) + 1;
    if (spend > 0) sums.spend_nanos = (sums.spend_nanos ?? 0) + spend;
    if (earned > 0n) sums.earned_nanos = (sums.earned_nanos ?? 0) + Number(earned);
  }
  return counts;
}

/** What it does hold: of facts, and how many requests. */
export async function rollupsOf(
  database: Database,
  columns: readonly string[] = DIMENSIONS,
): Promise<{ facts: Counts; requests: number }> {
  const facts = new Map<string, Sums>();
  let requests = 0;
  for (const row of await database.query('select * from rollups')) {
    requests += Number(row.requests);
    const names = [...Object.values(MEASURES), 'spend_nanos', 'earned_nanos'];
    const sums = names.map((name) => [name, Number(row[name])] as const);
    const present = sums.filter(([, sum]) => sum > 0);
    if (present.length === 0) continue;
    const keys = [Number(row.minute_ms), ...columns.map((name) => row[name]), row.reason];
    // Another version may have counted the same by a dimension more.
    const key = JSON.stringify(keys);
    const known = facts.get(key) ?? {};
    const added = present.map(([name, sum]) => [name, sum + (known[name] ?? 0)] as const);
    facts.set(key, { ...known, ...Object.fromEntries(added) });
  }
  return { facts, requests };
}

/** Every acknowledged notice is a fact, each is one, and the counts are those of the facts. */
export async function expectExactly(
  database: Database,
  acknowledged: ReadonlySet<string>,
  /** By which an earlier version has not counted. */
  uncounted: readonly string[] = [],
): Promise<void> {
  const rows = await database.query('select auction_id, imp_id, kind from facts');
  const facts = rows.map(({ auction_id, kind }) => `${auction_id} ${kind}`);
  const kept = new Set(facts);
  expect([...acknowledged].filter((name) => !kept.has(name))).toEqual([]);
  expect(facts.length).toBe(kept.size);
  const columns = DIMENSIONS.filter((name) => !uncounted.includes(name));
  const { facts: counted } = await rollupsOf(database, columns);
  expect(counted).toEqual(await recountFacts(database, columns));
}
