import type { ComponentChildren } from 'preact';
import { Confirm, type ConfirmProps } from './confirm.tsx';
import { type Columns, Rows, rowAction } from './table.tsx';

type RemovableRowsProps<Row> = {
  readonly rows: readonly Row[];
  /** For those who do not see it. */
  readonly caption: string;
  /** What each column has, by its head. */
  readonly columns: Columns<Row>;
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
  const action = rowAction((row: Row) =>
    mayChange ? <Confirm {...removal(row)} kind="small" /> : null,
  );
  return (
    <Rows
      rows={rows}
      columns={{ ...columns, ...action }}
      keyOf={({ id }) => id}
      caption={caption}
    />
  );
}
