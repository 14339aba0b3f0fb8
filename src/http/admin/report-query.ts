import { readSpan } from '../../lib/time-span.ts';
import { isTimeZone, UTC, wallTime } from '../../lib/time-zone.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';
import type { AnswerReport } from './admin-api.ts';
import { jsonText } from './headers.ts';

type AskedReport = Parameters<AnswerReport>[0];

const FORMATS = ['json', 'csv'] as const;
const CONDITIONS_MAX = 10;

/** `by=day,partner&last=7d`, or `from` and `to`; `where=partner=acme` any number of times; `zone=Europe/Berlin`; `format=csv`. */
export async function answerReport(
  report: AnswerReport,
  parameters: URLSearchParams,
  nowMs: number,
): Promise<Response | Refusal> {
  const wanted = parameters.get('format') ?? 'json';
  const format = FORMATS.find((one) => one === wanted);
  if (format === undefined) return refuse.wrongValue('format', 'expected json or csv');
  const question = readQuestion(parameters, nowMs);
  if (question instanceof Refusal) return question;
  const text = await report(question, format);
  if (typeof text !== 'string') return refuse.wrongValue('by', text.reason);
  return format === 'json' ? jsonText(text) : new Response(text, { headers: csvHeaders(question) });
}

function csvHeaders({ by, fromMs, toMs, zone }: AskedReport): Record<string, string> {
  const day = (ms: number) => wallTime(zone, ms).date;
  const name = ['parley', ...by, day(fromMs), day(toMs - 1)].join('-');
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name.replace(/[^\w-]/g, '')}.csv"`,
  };
}

function readQuestion(parameters: URLSearchParams, nowMs: number): AskedReport | Refusal {
  const text = (name: string) => parameters.get(name) ?? undefined;
  const zone = text('zone') ?? UTC;
  if (!isTimeZone(zone)) return refuse.wrongValue('zone', expectedZone(zone));
  const span = readSpan({ last: text('last'), from: text('from'), to: text('to') }, nowMs, zone);
  if ('expected' in span) {
    const given = text(span.name) ?? '';
    return refuse.wrongValue(span.name, `expected ${span.expected}, but got "${given}"`);
  }
  const by = (text('by') ?? '').split(',').map((name) => name.trim());
  const conditions = parameters.getAll('where').map((one) => /^([^=]+)=(.*)$/s.exec(one));
  if (conditions.length > CONDITIONS_MAX || conditions.includes(null)) {
    const expected = `expected at most ${CONDITIONS_MAX} names and values like partner=acme`;
    return refuse.wrongValue('where', expected);
  }
  const where = conditions.map((match) => [match?.[1] ?? '', match?.[2] ?? '']);
  return { by: by.filter((name) => name !== ''), where: Object.fromEntries(where), zone, ...span };
}

export function expectedZone(given: string): string {
  return `expected a time zone like UTC or Europe/Berlin, but got "${given}"`;
}
