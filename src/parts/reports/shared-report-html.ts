import { createHash } from 'node:crypto';
import { TIMES } from '../../core/sale/dimension-words.ts';
import { columnsOf } from '../../ledger/report-text.ts';
import type { LedgerReport, SummedRow } from '../../ledger/report-types.ts';
import { escapedHtml } from '../../lib/text.ts';
import { UTC, wallTime } from '../../lib/time-zone.ts';
import { beforeWords, cellWords, columnWords, keyWords } from './page/words.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #14181f; --soft: #4d5665; --line: #d5dae2; --paper: #fff; --accent: #0b57b4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebf0; --soft: #a9b3c1; --line: #39424f; --paper: #12161c; --accent: #8dbbff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 16px; max-width: 1100px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere; }
p { margin: 4px 0; }
.soft { color: var(--soft); }
a { color: var(--accent); }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: 12px 32px; margin-bottom: 20px; }
.button { display: inline-block; padding: 10px 16px; border: 1px solid currentColor; border-radius: 6px; text-decoration: none; }
.frame { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 8px 12px 8px 0; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
th.key, td.key { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 8em; }
thead th { border-bottom: 2px solid var(--line); }
tfoot td, tfoot th { border-top: 2px solid var(--line); border-bottom: 0; font-weight: 600; }
small { display: block; color: var(--soft); font-size: 12px; font-weight: 400; }
.frame { margin-bottom: 20px; }
@media print {
  :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; }
  body { padding: 0; max-width: none; font-size: 10pt; } .button { display: none; } thead { display: table-header-group; }
  tr { break-inside: avoid; }
}
`;

/** No script, and no style or picture but what is in the page: names in it come from anywhere. */
export const SHARED_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

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
  return document(
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
  return document('Report', `<main><h1>${escapedHtml(sentence)}</h1></main>`);
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escapedHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function tableOf({ report, columns, name }: SharedPage): string {
  const { by } = report.question;
  const heads = [
    ...(by.length === 0 ? ['<td></td>'] : by.map((key) => head(columnWords(key).name, 'key'))),
    ...columns.map((column) => head(columnWords(column).name, '')),
  ];
  const rows = sorted(report, columns)
    .slice(0, ROWS_SHOWN_MAX)
    .map((row) => `<tr>${keysOf(row, report)}${cellsOf(row, report, columns)}</tr>`);
  const total = `<tr><th scope="row" class="key" colspan="${Math.max(1, by.length)}">Total</th>${cellsOf(report.totals, report, columns)}</tr>`;
  return `<div class="frame" tabindex="0" role="region" aria-label="${escapedHtml(name)}">
<table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${by.length === 0 ? '' : rows.join('\n')}
</tbody>
<tfoot>${total}</tfoot>
</table></div>`;
}

const head = (text: string, kind: string) =>
  `<th scope="col" class="${kind}">${escapedHtml(text)}</th>`;

/** The newest first where it is split by time, else the largest by the first column. */
function sorted(report: LedgerReport, columns: readonly string[]): readonly SummedRow[] {
  const times: readonly string[] = TIMES;
  const at = report.question.by.findIndex((name) => times.includes(name));
  const [first = ''] = columns;
  const rankOf = (row: SummedRow) =>
    at === -1 ? Number(columnsOf(row, report)[first] ?? 0) : Date.parse(row.keys[at] ?? '');
  return [...report.rows].sort((a, b) => rankOf(b) - rankOf(a));
}

function keysOf({ keys }: SummedRow, { question }: LedgerReport): string {
  const { by, zone = UTC } = question;
  return keys
    .map((key, index) => escapedHtml(keyWords(by[index] ?? '', key, zone)))
    .map((words) => `<td class="key">${words}</td>`)
    .join('');
}

function cellsOf(row: SummedRow, report: LedgerReport, columns: readonly string[]): string {
  const values = columnsOf(row, report);
  return columns
    .map((name) => {
      const now = escapedHtml(cellWords(name, values[name]));
      const before = beforeWords(name, values) ?? [];
      const small = before.map((words) => `<small>${escapedHtml(words)}</small>`);
      return `<td>${now}${small.join('')}</td>`;
    })
    .join('');
}
