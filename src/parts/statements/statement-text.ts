import { csvText } from '../../lib/csv.ts';
import { textTable } from '../../lib/text-table.ts';
import { accountWords } from './account.ts';
import type { MonthList } from './read-statements.ts';
import type { Statement, StatementLine } from './statement.ts';
import { statementHtml } from './statement-html.ts';
import { lineWords, stateWords } from './statement-words.ts';

export const STATEMENT_FORMATS = ['json', 'csv', 'html'] as const;

export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

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
