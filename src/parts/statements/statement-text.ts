import { createHash } from 'node:crypto';
import { csvText } from '../../lib/csv.ts';
import { Refusal } from '../../lib/refusal.ts';
import { escapedHtml } from '../../lib/text.ts';
import { textTable } from '../../lib/text-table.ts';
import { accountWords } from './account.ts';
import type { MonthList } from './stated.ts';
import type { Statement, StatementLine } from './statement.ts';

export const STATEMENT_FORMATS = ['json', 'csv', 'html'] as const;

type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** A statement as a document. Every line of text ends with a newline. */
export function statementText(statement: Statement, format: StatementFormat | 'text'): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(statement, null, 2)}\n`;
    case 'csv':
      return csvOf(statement);
    case 'html':
      return statementHtml(statement);
    case 'text':
      return plainOf(statement);
  }
}

/** The accounts of a month. */
export function monthText(list: MonthList, format: 'text' | 'json' | 'csv'): string {
  if (format === 'json') return `${JSON.stringify(list, null, 2)}\n`;
  const names = ['side', 'account', 'usd', 'total', 'currency'] as const;
  if (format === 'csv') {
    const rows = list.accounts.map(({ side, account, usd, total, currency }) => {
      return [side, account, amount(usd), amount(total), currency];
    });
    return csvText([[...names], ...rows]);
  }
  const rows = list.accounts.map((row) => names.map((name) => row[name] ?? '–'));
  const lines = [...textTable([[...names], ...rows], 2)];
  if (rows.length === 0) lines.push('nothing is on record for this month');
  if (list.isCut) lines.push(`there are more accounts than these ${rows.length}`);
  return `${lines.join('\n')}\n`;
}

const amount = (text: string | null) => (text === null ? null : { amount: text });

const COUNTS = ['impressions', 'clicks', 'conversions'] as const;
const CSV_COLUMNS = ['kind', 'of', 'usd', 'rate', 'amount', 'currency', ...COUNTS] as const;

/** A row for each line, and the total last. */
function csvOf({ lines, total, usd, currency }: Statement): string {
  const rowOf = (line: StatementLine) => [
    line.kind,
    line.of,
    amount(line.usd),
    amount(line.rate),
    amount(line.amount),
    currency,
    ...COUNTS.map((name) => line[name]),
    line.adjustment,
    line.reason,
  ];
  const totals = ['total', null, amount(usd), null, amount(total), currency];
  const width = CSV_COLUMNS.length + 2;
  return csvText([
    [...CSV_COLUMNS, 'adjustment', 'reason'],
    ...lines.map(rowOf),
    [...totals, ...Array.from({ length: width - totals.length }, () => null)],
  ]);
}

function plainOf(statement: Statement): string {
  const { month, side, account, currency, lines, total, usd, details, detailBy } = statement;
  const rows = lines.map((line) => [
    lineWords(line),
    ...COUNTS.map((name) => String(line[name] ?? '')),
    line.usd ?? '',
    line.rate ?? '',
    line.amount,
  ]);
  const head = ['line', ...COUNTS, 'usd', 'rate', currency];
  const sums = ['total', '', '', '', usd, '', total];
  const parts = details.map(({ name, usd: part, ...counts }) => {
    return [name || '–', ...COUNTS.map((count) => String(counts[count])), part];
  });
  const text = [
    `Statement of ${month} for ${accountWords({ side, name: account })}`,
    stateWords(statement),
    '',
    ...textTable([head, ...rows, sums], 1),
    '',
    ...textTable([[detailBy, ...COUNTS, 'usd'], ...parts], 1),
  ];
  return `${text.join('\n')}\n`;
}

/** What a line is for, in words. */
function lineWords({ kind, of, adjustment, reason }: StatementLine): string {
  switch (kind) {
    case 'day':
      return of ?? '';
    case 'late':
      return `late, of ${of}`;
    case 'invalid-traffic':
      return `invalid traffic of ${of} (adjustment ${adjustment}): ${reason}`;
    case 'correction':
      return `correction (adjustment ${adjustment}): ${reason}`;
  }
}

function stateWords({ closedAt, closedBy }: Statement): string {
  if (closedAt === null) return 'Draft: the month is not closed, and figures may change.';
  const by = closedBy === null ? '' : ` by ${closedBy}`;
  return `Closed on ${closedAt.slice(0, 10)}${by}. Figures do not change any more.`;
}

/** Black on white, as it is printed; A4 with the heads of tables on every page. */
const STYLE = `
:root { color-scheme: light; }
@page { size: A4; margin: 18mm 16mm 20mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 900px; background: #fff; color: #111;
  font: 14px/1.45 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 32px;
  border-bottom: 2px solid #111; padding-bottom: 12px; margin-bottom: 16px; }
h1 { font-size: 22px; margin: 0; }
h2 { font-size: 15px; margin: 24px 0 8px; break-after: avoid; }
p { margin: 4px 0; }
.total { font-size: 22px; font-weight: 600; text-align: right; }
.note { color: #555; font-size: 12px; }
.draft { font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 4px 6px; text-align: right; border-bottom: 1px solid #ddd; vertical-align: top; }
th { border-bottom: 1px solid #111; font-weight: 600; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
.sum td { border-top: 2px solid #111; border-bottom: 0; font-weight: 600; }
@media print { body { padding: 0; max-width: none; font-size: 10pt; } .note { font-size: 8.5pt; } }
`;

/** No script, and no style or picture but what is in the page: names in it come from anywhere. */
export const STATEMENT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** A page of its own that prints well. */
function statementHtml(statement: Statement): string {
  const { month, side, account, currency, total, closedAt } = statement;
  const who = escapedHtml(accountWords({ side, name: account }));
  const title = `Statement ${month} · ${who}`;
  const state = escapedHtml(stateWords(statement));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<div><h1>Statement ${month}</h1><p>${who}</p><p class="${closedAt === null ? 'draft' : 'note'}">${state}</p></div>
<div><p class="note">${side === 'publisher' ? 'Owed to the publisher' : 'Owed by the partner'}</p>
<p class="total">${escapedHtml(`${currency} ${total}`)}</p></div>
</header>
<main>
${linesTable(statement)}
${detailsTable(statement)}
<p class="note">Days and months are of UTC. Each line is converted at its rate, in USD for one ${escapedHtml(currency)}, and
rounded once; the total is the sum of the lines.</p>
</main>
</body>
</html>
`;
}

const COUNT_HEADS = ['Impressions', 'Clicks', 'Conversions'];

function linesTable({ lines, currency, total, usd }: Statement): string {
  const head = ['Line', ...COUNT_HEADS, 'USD', 'Rate', currency];
  const rowOf = (line: StatementLine) => [
    lineWords(line),
    ...COUNTS.map((name) => String(line[name] ?? '')),
    line.usd ?? '',
    line.rate ?? '',
    line.amount,
  ];
  const sum = cells(['Total', '', '', '', usd, '', total]);
  return table(head, lines.map(rowOf), `<tr class="sum">${sum}</tr>`);
}

function detailsTable({ details, detailBy }: Statement): string {
  if (details.length === 0) return '';
  const head = [detailBy === 'format' ? 'Format' : 'Campaign', ...COUNT_HEADS, 'USD'];
  const rows = details.map(({ name, usd, ...counts }) => [
    name || '–',
    ...COUNTS.map((count) => String(counts[count])),
    usd,
  ]);
  return `<h2>The days by ${detailBy}</h2>\n${table(head, rows, '')}`;
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  last: string,
): string {
  const heads = head.map((name) => `<th scope="col">${escapedHtml(name)}</th>`).join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
  return `<table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${body}\n${last}\n</tbody>\n</table>`;
}

function cells(row: readonly string[]): string {
  return row.map((cell) => `<td>${escapedHtml(cell)}</td>`).join('');
}

/** A statement in the format that was asked for. */
export function statementResponse(
  statement: Statement | Refusal,
  format: StatementFormat = 'json',
): Response | Refusal {
  if (statement instanceof Refusal) return statement;
  const { month, account } = statement;
  const name = ['parley', month, account].join('-').replace(/[^\w-]/g, '');
  const headers = {
    json: { 'Content-Type': 'application/json' },
    csv: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
    },
    html: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': STATEMENT_POLICY,
    },
  }[format];
  return new Response(statementText(statement, format), { headers });
}
