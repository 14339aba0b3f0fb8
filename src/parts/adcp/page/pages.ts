import type { ConsolePage } from '../../../ui/shell/page-list.ts';

export const BUYER_PAGES: readonly ConsolePage[] = [
  {
    id: 'buyers',
    name: 'AI buyers',
    group: 'Demand',
    key: 'y',
    load: async () => (await import('./page.tsx')).BuyersPage,
  },
];
