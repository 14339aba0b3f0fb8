import type { ConsolePage } from '../../../ui/shell/page-list.ts';

export const ACCOUNT_PAGES: readonly ConsolePage[] = [
  {
    id: 'advertisers',
    name: 'Advertisers',
    group: 'Demand',
    key: 'e',
    load: async () => (await import('./advertisers/page.tsx')).AdvertisersPage,
  },
  {
    id: 'partners',
    name: 'Partners',
    group: 'Demand',
    key: 'd',
    load: async () => (await import('./partners/page.tsx')).PartnersPage,
  },
  {
    id: 'publishers',
    name: 'Publishers',
    group: 'Supply',
    key: 'u',
    load: async () => (await import('./publishers/page.tsx')).PublishersPage,
  },
];
