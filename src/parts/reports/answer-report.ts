import type { AnswerReport } from '../../host/admin/admin-api.ts';
import { jsonText } from '../../host/admin/headers.ts';
import { QueryFault, type ReportQuestion, readReportQuery } from '../../ledger/report-query.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { wallTime } from '../../lib/time-zone.ts';

const FORMATS = ['json', 'csv'] as const;

/** The query of a report, with `format=csv` for a file. */
export async function answerReport(
  report: AnswerReport,
  parameters: URLSearchParams,
  nowMs: number,
): Promise<Response | Refusal> {
  const wanted = parameters.get('format') ?? 'json';
  const format = FORMATS.find((one) => one === wanted);
  if (format === undefined) return refuse.wrongValue('format', 'expected json or csv');
  const question = readReportQuery(parameters, nowMs);
  if (question instanceof QueryFault) return refuse.wrongValue(question.field, question.reason);
  const text = await report(question, format);
  if (typeof text !== 'string') return refuse.wrongValue('by', text.reason);
  return format === 'json' ? jsonText(text) : new Response(text, { headers: csvHeaders(question) });
}

export function csvHeaders({ by, fromMs, toMs, zone }: ReportQuestion): Record<string, string> {
  const day = (ms: number) => wallTime(zone, ms).date;
  const name = ['parley', ...by, day(fromMs), day(toMs - 1)].join('-');
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name.replace(/[^\w-]/g, '')}.csv"`,
  };
}
