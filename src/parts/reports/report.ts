import Type from 'typebox';
import { REPORT_DIMENSIONS } from '../../core/sale/dimension-words.ts';
import { REPORT_COLUMNS } from '../../core/sale/measures.ts';
import type { Host } from '../../host/host.ts';
import { runReport } from '../../ledger/report.ts';
import type { ReportAnswer as Answered } from '../../ledger/report-text.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { PERIOD_NAMES } from '../../lib/time-span.ts';
import { wallTime } from '../../lib/time-zone.ts';
import { type ReportQuestion, readReportQuery } from './report-query.ts';

const TEXT = Type.Optional(Type.String());

/** `by=day,partner&last=7d`, or `from` with `to` (exclusive) or `until` (a day, inclusive), or a period. */
export const ReportQuery = Type.Object({
  by: Type.Optional(
    Type.String({ description: `With commas between: ${REPORT_DIMENSIONS.join(', ')}.` }),
  ),
  last: TEXT,
  from: TEXT,
  to: TEXT,
  until: TEXT,
  period: Type.Optional(Type.Enum([...PERIOD_NAMES])),
  compare: Type.Optional(Type.Enum(['previous'])),
  zone: TEXT,
  where: Type.Optional(
    Type.Array(Type.String(), { description: 'Conditions like `partner=acme`.' }),
  ),
  format: Type.Optional(Type.Enum(['json', 'csv'])),
});

/** Amounts are text, since they are exact. Null where a column does not apply to a row. */
const ReportRow = Type.Object({
  ...Object.fromEntries(REPORT_DIMENSIONS.map((name) => [name, TEXT])),
  ...Object.fromEntries(
    [...REPORT_COLUMNS].map(([name, { meaning: description }]) => [
      name,
      Type.Optional(Type.Unsafe({ type: ['string', 'number', 'null'], description })),
    ]),
  ),
});

export const ReportAnswer = Type.Unsafe<Answered>(
  Type.Object({ rows: Type.Array(ReportRow), totals: ReportRow }),
);

/** The answer to the query of a report, as of now or a time before. */
export async function answerReport(
  { database }: Pick<Host, 'database'>,
  query: URLSearchParams,
  atMs: number,
) {
  const question = readReportQuery(query, atMs);
  if (question instanceof Refusal) return question;
  const report = await runReport(database(), question);
  return 'reason' in report ? refuse.wrongValue('by', report.reason) : { question, report };
}

export function csvHeaders({ by, fromMs, toMs, zone }: ReportQuestion): Record<string, string> {
  const day = (ms: number) => wallTime(zone, ms).date;
  const name = ['parley', ...by, day(fromMs), day(toMs - 1)].join('-');
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name.replace(/[^\w-]/g, '')}.csv"`,
  };
}
