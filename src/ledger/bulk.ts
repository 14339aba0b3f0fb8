import type { Query, Row, Value } from './database.ts';

/**
 * Rows per statement. Databases cache prepared statements by their text, so only a few sizes are used. SQLite takes
 * at most 32,766 values in one statement.
 */
const SIZES = [128, 16, 4, 1] as const;

export type Bulk = {
  /** The statement up to and including `values`. */
  readonly before: string;
  /** The statement after the rows. */
  readonly after: string;
  readonly rows: readonly (readonly Value[])[];
};

/** Inserts all rows in few statements. Resolves to the returned rows. */
export async function insertAll(
  query: Query,
  { before, after, rows }: Bulk,
): Promise<readonly Row[]> {
  const returned: Row[] = [];
  for (const portion of portions(rows)) {
    const statement = `${before} ${placeholders(portion)} ${after}`;
    for (const row of await query(statement, portion.flat())) returned.push(row);
  }
  return returned;
}

/** Selects the rows of all keys in few statements. The text ends in `in`; `after` follows the keys. */
export async function selectAll(
  query: Query,
  text: string,
  keys: readonly string[],
  after = '',
): Promise<readonly Row[]> {
  const returned: Row[] = [];
  for (const portion of portions(keys)) {
    const list = portion.map((_, index) => `$${index + 1}`).join(', ');
    for (const row of await query(`${text} (${list}) ${after}`, portion)) returned.push(row);
  }
  return returned;
}

/** Splits a list into portions of the sizes in `SIZES`. */
export function* portions<T>(items: readonly T[]): Generator<readonly T[]> {
  let start = 0;
  for (const size of SIZES) {
    for (; items.length - start >= size; start += size) yield items.slice(start, start + size);
  }
}

function placeholders(rows: readonly (readonly Value[])[]): string {
  let count = 0;
  return rows.map((row) => `(${row.map(() => `$${++count}`).join(', ')})`).join(', ');
}
