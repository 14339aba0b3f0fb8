import type { ConsolePage } from '../../../ui/shell/page-list.ts';

export const REPORT_PAGES: readonly ConsolePage[] = [
  {
    id: 'reports',
    name: 'Reports',
    group: 'Money',
    key: 'r',
    load: async () => (await import('./page.tsx')).ReportsPage,
  },
];
