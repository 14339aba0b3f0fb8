import type { Query, Row, SqlValue } from './database.ts';

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
  readonly rows: readonly (readonly SqlValue[])[];
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

export type Selection = {
  /** The statement up to and including `in`. */
  readonly before: string;
  readonly keys: readonly string[];
  /** What `before` has as `$1`, `$2` … */
  readonly values?: readonly SqlValue[];
  /** The statement after the keys. */
  readonly after?: string;
};

/** Selects the rows of all keys in few statements. */
export async function selectAll(
  query: Query,
  { before, keys, values = [], after = '' }: Selection,
): Promise<readonly Row[]> {
  const returned: Row[] = [];
  for (const portion of portions(keys)) {
    const list = portion.map((_, index) => `$${values.length + index + 1}`).join(', ');
    const rows = await query(`${before} (${list}) ${after}`, [...values, ...portion]);
    for (const row of rows) returned.push(row);
  }
  return returned;
}

/** Splits a list into portions of the sizes in `SIZES`. */
function* portions<T>(items: readonly T[]): Generator<readonly T[]> {
  let start = 0;
  for (const size of SIZES) {
    for (; items.length - start >= size; start += size) yield items.slice(start, start + size);
  }
}

function placeholders(rows: readonly (readonly SqlValue[])[]): string {
  let count = 0;
  return rows.map((row) => `(${row.map(() => `$${++count}`).join(', ')})`).join(', ');
}

type Key = readonly (string | number)[];

/** Sums by key, for rows that several machines add to: each is written once, and in the order of the keys. */
export type RowSums = {
  readonly add: (key: Key, amounts: readonly number[]) => void;
  /** Each key with its sums behind it. All machines lock rows in this order, so that they never wait in a circle. */
  readonly rows: () => readonly Key[];
};

export function createSums(): RowSums {
  const byText = new Map<string, { readonly key: Key; readonly sums: number[] }>();
  return {
    add(key, amounts) {
      const text = JSON.stringify(key);
      const sums = byText.get(text)?.sums;
      if (sums === undefined) byText.set(text, { key, sums: [...amounts] });
      else for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (amounts[i] ?? 0);
    },
    rows() {
      const inOrder = [...byText.values()].sort((a, b) => compareKeys(a.key, b.key));
      return inOrder.map(({ key, sums }) => [...key, ...sums]);
    },
  };
}

/** SqlValue by value. Those at the same place are of the same type. */
function compareKeys(a: Key, b: Key): number {
  const place = a.findIndex((value, index) => value !== b[index]);
  return (a[place] ?? '') < (b[place] ?? '') ? -1 : 1;
}
