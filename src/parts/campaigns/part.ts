import type { Part } from '../../host/part.ts';
import { campaignImports } from './campaign.ts';
import { CAMPAIGN_OPS } from './operations.ts';

export const CAMPAIGNS = {
  name: 'campaigns',
  ops: CAMPAIGN_OPS,
  imports: [campaignImports],
} as const satisfies Part;
