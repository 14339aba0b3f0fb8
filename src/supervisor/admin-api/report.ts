import type { AnswerReport } from '../../http/admin/admin-api.ts';
import { jsonOf, reportText } from '../../ledger/report-text.ts';
import type { AdminApiSources } from './sources.ts';

export function reportAnswer({ ledger }: Pick<AdminApiSources, 'ledger'>) {
  const report: AnswerReport = async (question, format) => {
    const result = await ledger.report(question);
    if ('reason' in result) return result;
    return format === 'csv' ? reportText(result, 'csv') : JSON.stringify(jsonOf(result));
  };
  return report;
}
