import type { ConsolePage } from '../../../ui/shell/page-list.ts';

export const CAMPAIGN_PAGES: readonly ConsolePage[] = [
  {
    id: 'campaigns',
    name: 'Campaigns',
    group: 'Demand',
    key: 'b',
    load: async () => (await import('./page.tsx')).CampaignsPage,
  },
  {
    id: 'approvals',
    name: 'Approvals',
    key: 'v',
    load: async () => (await import('./page.tsx')).CampaignsPage,
  },
];
