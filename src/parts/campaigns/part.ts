import type { Part } from '../../host/part.ts';
import { approvalList } from './approvals.ts';
import { allCampaigns, campaignImports } from './campaign.ts';
import { DELIVERY_OPS } from './delivery.ts';
import { campaignsOf } from './list.ts';
import { CAMPAIGN_OPS } from './operations.ts';

export const CAMPAIGNS = {
  name: 'campaigns',
  commands: {
    campaigns: {
      summary: 'bring campaigns into the store, or out of it',
      run: async (args) => (await import('./command.ts')).campaigns(args),
    },
  },
  ops: [...CAMPAIGN_OPS, ...DELIVERY_OPS],
  imports: campaignImports,
  start(host) {
    const { standings, standing } = campaignsOf(host);
    return {
      campaignStandings: standings,
      campaignStanding: standing,
      waitingCreatives: () => approvalList(allCampaigns(host)).total,
    };
  },
} as const satisfies Part;
