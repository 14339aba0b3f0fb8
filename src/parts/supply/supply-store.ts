import { columnText } from '../../ledger/column-text.ts';
import { SHORTENED_BYTES_MAX, shortened } from '../../lib/shortened.ts';
import { type Database, type Query, readClockMs } from '../../lib/sql/database.ts';
import type { SupplyCheck } from './check-supply.ts';
import { type StoredCheck, standingAfter } from './standing.ts';

/** The last check of each publisher, in the ledger's database. */

/** Its key in the table. */
export function supplyKey(publisher: string): string {
  return columnText(shortened(publisher), SHORTENED_BYTES_MAX);
}

/** Stores a check, with where the publisher stands after it. Machines that check the same one wait for each other. */
export async function writeCheck(
  database: Pick<Database, 'kind' | 'transaction'>,
  publisher: string,
  check: SupplyCheck,
  nowMs: number,
): Promise<StoredCheck> {
  const { kind } = database;
  return database.transaction(async (query) => {
    const key = supplyKey(publisher);
    // Locks the row, which may be new.
    const [row] = await query(
      `insert into supply_checks (publisher, at_ms, result) values ($1, 0, '')
      on conflict (publisher) do update set publisher = excluded.publisher
      returning at_ms, result`,
      [key],
    );
    const atMs = await readClockMs({ kind, query }, nowMs);
    const stored = { atMs, check, standing: standingAfter(rowOf(row), check, atMs) };
    const { standing } = stored;
    await query('update supply_checks set at_ms = $2, result = $3 where publisher = $1', [
      key,
      atMs,
      JSON.stringify({ check, standing }),
    ]);
    return stored;
  });
}

export async function readCheck(query: Query, publisher: string): Promise<StoredCheck | undefined> {
  const [row] = await query('select at_ms, result from supply_checks where publisher = $1', [
    supplyKey(publisher),
  ]);
  return rowOf(row);
}

/** Of one statement: a row is a kilobyte or two. */
const PAGE_ROWS = 500;

/** Checks from this time on, by the key of the publisher. */
export async function readChecks(
  query: Query,
  fromMs: number,
): Promise<ReadonlyMap<string, StoredCheck>> {
  const found = new Map<string, StoredCheck>();
  let last = '';
  for (;;) {
    const rows = await query(
      `select publisher, at_ms, result from supply_checks
      where at_ms >= cast($1 as bigint) and publisher > $2 order by publisher limit ${PAGE_ROWS}`,
      [fromMs, last],
    );
    for (const row of rows) {
      last = String(row.publisher);
      const stored = rowOf(row);
      if (stored !== undefined) found.set(last, stored);
    }
    if (rows.length < PAGE_ROWS) return found;
  }
}

/** undefined for a row that was only locked. We alone write the table. */
function rowOf(row: Awaited<ReturnType<Query>>[number] | undefined): StoredCheck | undefined {
  const text = String(row?.result ?? '');
  if (row === undefined || text === '') return undefined;
  const { check, standing } = JSON.parse(text) as Pick<StoredCheck, 'check' | 'standing'>;
  return { atMs: Number(row.at_ms), check, standing };
}
