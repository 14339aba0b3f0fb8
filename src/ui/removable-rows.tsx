import type { ComponentChildren } from 'preact';
import { Confirm, type ConfirmProps } from './confirm.tsx';
import { Table } from './table.tsx';

type RemovableRowsProps<Row> = {
  readonly rows: readonly Row[];
  /** For those who do not see it. */
  readonly caption: string;
  /** What each column has, by its head. */
  readonly columns: Readonly<Record<string, (row: Row) => ComponentChildren>>;
  /** Where there is no row. */
  readonly none: ComponentChildren;
  readonly mayChange: boolean;
  /** The button at the end of a row, which takes it away. */
  readonly removal: (row: Row) => Omit<ConfirmProps, 'kind'>;
};

/** A table of what can be revoked, removed or deleted one by one, each after a question. */
export function RemovableRows<Row extends { readonly id: string | number }>(
  props: RemovableRowsProps<Row>,
) {
  const { rows, caption, columns, none, mayChange, removal } = props;
  if (rows.length === 0) return <>{none}</>;
  const cells = Object.entries(columns);
  const heads = Object.fromEntries([...Object.keys(columns), ''].map((head) => [head, '']));
  return (
    <Table heads={heads} caption={caption}>
      {rows.map((row) => (
        <tr key={row.id}>
          {cells.map(([head, cell]) => (
            <td data-label={head} key={head}>
              {cell(row)}
            </td>
          ))}
          <td class="row-action">
            {mayChange ? <Confirm {...removal(row)} kind="small" /> : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}
