import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CELL_COLUMNS } from '../../src/core/sale/dimensions.ts';
import { MEASURE_COLUMNS } from '../../src/core/sale/measures.ts';
import type { JournalEntry, TallyCell } from '../../src/ledger/journal-line.ts';
import type { LedgerReport, RollupQuestion } from '../../src/ledger/report.ts';
import { runReport } from '../../src/ledger/report.ts';
import { reportText } from '../../src/ledger/report-text.ts';
import type { Database, DatabaseLocation } from '../../src/lib/sql/database.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { drainOf, journalOf, openLedger } from './ledger.ts';
import { AT_MS, aFact, DIMENSIONS, factEntry } from './samples.ts';

const HOUR_MS = 3_600_000;
/** A copy is of another minute, so that it may have the same cell. */
const COPIED = CELL_COLUMNS.filter((name) => name !== 'partner');
const OTHERS = ['cell', ...COPIED, ...MEASURE_COLUMNS].join();
const COPY = `insert into rollups (minute_ms, partner, ${OTHERS})`;
const DAY = { fromMs: Date.UTC(2026, 10, 3), toMs: Date.UTC(2026, 10, 4) };

afterAll(cleanUp);

function tally(cells: readonly Partial<TallyCell>[]): JournalEntry {
  const usual = { dimensions: DIMENSIONS, partner: '', campaign: '', creative: '', reason: '' };
  const complete = cells.map((cell) => ({
    ...({ measure: 'requests', count: 1 } as const),
    ...usual,
    ...cell,
  }));
  return { kind: 'tally', tally: { minuteMs: AT_MS - (AT_MS % 60_000), cells: complete } };
}

const ENTRIES: readonly JournalEntry[] = [
  factEntry(aFact({ auctionId: 'a', kind: 'win' })),
  factEntry(aFact({ auctionId: 'a' })),
  factEntry(aFact({ auctionId: 'a', kind: 'click' })),
  factEntry(aFact({ auctionId: 'b', atMs: AT_MS + HOUR_MS })),
  factEntry(aFact({ auctionId: 'c', kind: 'loss', lossCode: 102 })),
  factEntry(aFact({ auctionId: 'd', isTest: true })),
  tally([
    { count: 5 },
    { measure: 'noBids', count: 2, reason: 'below-floor' },
    { measure: 'refusals', count: 1, reason: 'INVALID_REQUEST' },
    { measure: 'asked', count: 4, partner: 'acme' },
    { count: 7, dimensions: { ...DIMENSIONS, publisher: '=cmd("x")\u001b', intent: 'research' } },
  ]),
];

async function filled(location: DatabaseLocation): Promise<Database> {
  const database = await openLedger(location);
  const folder = temporaryFolder();
  await journalOf(folder, ENTRIES);
  await drainOf(folder, database).drainOnce();
  return database;
}

onEachDatabase(({ locate, open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await filled(await locate());
  });
  const ask = async (by: string, more: Partial<RollupQuestion> = {}): Promise<LedgerReport> => {
    const report = await runReport(database, { by: by.split(','), ...DAY, ...more });
    if ('reason' in report) throw new Error(report.reason);
    return report;
  };
  const shown = async (measure: string, ...asked: Parameters<typeof ask>) =>
    (await ask(...asked)).rows
      .filter(({ sums }) => sums[measure] !== 0n)
      .map(({ keys, sums }) => [...keys, Number(sums[measure])]);

  test('a report sums up by one dimension', async () => {
    expect(await shown('requests', 'intent')).toEqual([
      ['purchase', 5],
      ['research', 7],
    ]);
    expect(await shown('asked', 'partner')).toEqual([['acme', 4]]);
  });

  test('a report sums up by hours and other dimensions together, in order', async () => {
    expect(await shown('impressions', 'hour,partner')).toEqual([
      ['2026-11-03T09:00:00.000Z', 'acme', 1],
      ['2026-11-03T10:00:00.000Z', 'acme', 1],
    ]);
    expect(await shown('impressions', 'day')).toEqual([['2026-11-03T00:00:00.000Z', 2]]);
    expect(await shown('clicks', 'minute')).toEqual([['2026-11-03T09:30:00.000Z', 1]]);
  });

  test('a report has hours and days of the time zone that is asked for', async () => {
    const zone = 'America/Los_Angeles';
    const all = { fromMs: Date.UTC(2026, 9, 1), toMs: Date.UTC(2026, 11, 1) };
    // Their clocks went back on 1 November.
    const before = Date.UTC(2026, 10, 1, 7, 30);
    await database.query(`${COPY} select $1, 'zoned', ${OTHERS} from rollups where asked = 4`, [
      before,
    ]);
    expect(await shown('asked', 'day', { zone, ...all })).toEqual([
      ['2026-11-01T00:00:00-07:00', 4],
      ['2026-11-03T00:00:00-08:00', 4],
    ]);
    expect(await shown('asked', 'hour', { zone: 'Asia/Kolkata', ...all })).toEqual([
      ['2026-11-01T13:00:00+05:30', 4],
      ['2026-11-03T15:00:00+05:30', 4],
    ]);
    await database.query("delete from rollups where partner = 'zoned'");
  });

  test('a report has totals, also over rows that it does not show', async () => {
    const { totals } = await ask('partner,intent');
    expect(totals.sums).toMatchObject({ requests: 12n, asked: 4n, impressions: 2n, clicks: 1n });
    expect(totals.sums).toMatchObject({ spend_nanos: 4_200_000n, earned_nanos: 2_940_000n });
  });

  test('a report tells the spend to the billionth', async () => {
    const { rows } = await ask('campaign', { where: { campaign: 'shoes' } });
    expect(rows.map(({ sums }) => sums.spend_nanos)).toEqual([4_200_000n]);
    await database.query('update rollups set spend_nanos = 9007199254740993 where clicks = 1');
    const [row] = (await ask('campaign', { where: { campaign: 'shoes' } })).rows;
    expect(row?.sums.spend_nanos).toBe(9007199256840993n);
    await database.query('update rollups set spend_nanos = 2100000 where clicks = 1');
  });

  test('a report by an unknown dimension is refused with a sentence', async () => {
    for (const by of ['colour', 'toString', 'spend_nanos']) {
      const report = await runReport(database, { by: [by], ...DAY });
      const reason = 'reason' in report ? report.reason : '';
      expect(reason).toContain('publisher, partner, campaign');
      expect(reason).toEndWith(`but got "${by}"`);
    }
    const where = { minute: '1' };
    expect(await runReport(database, { by: ['day'], where, ...DAY })).toHaveProperty('reason');
    expect(await runReport(database, { by: ['day', 'day'], ...DAY })).toEqual({
      reason: '"day" is named twice',
    });
  });

  test('a report of more than 10,000 rows is cut and says so', async () => {
    const other = await open();
    const folder = temporaryFolder();
    const cells = (start: number) =>
      Array.from({ length: 500 }, (_, index) => ({
        dimensions: { ...DIMENSIONS, publisher: `pub-${start + index}` },
      }));
    await journalOf(
      folder,
      Array.from({ length: 21 }, (_, index) => tally(cells(index * 500))),
    );
    await drainOf(folder, other).drainOnce();
    const report = await runReport(other, { by: ['publisher'], ...DAY });
    if ('reason' in report) throw new Error(report.reason);
    expect([report.rows.length, report.isCut]).toEqual([10_000, true]);
    expect(report.totals.sums.requests).toBe(10_500n);
  });

  test('a report as CSV has no formula, and as JSON the time and the numbers', async () => {
    const csv = reportText(await ask('publisher'), 'csv');
    const [head, first, second] = csv.split('\r\n');
    expect(head).toStartWith('publisher,requests,refusals,no_bids,');
    expect(first).toBe(`"'=cmd(""x"")\u001b",7,0,0,0,0,0,0,0,0,0,0,0,0,0.00,0.00,0.00,0.00,1,,,,,`);
    expect(second).toBe(
      'pub-1,5,1,2,4,0,0,1,2,0,1,1,0,0,0.00,0.0042,0.00294,0.00126,0.5,0.5,0.0042,2.1,,0',
    );
    const where = { intent: 'purchase', partner: 'acme' };
    expect(JSON.parse(reportText(await ask('partner', { where }), 'json'))).toMatchObject({
      isCut: false,
      rows: [{ partner: 'acme', requests: null, asked: 4, wins: 1, spend_usd: '0.0042' }],
      totals: { asked: 4, impressions: 2, spend_usd: '0.0042', ecpm_usd: 2.1 },
      from: '2026-11-03T00:00:00.000Z',
      to: '2026-11-04T00:00:00.000Z',
      zone: 'UTC',
    });
  });
});
