import type { Part } from '../../host/part.ts';
import { REPORT_OPS } from './operations.ts';
import { startDueReports } from './send.ts';
import { sharedReportRoutes } from './shared-report.ts';

export const REPORTS = {
  name: 'reports',
  ops: REPORT_OPS,
  start(host, closers) {
    closers.defer(startDueReports(host));
    return {};
  },
  openRoutes: sharedReportRoutes,
} as const satisfies Part;
