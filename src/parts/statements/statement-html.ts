import { createHash } from 'node:crypto';
import { escapedHtml } from '../../lib/text.ts';
import { accountWords } from './account.ts';
import type { Statement, StatementLine } from './statement.ts';
import { lineWords, stateWords } from './statement-words.ts';

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
export function statementHtml(statement: Statement): string {
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

const COUNTS = ['impressions', 'clicks', 'conversions'] as const;
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
