import type { AdminPages } from '../../http/admin/pages.ts';
import { jsonOf, reportText } from '../../ledger/report-text.ts';
import type { PageSources } from './sources.ts';

export function reportPage({ ledger }: Pick<PageSources, 'ledger'>) {
  const report: NonNullable<AdminPages['report']> = async (question, format) => {
    const result = await ledger.report(question);
    if ('reason' in result) return result;
    return format === 'csv' ? reportText(result, 'csv') : JSON.stringify(jsonOf(result));
  };
  return report;
}
