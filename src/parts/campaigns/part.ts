import type { Part } from '../../host/part.ts';
import { DELIVERY_OPS } from './api/delivery.ts';
import { campaignImports } from './campaign.ts';
import { CAMPAIGN_OPS } from './operations.ts';

export const CAMPAIGNS = {
  name: 'campaigns',
  ops: [...CAMPAIGN_OPS, ...DELIVERY_OPS],
  imports: [campaignImports],
} as const satisfies Part;
