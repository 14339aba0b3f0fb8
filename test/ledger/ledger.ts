import { join } from 'node:path';
import { createDrain, type Drain, type DrainOptions } from '../../src/ledger/drain.ts';
import { openJournal } from '../../src/ledger/journal.ts';
import type { JournalEntry } from '../../src/ledger/journal-line.ts';
import { prepareSchema } from '../../src/ledger/schema.ts';
import { arrangeMonths, deleteOld } from '../../src/ledger/upkeep.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../src/lib/sql/database.ts';
import { atCleanUp, temporaryFolder } from '../process.ts';
import { AT_MS } from './samples.ts';

/** The ledger's tables in it, closed with the test. */
export async function openLedger(location: DatabaseLocation): Promise<Database> {
  const database = await openDatabase(location);
  atCleanUp(() => database.close());
  const fault = await prepareSchema(database);
  if (fault !== undefined) throw new Error(fault.reason);
  return database;
}

/** A ledger of its own for a test that is not about the kind of database. */
export const openOwnLedger = (): Promise<Database> =>
  openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });

export type Logged = { readonly level: string; readonly facts: object; readonly message: string };

/** A drain of a folder whose writers are gone, unless the options say otherwise. */
export function drainOf(
  folder: string,
  database: Database,
  options: Partial<DrainOptions> = {},
): Drain & { readonly logged: readonly Logged[] } {
  const logged: Logged[] = [];
  const line = (level: string) => (facts: object, message: string) => {
    logged.push({ level, facts, message });
  };
  const drain = createDrain({
    folder,
    database,
    nowMs: () => AT_MS,
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    end() {},
    isWriterAlive: () => false,
    remotePartners: () => new Set(),
    ...options,
  });
  return { ...drain, logged };
}

const GROUP_ENTRIES = 20;

let names = 0;

/** A journal with these entries, as a worker that has ended leaves it. */
export async function journalOf(
  folder: string,
  entries: readonly JournalEntry[],
  segmentBytesMax?: number,
): Promise<string> {
  const name = `writer-${process.pid}-${names++}`;
  const journal = openJournal({
    folder,
    name,
    onFault() {},
    ...(segmentBytesMax === undefined ? {} : { segmentBytesMax }),
  });
  // In groups, since a segment ends only between two.
  for (let start = 0; start < entries.length; start += GROUP_ENTRIES) {
    const group = entries.slice(start, start + GROUP_ENTRIES);
    for (const fault of await Promise.all(group.map(journal.append))) {
      if (fault !== undefined) throw new Error(fault.reason);
    }
  }
  await journal.close();
  return name;
}

/** Whole numbers as numbers, whichever database told them. */
export async function countOf(database: Database, from: string): Promise<number> {
  const [row] = await database.query(`select count(*) as rows from ${from}`);
  return Number(row?.rows);
}

/** Drops facts of old sales, as the upkeep does. */
export async function dropFacts(
  database: Database,
  nowMs: number,
  keepDays: number | undefined,
): Promise<void> {
  await arrangeMonths(database, nowMs, keepDays);
  await deleteOld(database, 'facts', { nowMs, days: { keepDays } });
}
