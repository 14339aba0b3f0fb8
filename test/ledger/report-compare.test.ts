import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { RollupQuestion } from '../../src/ledger/report.ts';
import { runReport } from '../../src/ledger/report.ts';
import { jsonOf, reportText } from '../../src/ledger/report-text.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { spanBefore } from '../../src/lib/time-span.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { drainOf, journalOf } from './ledger.ts';
import { AT_MS, aFact, factEntry } from './samples.ts';

afterAll(cleanUp);

const TODAY_MS = AT_MS - (AT_MS % DAY_MS);
const SPAN = { fromMs: TODAY_MS, toMs: TODAY_MS + DAY_MS };

const shown = (auctionId: string, creative: string, atMs: number) =>
  factEntry(aFact({ auctionId, creative, kind: 'impression', atMs }));

onEachDatabase(({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    const folder = temporaryFolder();
    await journalOf(folder, [
      ...['a', 'b', 'c'].map((id) => shown(id, 'red', AT_MS)),
      ...['d', 'e'].map((id) => shown(id, 'red', AT_MS - DAY_MS)),
      shown('f', 'new', AT_MS),
      shown('g', 'gone', AT_MS - DAY_MS),
    ]);
    await drainOf(folder, database).drainOnce();
  });

  async function ask(by: readonly string[], more: Partial<RollupQuestion> = {}) {
    const before = spanBefore(SPAN, 'UTC', SPAN.toMs);
    const report = await runReport(database, { by, ...SPAN, before, ...more });
    if ('reason' in report) throw new Error(report.reason);
    return report;
  }

  test('a report that is compared with the period before has what each row was and its change, also of rows that are new or gone', async () => {
    const { rows, totals, before } = jsonOf(await ask(['creative']));
    expect(before).toEqual({
      from: new Date(TODAY_MS - DAY_MS).toISOString(),
      to: new Date(TODAY_MS).toISOString(),
    });
    const shownOf = rows.map((row) => [
      row.creative,
      row.impressions,
      row.impressions_before,
      row.impressions_change_percent,
    ]);
    expect(shownOf).toEqual([
      ['gone', 0, 1, -100],
      ['new', 1, 0, null],
      ['red', 3, 2, 50],
    ]);
    expect(totals).toMatchObject({ impressions: 4, impressions_before: 3 });
    expect(totals.impressions_change_percent).toBe(33.3);
  });

  test('a report that is compared with the period before has both in CSV, and one line for each on the command line', async () => {
    const report = await ask(['creative'], { where: { creative: 'red' } });
    const [head = '', line = ''] = reportText(report, 'csv').split('\r\n');
    const at = head.split(',').indexOf('impressions_before');
    expect(line.split(',').slice(at - 1, at + 2)).toEqual(['3', '2', '50']);
    expect(reportText(report, 'table')).toContain('3 (2, +50 %)');
  });
});
