import { TIMES } from '../../core/sale/dimension-words.ts';
import type { LedgerReport, SummedRow } from '../../ledger/report.ts';
import { columnsOf } from '../../ledger/report-text.ts';
import { type HtmlCell, htmlPage, htmlTable } from '../../lib/html-page.ts';
import { escapedHtml } from '../../lib/text.ts';
import { UTC, wallTime } from '../../lib/time-zone.ts';
import { beforeWords, cellWords, columnWords, keyWords } from './page/words.ts';

/** More rows make the page slow. The file has all. */
const ROWS_SHOWN_MAX = 500;

type SharedPage = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly expiresMs: number;
  readonly report: LedgerReport;
  readonly csvUrl: string;
  readonly nowMs: number;
};

export function sharedHtml(shared: SharedPage): string {
  const { name, report, csvUrl, expiresMs } = shared;
  const { question, rows } = report;
  const { fromMs, toMs, zone = UTC, before, where = {} } = question;
  const time = (ms: number) => timeWords(ms, zone);
  const only = Object.entries(where).map(
    ([key, value]) => `${columnWords(key).name}: ${keyWords(key, value, zone)}`,
  );
  const compared =
    before === undefined
      ? ''
      : `<p class="soft">Compared with ${time(before.fromMs)} to ${time(before.toMs)}</p>`;
  const cut =
    report.isCut || rows.length > ROWS_SHOWN_MAX
      ? `<p class="soft">The page shows ${Math.min(rows.length, ROWS_SHOWN_MAX)} rows; the totals count all.</p>`
      : '';
  return htmlPage(
    name,
    `<header>
<div><h1>${escapedHtml(name)}</h1>
<p>${time(fromMs)} to ${time(Math.min(toMs, Math.max(fromMs, shared.nowMs)))} (${escapedHtml(zone)})</p>
${only.length === 0 ? '' : `<p class="soft">${escapedHtml(only.join(', '))}</p>`}
${compared}</div>
<a class="button" href="${escapedHtml(csvUrl)}" download>Download CSV</a>
</header>
<main>
${rows.length === 0 ? '<p>Nothing was recorded in this time.</p>' : tableOf(shared)}
${cut}
<p class="soft">This link works until ${time(expiresMs)}.</p>
</main>`,
  );
}

function timeWords(ms: number, zone: string): string {
  const { date, clock } = wallTime(zone, ms);
  return escapedHtml(`${date} ${clock.slice(0, 5)}`);
}

export function refusedHtml(sentence: string): string {
  return htmlPage('Report', `<main><h1>${escapedHtml(sentence)}</h1></main>`);
}

function tableOf({ report, columns, name }: SharedPage): string {
  const { by, zone = UTC } = report.question;
  const keysOf = ({ keys }: SummedRow) =>
    keys.map((key, index) => keyWords(by[index] ?? '', key, zone));
  const shown = sorted(report, columns).slice(0, ROWS_SHOWN_MAX);
  return htmlTable({
    label: name,
    keys: Math.max(1, by.length),
    heads: [...(by.length === 0 ? [''] : by), ...columns].map((column) =>
      column === '' ? '' : columnWords(column).name,
    ),
    rows:
      by.length === 0 ? [] : shown.map((row) => [...keysOf(row), ...cellsOf(row, report, columns)]),
    total: ['Total', ...cellsOf(report.totals, report, columns)],
  });
}

/** The newest first where it is split by time, else the largest by the first column. */
function sorted(report: LedgerReport, columns: readonly string[]): readonly SummedRow[] {
  const times: readonly string[] = TIMES;
  const at = report.question.by.findIndex((name) => times.includes(name));
  const [first = ''] = columns;
  const rankOf = (row: SummedRow) =>
    at === -1 ? Number(columnsOf(row, report)[first] ?? 0) : Date.parse(row.keys[at] ?? '');
  return [...report.rows].sort((a, b) => rankOf(b) - rankOf(a));
}

function cellsOf(
  row: SummedRow,
  report: LedgerReport,
  columns: readonly string[],
): readonly HtmlCell[] {
  const values = columnsOf(row, report);
  return columns.map((name) => [
    cellWords(name, values[name]),
    ...(beforeWords(name, values) ?? []),
  ]);
}
