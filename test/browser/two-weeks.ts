import type { Fact } from '../../src/core/sale/fact.ts';
import { databaseLocationOf } from '../../src/ledger/data-folder.ts';
import { prepareSchema } from '../../src/ledger/schema.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { openDatabase } from '../../src/lib/sql/database.ts';
import { daysOf, spanOfDays } from '../../src/lib/time-span.ts';
import { drainOf, journalOf } from '../ledger/ledger.ts';
import { aFact, factEntry } from '../ledger/samples.ts';
import { temporaryFolder } from '../process.ts';

/** A data folder whose ledger has two creatives: `spring` sold less last week than in this one, `autumn` more. */
export async function folderWithTwoWeeks(): Promise<string> {
  const dataDir = temporaryFolder();
  const database = await openDatabase(databaseLocationOf({ dataDir }));
  const fault = await prepareSchema(database);
  if (fault !== undefined) throw new Error(fault.reason);
  const { fromMs } = spanOfDays(daysOf('this-week', 'UTC', Date.now()), 'UTC');
  const folder = temporaryFolder();
  const entries = [
    ...shown('spring', 6, fromMs),
    ...shown('spring', 4, fromMs - 7 * DAY_MS),
    ...shown('autumn', 1, fromMs),
    ...shown('autumn', 2, fromMs - 7 * DAY_MS),
  ];
  await journalOf(
    folder,
    entries.map((fact) => factEntry(fact)),
  );
  await drainOf(folder, database, { nowMs: Date.now }).drainOnce();
  await database.close();
  return dataDir;
}

function shown(creative: string, count: number, atMs: number): readonly Fact[] {
  return Array.from({ length: count }, (_, index) => {
    const auctionId = `${creative}-${atMs}-${index}`;
    const fact = aFact({ auctionId, creative, atMs, soldMs: atMs });
    const dimensions = { ...fact.sale.dimensions, advertiser: 'shop.example' };
    return { ...fact, sale: { ...fact.sale, dimensions } };
  });
}
