import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Database, DatabaseLocation } from '../../src/ledger/database.ts';
import type { JournalEntry } from '../../src/ledger/entry.ts';
import { settleDueConversions } from '../../src/ledger/write-look.ts';
import type { Conversion } from '../../src/sale/conversion.ts';
import type { Sale } from '../../src/sale/fact.ts';
import { account, total } from '../budgets/accounts.ts';
import { factOf, saleOf } from '../budgets/world.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, killGroup, ROOT, run, temporaryFolder } from '../process.ts';
import { journalOf, KINDS, newLocation, openLedger } from './ledger.ts';
import { expectExactly } from './recount.ts';
import { factEntry } from './samples.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

/** In an hour: by the clock of Postgres no conversion has waited for its click for too long. */
const AT_MS = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
const SALES = 3000;
const CHARGE_MICROS = 20_000;
/** Pays for a third of what is due. */
const BUDGET_MICROS = (SALES / 3) * CHARGE_MICROS;
const KILLS = 3;

const salesOf = (per: 'click' | 'conversion'): readonly Sale[] =>
  Array.from({ length: SALES }, () =>
    saleOf(account(undefined), {
      soldMs: AT_MS,
      charge: { per, micros: CHARGE_MICROS },
      shareBasisPoints: 7000,
    }),
  );

const clickOn = (sale: Sale) => factEntry(factOf('click', sale, AT_MS + 2000));
const billOf = (sale: Sale) => factEntry(factOf('bill', sale, AT_MS));

function orderOf({ auctionId, impId, partner, seat, soldMs }: Sale): JournalEntry {
  const conversion: Conversion = {
    atMs: AT_MS + 60_000,
    source: 'server',
    partner,
    seat,
    event: 'purchase',
    orderId: auctionId,
    amountMicros: 1_000_000,
    currency: 'USD',
    valueMicros: 1_000_000,
    clicks: [{ auctionId, impId, soldMs, windowDays: 7, isDirect: false }],
  };
  return { kind: 'conversion', conversion };
}

/** Drains the journals of two machines at once, each in processes that are killed, and then to the end. */
async function drainBoth(
  location: DatabaseLocation,
  journals: readonly [readonly JournalEntry[], readonly JournalEntry[]],
): Promise<void> {
  const folders = [temporaryFolder(), temporaryFolder()];
  for (const [index, folder] of folders.entries()) {
    await journalOf(folder, journals[index] ?? [], 100_000);
  }
  const script = join(ROOT, 'test/ledger/drain-process.ts');
  const spawn = (folder: string) =>
    run([script, folder, JSON.stringify(location), String(BUDGET_MICROS)], {
      command: join(ROOT, 'bin/bun'),
    });
  for (let kills = 0; kills < KILLS; kills++) {
    const both = folders.map(spawn);
    await both[kills % 2]?.printed('\n');
    await Bun.sleep((kills * 13) % 50);
    for (const { pid, exited } of both) {
      killGroup(pid, 'SIGKILL');
      await exited;
    }
  }
  for (const { exited } of folders.map(spawn)) expect((await exited).code).toBe(0);
}

/** The whole budget is charged and all is owed, in whatever it is added up. */
async function expectSums(database: Database, charged: 'facts' | 'conversions'): Promise<void> {
  const sumOf = async (column: string, table: string) => {
    const [row] = await database.query(`select sum(${column}) as total from ${table}`);
    return [table, column, Number(row?.total)];
  };
  const spent = BUDGET_MICROS * 1000;
  for (const [column, table] of [
    ['spend_nanos', charged],
    ['spend_nanos', 'rollups'],
    ['spent_total_nanos', 'budgets'],
  ] as const) {
    expect(await sumOf(column, table)).toEqual([table, column, spent]);
  }
  const earned = SALES * 3_500_000;
  for (const [column, table] of [
    ['earned_nanos', 'facts'],
    ['earned_nanos', 'rollups'],
    ['earned_total_nanos', 'budgets'],
  ] as const) {
    expect(await sumOf(column, table)).toEqual([table, column, earned]);
  }
  const over = await database.query(`select 1 from ${charged} where uncharged = 'over-budget'`);
  expect(over).toHaveLength((SALES * 2) / 3);
}

describe.each([...KINDS])('on %s, when the drains of two machines are killed', (kind) => {
  test('charge and earnings of clicks are exact', async () => {
    const location = await newLocation(kind, postgres);
    const database = await openLedger(location);
    const sales = salesOf('click');
    // In another order, so that some clicks come before their bills and some after them.
    await drainBoth(location, [sales.map(clickOn), sales.map(billOf).toReversed()]);
    await expectSums(database, 'facts');
    await expectExactly(database, new Set());
  });

  test('charge and earnings of conversions are exact', async () => {
    const location = await newLocation(kind, postgres);
    const database = await openLedger(location);
    const sales = salesOf('conversion');
    const orders = sales.map(orderOf).toReversed();
    // Told again at the other machine, of which each order counts once.
    await drainBoth(location, [
      sales.flatMap((sale) => [clickOn(sale), orderOf(sale)]),
      [...orders, ...sales.map(billOf)],
    ]);
    const limited = account({ money: total(BUDGET_MICROS) });
    const knowledge = { remotePartners: new Set<string>(), accountOf: () => limited };
    // Those whose clicks were not there yet.
    for (let isDone = false; !isDone; ) {
      ({ isDone } = await settleDueConversions(database, AT_MS + 3_600_000, knowledge));
    }
    const states = await database.query(
      'select state, count(*) as n from conversions group by state',
    );
    expect(states.map(({ state, n }) => [state, Number(n)])).toEqual([['attributed', SALES]]);
    await expectSums(database, 'conversions');
  });
});
