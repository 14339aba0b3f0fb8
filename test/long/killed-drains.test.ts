import { afterAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Conversion, Sale } from '../../src/core/sale/fact.ts';
import { openJournal } from '../../src/ledger/journal.ts';
import type { JournalEntry } from '../../src/ledger/journal-line.ts';
import { settleDueConversions } from '../../src/ledger/write-look.ts';
import type { Database, DatabaseLocation } from '../../src/lib/sql/database.ts';
import { account, total } from '../budgets/accounts.ts';
import { factOf, saleOf } from '../budgets/world.ts';
import { eventually } from '../eventually.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf, drainOf, journalOf, openLedger, openOwnLedger } from '../ledger/ledger.ts';
import { expectExactly } from '../ledger/recount.ts';
import { aFact, DIMENSIONS, factEntry, AT_MS as SAMPLE_MS } from '../ledger/samples.ts';
import { BUN, cleanUp, killGroup, ROOT, type Run, run, temporaryFolder } from '../process.ts';

/** Workers and drains that are killed again and again, wherever they are. */

afterAll(cleanUp);

const spawnProcess = (file: string, ...args: readonly string[]) =>
  run([join(ROOT, 'test/long/support', file), ...args], { command: BUN });

async function killed({ pid, exited }: Run): Promise<void> {
  killGroup(pid, 'SIGKILL');
  await exited;
}

/** The ids that were printed whole. */
const printedBy = (child: Run) =>
  child
    .stdout()
    .split('\n')
    .slice(0, -1)
    .filter((line) => !line.startsWith('refused'));

const sumOf = async (database: Awaited<ReturnType<typeof openLedger>>, measure: string) => {
  const [row] = await database.query(`select sum(${measure}) as total from rollups`);
  return Number(row?.total ?? 0);
};

test('a worker killed at any moment has lost nothing that it acknowledged', async () => {
  const folder = temporaryFolder();
  const acknowledged: string[] = [];
  // Whatever it is doing when so many are printed.
  for (const printed of [0, 3, 10, 40, 150]) {
    const child = spawnProcess('append-process.ts', folder, `worker-${printed}`);
    await eventually(() => printedBy(child).length > printed);
    await killed(child);
    acknowledged.push(...printedBy(child));
  }
  const database = await openOwnLedger();
  await drainOf(folder, database).drainOnce();
  const rows = await database.query('select auction_id from facts');
  const kept = new Set(rows.map(({ auction_id }) => auction_id));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(kept.size).toBe(rows.length);
  expect(await sumOf(database, 'impressions')).toBe(rows.length);
  expect(readdirSync(folder)).toEqual([]);
});

/** A fact with a URL of its partner, and a count. */
function twoEntries(auctionId: string): readonly JournalEntry[] {
  const cell = {
    measure: 'requests',
    count: 1,
    partner: '',
    campaign: '',
    creative: '',
    reason: '',
  } as const;
  return [
    factEntry(aFact({ auctionId }), ['https://dsp.example/seen']),
    { kind: 'tally', tally: { minuteMs: SAMPLE_MS, cells: [{ ...cell, dimensions: DIMENSIONS }] } },
  ];
}

onEachDatabase(({ locate }) => {
  test('a drain killed at any moment has neither lost nor doubled anything', async () => {
    const place = await locate();
    const database = await openLedger(place);
    const folder = temporaryFolder();
    let auctions = 0;
    const fill = async () => {
      const name = `gone-${auctions}`;
      const journal = openJournal({ folder, name, onFault() {}, segmentBytesMax: 500_000 });
      for (const end = auctions + 6_000; auctions < end; auctions += 100) {
        const ids = Array.from({ length: 100 }, (_, index) => `a-${auctions + index}`);
        await Promise.all(ids.flatMap(twoEntries).map(journal.append));
      }
      await journal.close();
    };
    await fill();
    let kills = 0;
    for (let isOver = false; !isOver; ) {
      const child = spawnProcess('drain-process.ts', folder, JSON.stringify(place));
      await child.printed('\n');
      // Once in a batch, once between two, and in the end not at all.
      await Bun.sleep((kills * 13) % 50);
      if (child.stdout().includes('drained') || kills >= 5) {
        await child.exited;
        isOver = kills > 2;
        // The drain came to its end while this test stood still: it is to be killed more often.
        if (!isOver) await fill();
        continue;
      }
      await killed(child);
      kills++;
    }
    expect(kills).toBeGreaterThan(2);
    expect(await countOf(database, 'facts')).toBe(auctions);
    expect(await sumOf(database, 'impressions')).toBe(auctions);
    expect(await sumOf(database, 'requests')).toBe(auctions);
    expect(await countOf(database, 'outbox')).toBe(auctions);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('a full disk rejects entries with a sentence, loses no accepted entry, and takes entries when it has space', async () => {
  const folder = temporaryFolder();
  // Files of 64 blocks at most: a real write that the system cuts short in the middle of a line.
  const limited = 'trap "" XFSZ; ulimit -f 64; exec "$0" "$@"';
  const file = join(ROOT, 'test/long/support/append-process.ts');
  const child = run(['-c', limited, BUN, file, folder, 'worker'], { command: '/bin/sh' });
  await child.printed('refused');
  await eventually(() => readdirSync(folder).length > 3);
  await killed(child);
  const acknowledged = printedBy(child);
  expect(child.stdout()).toMatch(/refused: EFBIG/);
  const database = await openOwnLedger();
  const drain = drainOf(folder, database);
  await drain.drainOnce();
  const rows = await database.query('select auction_id from facts');
  const kept = new Set(rows.map(({ auction_id }) => auction_id));
  expect(acknowledged.length).toBeGreaterThan(50);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(drain.logged).toMatchObject([{ level: 'warn', facts: { count: 1 } }]);
  expect(drain.logged[0]?.message).toStartWith('a journal ends in the middle of a line.');
});

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
  const spawn = (folder: string) =>
    spawnProcess('drain-process.ts', folder, JSON.stringify(location), String(BUDGET_MICROS));
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

onEachDatabase(({ locate }) => {
  test('charge and earnings of clicks are exact when the drains of two machines are killed', async () => {
    const location = await locate();
    const database = await openLedger(location);
    const sales = salesOf('click');
    // In another order, so that some clicks come before their bills and some after them.
    await drainBoth(location, [sales.map(clickOn), sales.map(billOf).toReversed()]);
    await expectSums(database, 'facts');
    await expectExactly(database, new Set());
  });

  test('charge and earnings of conversions are exact when they are', async () => {
    const location = await locate();
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
