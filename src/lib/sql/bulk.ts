import type { Query, Row, SqlValue } from './database.ts';

/** Rows per statement: few sizes, as databases cache statements by their text. SQLite takes at most 32,766 values. */
const SIZES = [128, 16, 4, 1] as const;

/** Inserts all rows in few statements, made by `statement` around the values. Resolves to the returned rows. */
export async function insertAll(
  query: Query,
  rows: readonly (readonly SqlValue[])[],
  statement: (values: string) => string,
): Promise<readonly Row[]> {
  const returned: Row[] = [];
  for (const portion of portions(rows)) {
    const inserted = await query(statement(placeholders(portion)), portion.flat());
    for (const row of inserted) returned.push(row);
  }
  return returned;
}

/** Selects the rows of all keys in few statements, made by `statement` around the keys. It has `values` as `$1` … */
export async function selectAll(
  query: Query,
  keys: readonly string[],
  statement: (keys: string) => string,
  values: readonly SqlValue[] = [],
): Promise<readonly Row[]> {
  const returned: Row[] = [];
  for (const portion of portions(keys)) {
    const list = portion.map((_, index) => `$${values.length + index + 1}`).join(', ');
    for (const row of await query(statement(list), [...values, ...portion])) returned.push(row);
  }
  return returned;
}

/** Less than half of what a column holds, so that what one batch adds fits beside it. */
const SUM_MAX = '4000000000000000000';

/**
 * SQL that adds to a sum, up to a bound. Advertisers tell of values as often as they like: a sum beyond the column would
 * make Postgres reject the batch, and with it the journal, each time, and SQLite would store a float.
 */
export function addedTo(table: string, column: string): string {
  const sum = `${table}.${column}`;
  return `${column} = case when ${sum} < ${SUM_MAX} then ${sum} + excluded.${column} else ${sum} end`;
}

/** Splits a list into portions of the sizes in `SIZES`. */
function* portions<T>(items: readonly T[]): Generator<readonly T[]> {
  let start = 0;
  for (const size of SIZES) {
    for (; items.length - start >= size; start += size) yield items.slice(start, start + size);
  }
}

/** By the number of rows, of which there are as many as `SIZES`, and of columns. */
const placeholderTexts = new Map<string, string>();

function placeholders(rows: readonly (readonly SqlValue[])[]): string {
  const shape = `${rows.length} ${rows[0]?.length}`;
  const known = placeholderTexts.get(shape);
  if (known !== undefined) return known;
  let count = 0;
  const text = rows.map((row) => `(${row.map(() => `$${++count}`).join(', ')})`).join(', ');
  placeholderTexts.set(shape, text);
  return text;
}

type Key = readonly (string | number)[];

/** Sums by key, for rows that several machines add to: each is written once, and in the order of the keys. */
export function createSums() {
  const byText = new Map<string, { readonly key: Key; readonly sums: number[] }>();
  return {
    add(key: Key, amounts: readonly number[]): void {
      const text = JSON.stringify(key);
      const sums = byText.get(text)?.sums;
      if (sums === undefined) byText.set(text, { key, sums: [...amounts] });
      else for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (amounts[i] ?? 0);
    },
    /** Each key with its sums behind it. All machines lock rows in this order, so that they never wait in a circle. */
    rows(): readonly Key[] {
      const inOrder = [...byText.values()].sort((a, b) => compareKeys(a.key, b.key));
      return inOrder.map(({ key, sums }) => [...key, ...sums]);
    },
  };
}

/** Value by value. Those with the same index are of the same type. */
function compareKeys(a: Key, b: Key): number {
  const index = a.findIndex((value, i) => value !== b[i]);
  return (a[index] ?? '') < (b[index] ?? '') ? -1 : 1;
}
