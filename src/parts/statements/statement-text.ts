import { createHash } from 'node:crypto';
import { csvText } from '../../lib/csv.ts';
import { Refusal } from '../../lib/refusal.ts';
import { escapedHtml } from '../../lib/text.ts';
import { textTable } from '../../lib/text-table.ts';
import { accountWords } from './account.ts';
import { COUNTS } from './amounts.ts';
import type { Statement, StatementLine } from './statement.ts';
import type { MonthList } from './statements.ts';

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
      return htmlOf(statement);
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

const CSV_COLUMNS = {
  kind: ({ kind }) => kind,
  of: ({ of }) => of,
  usd: ({ usd }) => amount(usd),
  rate: ({ rate }) => amount(rate),
  amount: (line) => amount(line.amount),
  currency: (_, { currency }) => currency,
  impressions: ({ impressions }) => impressions,
  clicks: ({ clicks }) => clicks,
  conversions: ({ conversions }) => conversions,
  adjustment: ({ adjustment }) => adjustment,
  reason: ({ reason }) => reason,
} as const satisfies Readonly<
  Record<
    string,
    (line: StatementLine, of: Statement) => string | number | null | { readonly amount: string }
  >
>;

/** A row for each line, and the total last. */
function csvOf(statement: Statement): string {
  const { lines, total, usd, currency } = statement;
  const cells = Object.values(CSV_COLUMNS);
  const sums = ['total', null, amount(usd), null, amount(total), currency];
  return csvText([
    Object.keys(CSV_COLUMNS),
    ...lines.map((line) => cells.map((cell) => cell(line, statement))),
    cells.map((_, index) => sums[index] ?? null),
  ]);
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

/** The lines, and the days by format or campaign, as tables for people. */
function tablesOf({ lines, details, detailBy, currency, usd, total }: Statement) {
  const countsOf = (one: Readonly<Record<(typeof COUNTS)[number], number | null>>) =>
    COUNTS.map((name) => String(one[name] ?? ''));
  return {
    heads: ['line', ...COUNTS, 'USD', 'rate', currency],
    rows: lines.map((line) => [
      ...[lineWords(line), ...countsOf(line)],
      ...[line.usd ?? '', line.rate ?? '', line.amount],
    ]),
    total: ['total', '', '', '', usd, '', total],
    detailHeads: [detailBy, ...COUNTS, 'USD'],
    details: details.map((one) => [one.name || '–', ...countsOf(one), one.usd]),
  };
}

function plainOf(statement: Statement): string {
  const { month, side, account } = statement;
  const { heads, rows, total, detailHeads, details } = tablesOf(statement);
  const text = [
    `Statement of ${month} for ${accountWords({ side, name: account })}`,
    stateWords(statement),
    '',
    ...textTable([heads, ...rows, total], 1),
    '',
    ...textTable([detailHeads, ...details], 1),
  ];
  return `${text.join('\n')}\n`;
}

function stateWords({ closedAt, closedBy }: Statement): string {
  if (closedAt === null) return 'Draft: the month is not closed, and figures may change.';
  const by = closedBy === null ? '' : ` by ${closedBy}`;
  return `Closed on ${closedAt.slice(0, 10)}${by}. Figures do not change any more.`;
}

function htmlOf(statement: Statement): string {
  const { month, side, account, currency, total, detailBy } = statement;
  const { heads, rows, total: sums, detailHeads, details } = tablesOf(statement);
  const who = accountWords({ side, name: account });
  const label = `The days by ${detailBy}`;
  return htmlPage(
    `Statement ${month} · ${who}`,
    `<header>
<div><h1>Statement ${month}</h1><p>${escapedHtml(who)}</p><p class="soft">${escapedHtml(stateWords(statement))}</p></div>
<div><p class="soft">${side === 'publisher' ? 'Owed to the publisher' : 'Owed by the partner'}</p>
<p class="total">${escapedHtml(`${currency} ${total}`)}</p></div>
</header>
<main>
${htmlTable({ label: 'Lines', heads, rows, total: sums, keys: 1 })}
${details.length === 0 ? '' : `<h2>${label}</h2>\n${htmlTable({ label, heads: detailHeads, rows: details, keys: 1 })}`}
<p class="soft">Days and months are of UTC. Each line is converted at its rate, in USD for one ${escapedHtml(currency)}, and
rounded once; the total is the sum of the lines.</p>
</main>`,
  );
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
      'Content-Security-Policy': PAGE_POLICY,
    },
  }[format];
  return new Response(statementText(statement, format), { headers });
}

/** Black on white where it is printed: A4, with the heads of tables on every page. */
const STYLE = `
:root { color-scheme: light dark; --ink: #14181f; --soft: #4d5665; --line: #d5dae2; --paper: #fff; --accent: #0b57b4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebf0; --soft: #a9b3c1; --line: #39424f; --paper: #12161c; --accent: #8dbbff; }
}
@page { size: A4; margin: 18mm 16mm 20mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 16px; max-width: 1100px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: 12px 32px; margin-bottom: 20px; }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 24px 0 8px; break-after: avoid; }
p { margin: 4px 0; }
a { color: var(--accent); }
.soft { color: var(--soft); }
.total { font-size: 22px; font-weight: 600; text-align: right; }
.button { display: inline-block; padding: 10px 16px; border: 1px solid currentColor; border-radius: 6px; text-decoration: none; }
.frame { overflow-x: auto; margin-bottom: 20px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 6px 12px 6px 0; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; }
th.key, td.key { text-align: left; overflow-wrap: anywhere; min-width: 8em; }
thead th { border-bottom: 2px solid var(--line); }
thead th::first-letter { text-transform: uppercase; }
tfoot td, tfoot th { border-top: 2px solid var(--line); border-bottom: 0; font-weight: 600; }
small { display: block; color: var(--soft); font-size: 12px; font-weight: 400; white-space: nowrap; }
@media print {
  :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; }
  body { padding: 0; max-width: none; font-size: 10pt; } .button { display: none; } .frame { overflow: visible; }
}
`;

/** No script, and no style or picture but what is in the page: names in it come from anywhere. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** A page of its own that prints well, for nobody to find or pass on. The body is HTML. */
function htmlPage(title: string, body: string): string {
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

/** A text, or one with more below it. */
type HtmlCell = string | readonly string[];

type HtmlTable = {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly HtmlCell[])[];
  /** The last row. Its first cell is of all keys. */
  readonly total?: readonly HtmlCell[];
  /** How many columns have names; the others have figures. */
  readonly keys: number;
};

function htmlTable({ label, heads, rows, total, keys }: HtmlTable): string {
  const kind = (index: number) => (index < keys ? ' class="key"' : '');
  const head = heads.map((text, at) => `<th scope="col"${kind(at)}>${escapedHtml(text)}</th>`);
  const body = rows.map(
    (row) => `<tr>${row.map((cell, at) => `<td${kind(at)}>${htmlCell(cell)}</td>`).join('')}</tr>`,
  );
  const [first = '', ...sums] = total ?? [];
  const foot =
    total === undefined
      ? ''
      : `<tfoot><tr><th scope="row" class="key" colspan="${keys}">${htmlCell(first)}</th>${sums.map((cell) => `<td>${htmlCell(cell)}</td>`).join('')}</tr></tfoot>`;
  return `<div class="frame" tabindex="0" role="region" aria-label="${escapedHtml(label)}">
<table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
${foot}
</table></div>`;
}

function htmlCell(cell: HtmlCell): string {
  const [text = '', ...more] = [cell].flat();
  return `${escapedHtml(text)}${more.map((one) => `<small>${escapedHtml(one)}</small>`).join('')}`;
}
