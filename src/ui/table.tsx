import type { ComponentChildren, Key } from 'preact';
import { capitalized } from './format.ts';
import { scrolled } from './scrolled.ts';

type TableProps = {
  /** The heads of the columns, each with the class of its cell: `number` for figures. */
  readonly heads: Readonly<Record<string, string>>;
  /** In addition to `rows`; a `stack` has each row as a card where the screen is narrow. */
  readonly kind?: string | undefined;
  /** For those who do not see it. */
  readonly caption?: string | undefined;
  readonly children: ComponentChildren;
};

export function Table({ heads, kind = 'stack', caption, children }: TableProps) {
  // One that is no stack scrolls where the screen is narrow, by keyboard too.
  const scrolls = kind.startsWith('stack') ? {} : scrolled(caption);
  return (
    <div class="table-frame" {...scrolls}>
      <table class={`rows ${kind}`}>
        {caption === undefined ? null : <caption class="hidden">{caption}</caption>}
        <thead>
          <tr>
            {Object.entries(heads).map(([name, cell]) => (
              <th scope="col" class={cell || undefined} key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

type Cell<Row> = (row: Row) => ComponentChildren;

/** What a column shows, or that with the class of its cells. */
type Column<Row> =
  | Cell<Row>
  | {
      readonly kind:
        | 'number'
        | 'wide'
        | 'nowrap'
        | 'sentence-column'
        | 'row-action'
        | 'select-column';
      readonly cell: Cell<Row>;
    };

export const number = <Row,>(cell: Cell<Row>): Column<Row> => ({ kind: 'number', cell });

export const nowrap = <Row,>(cell: Cell<Row>): Column<Row> => ({ kind: 'nowrap', cell });

/** What can be done about a row, in a column without a head at its end. */
export const rowAction = <Row,>(cell: Cell<Row>) => ({ '': { kind: 'row-action', cell } as const });

/** By their heads, in order. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

type RowsProps<Row> = Pick<TableProps, 'kind' | 'caption'> & {
  readonly rows: readonly Row[];
  readonly columns: Columns<Row>;
  readonly keyOf: (row: Row, index: number) => Key;
};

/** A table that follows from its columns. */
export function Rows<Row>({ rows, columns, keyOf, ...table }: RowsProps<Row>) {
  const cells = Object.entries(columns).map(
    ([head, column]) =>
      [head, typeof column === 'function' ? { kind: '', cell: column } : column] as const,
  );
  return (
    <Table heads={Object.fromEntries(cells.map(([head, { kind }]) => [head, kind]))} {...table}>
      {rows.map((row, index) => (
        <tr key={keyOf(row, index)}>
          {cells.map(([head, { kind, cell }]) => (
            <td class={kind || undefined} data-label={head || undefined} key={head}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

export type StateWords = {
  readonly name: string;
  readonly dot: 'good' | 'warn' | 'bad' | 'quiet';
};

type StateMarkProps = { readonly words: StateWords; readonly children?: ComponentChildren };

export function StateMark({ words: { name, dot }, children }: StateMarkProps) {
  return (
    <>
      <span class={`dot ${dot}`} aria-hidden="true" /> {capitalized(name)}
      {children === undefined || children === '' ? null : <div class="muted">{children}</div>}
    </>
  );
}
