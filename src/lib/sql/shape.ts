import type { Row } from './database.ts';

/** How the columns of a row are read. The column of `soldMs` is `sold_ms`. */
type Shape = Readonly<Record<string, (value: unknown) => unknown>>;

/** A row that was read. */
export type Shaped<S extends Shape> = { readonly [Name in keyof S]: ReturnType<S[Name]> };

/** Of one of a few texts, written from the list of them. */
export const oneOf = String as <T extends string>(value: unknown) => T;

/** The column of a field. */
export const columnOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function readerOf<S extends Shape>(shape: S): (row: Row) => Shaped<S> {
  const fields = Object.entries(shape).map(([name, read]) => {
    return { name, column: columnOf(name), read };
  });
  return (row) =>
    Object.fromEntries(
      fields.map(({ name, column, read }) => [name, read(row[column])]),
    ) as Shaped<S>;
}
