import Type from 'typebox';
import { REPORT_DIMENSIONS } from '../../core/sale/dimension-words.ts';
import { REPORT_COLUMNS } from '../../core/sale/measures.ts';
import type { Host } from '../../host/host.ts';
import { faultOf, type RollupQuestion, runReport } from '../../ledger/report.ts';
import type { ReportAnswer as Answered } from '../../ledger/report-text.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { PERIOD_NAMES, readSpan, spanBefore } from '../../lib/time-span.ts';
import { expectedZone, isTimeZone, UTC, wallTime } from '../../lib/time-zone.ts';

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

/** What a report is asked by, each part of it known. */
type ReportQuestion = Required<Omit<RollupQuestion, 'before'>> & Pick<RollupQuestion, 'before'>;

const CONDITIONS_MAX = 10;
const COMPARED = 'previous';

/** That of a query like the one of `ReportQuery`. */
function readReportQuery(parameters: URLSearchParams, nowMs: number): ReportQuestion | Refusal {
  const text = (name: string) => parameters.get(name) ?? undefined;
  const zone = text('zone') ?? UTC;
  if (!isTimeZone(zone)) return refuse.wrongValue('zone', expectedZone(zone));
  const [last, from, to, until] = ['last', 'from', 'to', 'until'].map(text);
  const span = readSpan({ last, from, to, until, period: text('period') }, nowMs, zone);
  if ('expected' in span) {
    const given = text(span.name) ?? '';
    return refuse.wrongValue(span.name, `expected ${span.expected}, but got "${given}"`);
  }
  const compare = text('compare');
  if (compare !== undefined && compare !== COMPARED) {
    return refuse.wrongValue('compare', `expected ${COMPARED}, but got "${compare}"`);
  }
  const by = (text('by') ?? '').split(',').map((name) => name.trim());
  const conditions = parameters.getAll('where').map((one) => /^([^=]+)=(.*)$/s.exec(one));
  if (conditions.length > CONDITIONS_MAX || conditions.includes(null)) {
    const expected = `expected at most ${CONDITIONS_MAX} names and values like partner=acme`;
    return refuse.wrongValue('where', expected);
  }
  const where = conditions.map((match) => [match?.[1] ?? '', match?.[2] ?? '']);
  const before = compare === undefined ? undefined : spanBefore(span, zone, nowMs);
  const question = { by: by.filter((name) => name !== ''), where: Object.fromEntries(where), zone };
  return { ...question, ...span, before };
}

/** Why a query that is to be asked again and again cannot be answered. */
export function queryFault(query: string, nowMs: number): string | undefined {
  const question = readReportQuery(new URLSearchParams(query), nowMs);
  if (question instanceof Refusal) return question.details.reason;
  return faultOf(question.by, Object.keys(question.where))?.reason;
}

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
