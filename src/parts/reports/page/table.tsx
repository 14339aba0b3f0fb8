import { REPORT_RATES } from '../../../core/sale/measures.ts';
import type { ReportAnswer, ReportLine } from '../../../ledger/report-text.ts';
import { count } from '../../../ui/format.ts';
import { type Columns, number, Rows } from '../../../ui/table.tsx';
import { byOf, measureOf, missingFrom, timeOf } from './query.ts';
import { beforeWords, COLUMN_NAMES, cellWords, columnWords, keyWords } from './words.ts';

/** More rows make the browser slow. The CSV file has all rows. */
const ROWS_SHOWN_MAX = 500;

type ReportTableProps = {
  readonly report: ReportAnswer;
  readonly asked: URLSearchParams;
  /** Filters the report by this value. */
  readonly onOnly: (name: string, value: string) => void;
};

/** The newest first where it is split by time, else what has most of the measure that is drawn. */
export function ReportTable({ report, asked, onOnly }: ReportTableProps) {
  const [by, measure] = [byOf(asked), measureOf(asked)];
  const { rows, totals } = report;
  const time = timeOf(by);
  const rankOf = (row: ReportLine) =>
    time === undefined ? Number(row[measure] ?? 0) : Date.parse(String(row[time]));
  const sorted = rows.toSorted((a, b) => rankOf(b) - rankOf(a));
  const keys = by.map((name, index) => {
    const cell = (row: ReportLine) =>
      row === totals ? (
        index === 0 && 'Total'
      ) : (
        <Value name={name} value={String(row[name] ?? '')} report={report} onOnly={onOnly} />
      );
    return [columnWords(name).name, cell] as const;
  });
  const figures = columnsShown(rows, measure).map((name) => {
    const cell = (line: ReportLine) => <Figure name={name} line={line} />;
    return [columnWords(name).name, number(cell)] as const;
  });
  const columns: Columns<ReportLine> = Object.fromEntries([...keys, ...figures]);
  return (
    <>
      <Rows
        rows={[...sorted.slice(0, ROWS_SHOWN_MAX), totals]}
        columns={columns}
        keyOf={(row) => (row === totals ? 'total' : by.map((name) => row[name]).join('\n'))}
        kind="stack dense with-total"
        caption="Figures"
      />
      {rows.length > ROWS_SHOWN_MAX ? (
        <p class="muted">
          The first {count(ROWS_SHOWN_MAX)} of {count(rows.length)} rows; the CSV has all.
        </p>
      ) : null}
    </>
  );
}

type ValueProps = Pick<ReportTableProps, 'report' | 'onOnly'> & {
  readonly name: string;
  readonly value: string;
};

/** A value of a dimension: a time, or what the report can be filtered by. */
function Value({ name, value, report, onOnly }: ValueProps) {
  const words = keyWords(name, value, report.zone);
  const time = timeOf([name]);
  if (time === undefined) {
    return (
      <button
        type="button"
        class={value === '' ? 'plain muted' : 'plain'}
        title={`Only ${name} ${words}`}
        onClick={() => onOnly(name, value)}
      >
        {words}
      </button>
    );
  }
  const missing = missingFrom(time, Date.parse(value), report, Date.now());
  return (
    <span class="nowrap">
      {words} {missing === undefined ? null : <span class="badge">{missing}</span>}
    </span>
  );
}

function Figure({ name, line }: { readonly name: string; readonly line: ReportLine }) {
  // Nothing now, and nothing before where it is compared.
  const isNothing = [line[name], line[`${name}_before`]].every((one) => Number(one ?? 0) === 0);
  return (
    <span class={isNothing ? 'zero' : undefined}>
      {cellWords(name, line[name])}
      {beforeWords(name, line)?.map((words) => (
        <small class="before" key={words}>
          {words}
        </small>
      ))}
    </span>
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
