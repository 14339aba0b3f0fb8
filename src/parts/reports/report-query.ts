import { faultOf, type RollupQuestion } from '../../ledger/report.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { readSpan, spanBefore } from '../../lib/time-span.ts';
import { expectedZone, isTimeZone, UTC } from '../../lib/time-zone.ts';

/** What a report is asked by, each part of it known. */
export type ReportQuestion = Required<Omit<RollupQuestion, 'before'>> &
  Pick<RollupQuestion, 'before'>;

const CONDITIONS_MAX = 10;
const COMPARED = 'previous';

/**
 * `by=day,partner&last=7d`, or `from` with `to` (exclusive) or `until` (a day, inclusive), or `period=last-week`;
 * `where=partner=acme` any number of times; `zone=Europe/Berlin`; `compare=previous`.
 */
export function readReportQuery(
  parameters: URLSearchParams,
  nowMs: number,
): ReportQuestion | Refusal {
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
