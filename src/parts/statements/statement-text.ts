import type { StatementFormat } from '../../host/offers.ts';
import { csvText } from '../../lib/csv.ts';
import { htmlPage, htmlTable, PAGE_POLICY } from '../../lib/html-page.ts';
import { Refusal } from '../../lib/refusal.ts';
import { escapedHtml } from '../../lib/text.ts';
import { accountWords } from './account.ts';
import { COUNTS } from './amounts.ts';
import type { Statement, StatementLine } from './statement.ts';
import type { MonthList } from './statements.ts';

/** A statement as a document. Every line of text ends with a newline. */
export function statementText(statement: Statement, format: StatementFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(statement, null, 2)}\n`;
    case 'csv':
      return csvOf(statement);
    case 'html':
      return htmlOf(statement);
  }
}

/** The accounts of a month. */
export function monthText(list: MonthList, format: 'json' | 'csv'): string {
  if (format === 'json') return `${JSON.stringify(list, null, 2)}\n`;
  return csvText([
    ['side', 'account', 'usd', 'total', 'currency'],
    ...list.accounts.map(({ side, account, usd, total, currency }) => {
      return [side, account, amount(usd), amount(total), currency];
    }),
  ]);
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

function stateWords({ closedAt, closedBy }: Statement): string {
  if (closedAt === null) return 'Draft: the month is not closed, and figures may change.';
  const by = closedBy === null ? '' : ` by ${closedBy}`;
  return `Closed on ${closedAt.slice(0, 10)}${by}. Figures do not change any more.`;
}

function htmlOf(statement: Statement): string {
  const { month, side, account, currency, lines, total, usd, detailBy, details } = statement;
  const countsOf = (one: Readonly<Record<(typeof COUNTS)[number], number | null>>) =>
    COUNTS.map((name) => String(one[name] ?? ''));
  const who = accountWords({ side, name: account });
  const label = `The days by ${detailBy}`;
  const ofLines = htmlTable({
    label: 'Lines',
    heads: ['line', ...COUNTS, 'USD', 'rate', currency],
    rows: lines.map((line) => [
      ...[lineWords(line), ...countsOf(line)],
      ...[line.usd ?? '', line.rate ?? '', line.amount],
    ]),
    total: ['total', '', '', '', usd, '', total],
    keys: 1,
  });
  const ofDetails = htmlTable({
    label,
    heads: [detailBy, ...COUNTS, 'USD'],
    rows: details.map((one) => [one.name || '–', ...countsOf(one), one.usd]),
    keys: 1,
  });
  return htmlPage(
    `Statement ${month} · ${who}`,
    `<header>
<div><h1>Statement ${month}</h1><p>${escapedHtml(who)}</p><p class="soft">${escapedHtml(stateWords(statement))}</p></div>
<div><p class="soft">${side === 'publisher' ? 'Owed to the publisher' : 'Owed by the partner'}</p>
<p class="total">${escapedHtml(`${currency} ${total}`)}</p></div>
</header>
<main>
${ofLines}
${details.length === 0 ? '' : `<h2>${label}</h2>\n${ofDetails}`}
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
