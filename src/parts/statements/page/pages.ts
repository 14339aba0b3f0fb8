import type { ConsolePage } from '../../../ui/shell/page-list.ts';

export const STATEMENT_PAGES: readonly ConsolePage[] = [
  {
    id: 'statements',
    name: 'Statements',
    group: 'Money',
    key: 's',
    load: async () => (await import('./page.tsx')).StatementsPage,
  },
];
