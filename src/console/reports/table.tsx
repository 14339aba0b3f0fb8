import { useState } from 'preact/hooks';
import { REPORT_MEASURES, type Report, type ReportRow } from '../api.ts';
import { count } from '../ui/format.ts';
import { timeOf } from './query.ts';
import { keyWords, measureName, measureWords } from './words.ts';

/** More rows make the browser slow. The CSV file has all rows. */
const ROWS_SHOWN_MAX = 500;

type Order = { readonly column: string; readonly isDown: boolean };

type TableProps = {
  readonly report: Report;
  readonly by: readonly string[];
  /** The measure in the plot. */
  readonly measure: string;
  /** Filters the report by this value. */
  readonly onOnly: (name: string, value: string) => void;
};

export function ReportTable({ report: { rows }, by, measure, onOnly }: TableProps) {
  // Default order: the newest or the highest first.
  const usual: Order = { column: timeOf(by) ?? measure, isDown: true };
  const [chosen, setOrder] = useState<Order>();
  const measures = REPORT_MEASURES.filter(
    (name) => name === 'spend_usd' || name === measure || rows.some((row) => Number(row[name]) > 0),
  );
  const columns = [...by, ...measures];
  const { column, isDown } =
    chosen !== undefined && columns.includes(chosen.column) ? chosen : usual;
  const isMeasure = (name: string) => !by.includes(name);
  const sorted = [...rows].sort((a, b) => {
    const direction = isDown ? -1 : 1;
    return direction * compare(a, b, column, isMeasure(column));
  });
  const sortBy = (name: string) =>
    // Numbers sort descending first, names ascending.
    setOrder({ column: name, isDown: name === column ? !isDown : isMeasure(name) });
  return (
    <>
      <div class="table-frame">
        <table class="rows stack dense">
          <thead>
            <tr>
              {columns.map((name) => (
                <th
                  scope="col"
                  key={name}
                  class={isMeasure(name) ? 'number' : ''}
                  aria-sort={name === column ? (isDown ? 'descending' : 'ascending') : 'none'}
                >
                  <button type="button" class="sort" onClick={() => sortBy(name)}>
                    {isMeasure(name) ? measureName(name) : name}
                    <span aria-hidden="true">{name === column ? (isDown ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, ROWS_SHOWN_MAX).map((row) => (
              <Row
                key={by.map((name) => row[name]).join('\n')}
                {...{ row, by, measures, onOnly }}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > ROWS_SHOWN_MAX ? (
        <p class="muted">
          The first {count(ROWS_SHOWN_MAX)} of {count(rows.length)} rows; the CSV has all.
        </p>
      ) : null}
    </>
  );
}

type RowProps = Pick<TableProps, 'by' | 'onOnly'> & {
  readonly row: ReportRow;
  readonly measures: readonly string[];
};

const TIMES = ['minute', 'hour', 'day'];

function Row({ row, by, measures, onOnly }: RowProps) {
  return (
    <tr>
      {by.map((name) => {
        const value = String(row[name] ?? '');
        const words = keyWords(name, value);
        return (
          <td data-label={name} key={name} class={value === '' ? 'muted' : ''}>
            {TIMES.includes(name) ? (
              <span class="nowrap">{words}</span>
            ) : (
              <button
                type="button"
                class="plain"
                title={`Only ${name} ${words}`}
                onClick={() => onOnly(name, value)}
              >
                {words}
              </button>
            )}
          </td>
        );
      })}
      {measures.map((name) => (
        <td
          data-label={measureName(name)}
          key={name}
          class={Number(row[name]) > 0 ? 'number' : 'number zero'}
        >
          {measureWords(name, Number(row[name] ?? 0))}
        </td>
      ))}
    </tr>
  );
}

function compare(a: ReportRow, b: ReportRow, column: string, isNumber: boolean): number {
  const [x, y] = [a[column] ?? '', b[column] ?? ''];
  return isNumber ? Number(x) - Number(y) : String(x).localeCompare(String(y));
}
