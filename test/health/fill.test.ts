import { afterAll, expect, test } from 'bun:test';
import { runReport } from '../../src/ledger/report.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { createFillWatch } from '../../src/parts/health/watches.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';

afterAll(cleanUp);

const MINUTE_MS = 60_000;
/** Noon. */
const NOW_MS = 20_000 * DAY_MS + DAY_MS / 2;

let cells = 0;

/** So many valid requests, of which some got no ad, beside as many refused ones. */
async function count(database: Database, atMs: number, valid: number, empty: number) {
  const row = async (requests: number, refusals: number, noBids: number) => {
    const { columns, values } = await emptyRow(database);
    const set = { minute_ms: atMs, cell: `c${cells++}`, requests, refusals, no_bids: noBids };
    const names = [...Object.keys(set), ...columns.filter((name) => !(name in set))];
    const all: Readonly<Record<string, string | number>> = { ...values, ...set };
    await database.query(
      `insert into rollups (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      names.map((name) => all[name] ?? 0),
    );
  };
  await row(valid * 2, 0, 0);
  await row(0, valid, empty);
}

/** The columns of the table, as a row that counts nothing has them. */
async function emptyRow({ kind, query }: Database) {
  const rows =
    kind === 'sqlite'
      ? await query("select name, lower(type) as type from pragma_table_info('rollups')")
      : await query(
          "select column_name as name, data_type as type from information_schema.columns where table_name = 'rollups'",
        );
  const columns = rows.map(({ name }) => String(name));
  const values = rows.map(({ name, type }) => [String(name), type === 'text' ? '' : 0] as const);
  return { columns, values: Object.fromEntries(values) };
}

onEachDatabase(({ open }) => {
  async function watched() {
    const database = await open();
    const clock = { nowMs: NOW_MS };
    let reports = 0;
    const watch = createFillWatch(
      async (question) => {
        reports++;
        return runReport(database, question);
      },
      () => clock.nowMs,
    );
    const now = (valid: number, empty: number) =>
      count(database, NOW_MS - 30 * MINUTE_MS, valid, empty);
    const before = (day: number, valid: number, empty: number) =>
      count(database, NOW_MS - day * DAY_MS - 30 * MINUTE_MS, valid, empty);
    const words = async () => {
      return (await watch())?.what;
    };
    return { database, clock, now, before, words, reports: () => reports };
  }

  test('fill that has fallen to half of the same hour of the last days is named', async () => {
    const { now, before, words } = await watched();
    await before(1, 300, 150);
    await before(7, 100, 50);
    await now(200, 151);
    expect(await words()).toBe(
      '25 % of the valid requests of the last hour got an ad, and 50 % at this hour of the last days',
    );
  });

  test.each([
    ['with few requests now', 199, 400],
    ['with few requests before', 400, 199],
  ])('nothing is said %s', async (_, valid, earlier) => {
    const { now, before, words } = await watched();
    await before(1, earlier, 0);
    await now(valid, valid);
    expect(await words()).toBeUndefined();
  });

  test('nothing is said where chance alone explains it, nor of other hours or older days', async () => {
    const { now, before, words, database } = await watched();
    // Of 200 requests, 19 were to be expected to get an ad.
    await before(2, 200, 181);
    await now(200, 200);
    expect(await words()).toBeUndefined();
    await before(8, 10_000, 0);
    await count(database, NOW_MS - 2 * DAY_MS + 30 * MINUTE_MS, 10_000, 0);
    expect(await words()).toBeUndefined();
  });

  test('the days before are read once in a quarter of an hour', async () => {
    const { clock, words, reports } = await watched();
    await words();
    expect(reports()).toBe(8);
    clock.nowMs += 14 * MINUTE_MS;
    await words();
    expect(reports()).toBe(9);
    clock.nowMs += MINUTE_MS;
    await words();
    expect(reports()).toBe(17);
  });
});
