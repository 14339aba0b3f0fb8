import type { ConsolePage } from '../../../ui/shell/page-list.ts';

export const INSIGHT_PAGES: readonly ConsolePage[] = [
  {
    id: 'live',
    name: 'Live',
    group: 'Exchange',
    key: 'l',
    load: async () => (await import('./live/page.tsx')).LivePage,
  },
  {
    id: 'auctions',
    name: 'Auctions',
    group: 'Exchange',
    key: 'a',
    load: async () => (await import('./auctions/page.tsx')).AuctionsPage,
  },
];
