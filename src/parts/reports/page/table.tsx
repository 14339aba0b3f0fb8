import { useState } from 'preact/hooks';
import { REPORT_RATES } from '../../../core/sale/measures.ts';
import type { ReportAnswer, ReportLine } from '../../../ledger/report-text.ts';
import { count } from '../../../ui/format.ts';
import { scrolled } from '../../../ui/scrolled.ts';
import { byOf, measureOf, missingFrom, timeOf } from './query.ts';
import { beforeWords, COLUMN_NAMES, cellWords, columnWords, keyWords } from './words.ts';

/** More rows make the browser slow. The CSV file has all rows. */
const ROWS_SHOWN_MAX = 500;

type Order = { readonly column: string; readonly isDown: boolean };

type ReportTableProps = {
  readonly report: ReportAnswer;
  readonly asked: URLSearchParams;
  /** Filters the report by this value. */
  readonly onOnly: (name: string, value: string) => void;
};

export function ReportTable({ report, asked, onOnly }: ReportTableProps) {
  const [by, measure] = [byOf(asked), measureOf(asked)];
  const { rows } = report;
  // Default order: the newest or the highest first.
  const usual: Order = { column: timeOf(by) ?? measure, isDown: true };
  const [chosen, setOrder] = useState<Order>();
  const measures = columnsShown(rows, measure);
  const columns = [...by, ...measures];
  const { column, isDown } =
    chosen !== undefined && columns.includes(chosen.column) ? chosen : usual;
  const isMeasure = (name: string) => !by.includes(name);
  const compare = isMeasure(column) ? byNumber : byText;
  const sorted = [...rows].sort((a, b) => {
    const [x, y] = [a[column] ?? '', b[column] ?? ''];
    return isDown ? compare(y, x) : compare(x, y);
  });
  const sortBy = (name: string) =>
    // Numbers sort descending first, names ascending.
    setOrder({ column: name, isDown: name === column ? !isDown : isMeasure(name) });
  return (
    <>
      <div class="table-frame" {...scrolled('Figures')}>
        <table class="rows stack dense">
          <thead>
            <tr>
              {columns.map((name) => (
                <Head
                  key={name}
                  name={name}
                  kind={isMeasure(name) ? 'number' : ''}
                  order={name === column ? (isDown ? 'descending' : 'ascending') : 'none'}
                  onSort={() => sortBy(name)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, ROWS_SHOWN_MAX).map((row) => (
              <Row
                key={by.map((name) => row[name]).join('\n')}
                row={row}
                by={by}
                measures={measures}
                onOnly={onOnly}
                report={report}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={by.length}>
                Total
              </th>
              {measures.map((name) => (
                <td data-label={columnWords(name).name} key={name} class="number">
                  <Figure name={name} line={report.totals} />
                </td>
              ))}
            </tr>
          </tfoot>
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

const byNumber = (x: string | number, y: string | number) => Number(x) - Number(y);
const byText = (x: string | number, y: string | number) => String(x).localeCompare(String(y));

type HeadProps = {
  readonly name: string;
  readonly kind: 'number' | '';
  readonly order: 'ascending' | 'descending' | 'none';
  readonly onSort: () => void;
};

const ARROWS = { ascending: ' ↑', descending: ' ↓', none: '' } as const;

function Head({ name, kind, order, onSort }: HeadProps) {
  const words = columnWords(name);
  return (
    <th scope="col" class={kind} aria-sort={order}>
      <button type="button" class="sort" title={words.meaning} onClick={onSort}>
        {words.name}
        <span aria-hidden="true">{ARROWS[order]}</span>
      </button>
    </th>
  );
}

type RowProps = Pick<ReportTableProps, 'onOnly' | 'report'> & {
  readonly by: readonly string[];
  readonly row: ReportLine;
  readonly measures: readonly string[];
};

function Row({ row, by, measures, onOnly, report }: RowProps) {
  return (
    <tr>
      {by.map((name) => {
        const value = String(row[name] ?? '');
        const words = keyWords(name, value, report.zone);
        const time = timeOf([name]);
        const missing = time && missingFrom(time, Date.parse(value), report, Date.now());
        return (
          <td data-label={columnWords(name).name} key={name} class={value === '' ? 'muted' : ''}>
            {time !== undefined ? (
              <span class="nowrap">
                {words} {missing === undefined ? null : <span class="badge">{missing}</span>}
              </span>
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
          data-label={columnWords(name).name}
          key={name}
          class={isNothing(name, row) ? 'number zero' : 'number'}
        >
          <Figure name={name} line={row} />
        </td>
      ))}
    </tr>
  );
}

/** Nothing now, and nothing before where it is compared. */
function isNothing(name: string, line: ReportLine): boolean {
  return [line[name], line[`${name}_before`]].every((value) => Number(value ?? 0) === 0);
}

function Figure({ name, line }: { readonly name: string; readonly line: ReportLine }) {
  return (
    <>
      {cellWords(name, line[name])}
      {beforeWords(name, line)?.map((words) => (
        <small class="before" key={words}>
          {words}
        </small>
      ))}
    </>
  );
}

/** Shown even where they are all zero. */
const ALWAYS: readonly string[] = ['requests', 'sold', 'impressions', 'clicks', 'spend_usd'];

/** What people look for first is seen without scrolling. */
const MONEY: readonly string[] = ['spend_usd', 'earnings_usd', 'margin_usd'];
const IN_ORDER = [...MONEY, ...COLUMN_NAMES.filter((name) => !MONEY.includes(name))];

/** The columns with something to say: they apply to a row, and are not zero everywhere. */
function columnsShown(rows: readonly ReportLine[], drawn: string): readonly string[] {
  return IN_ORDER.filter((name) => {
    const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null);
    if (values.length === 0) return name === drawn;
    if (name === drawn || REPORT_RATES.includes(name) || ALWAYS.includes(name)) return true;
    const before = rows.map((row) => row[`${name}_before`] ?? 0);
    return [...values, ...before].some((value) => Number(value) !== 0);
  });
}
