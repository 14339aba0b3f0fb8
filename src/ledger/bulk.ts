import type { Query, Row, Value } from './database.ts';

/**
 * Rows to a statement. A database keeps each statement it has seen, so that there may be only a few; and
 * SQLite takes 32,766 values in one.
 */
const SIZES = [128, 16, 4, 1] as const;

export type Bulk = {
  /** Up to and with `values`. */
  readonly before: string;
  /** Behind the rows. */
  readonly after: string;
  readonly rows: readonly (readonly Value[])[];
};

/** Inserts all rows in a few statements; resolves to what they return. */
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

/** Looks up all keys in a few statements. The text has `in` before and nothing behind. */
export async function selectAll(
  query: Query,
  text: string,
  keys: readonly string[],
): Promise<readonly Row[]> {
  const returned: Row[] = [];
  for (const portion of portions(keys)) {
    const list = portion.map((_, index) => `$${index + 1}`).join(', ');
    for (const row of await query(`${text} (${list})`, portion)) returned.push(row);
  }
  return returned;
}

/** In sizes of which there are only a few. */
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
