import type { ConsolePage } from '../../../ui/shell/page-list.ts';
import type { ApprovalList } from '../approvals.ts';

export const CAMPAIGN_PAGES: readonly ConsolePage[] = [
  {
    id: 'campaigns',
    name: 'Campaigns',
    group: 'Demand',
    key: 'b',
    load: async () => (await import('./page.tsx')).CampaignsPage,
    waiting: { path: '/api/approvals?rows=0', of: ({ total }: ApprovalList) => total },
  },
  {
    id: 'approvals',
    name: 'Approvals',
    key: 'v',
    load: async () => (await import('./approvals/page.tsx')).ApprovalsPage,
  },
];
