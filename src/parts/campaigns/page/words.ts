import type { Campaign } from '../../../demand/campaigns/campaign-schema.ts';
import { usd } from '../../../ui/format.ts';
import type { CampaignRowState, CampaignSort } from './api.ts';

/** As the list can be filtered. What happens to one campaign is a sentence of its own. */
export const STATE_WORDS: Readonly<Record<CampaignRowState, string>> = {
  failing: 'sells nothing',
  stopped: 'stopped',
  waiting: 'waiting for approval',
  held: 'paced or held back',
  quiet: 'no request matched',
  selling: 'selling',
  scheduled: 'starts later',
  ended: 'ended',
  draft: 'draft',
  paused: 'paused',
  archived: 'archived',
};

export const SORT_WORDS: Readonly<Record<CampaignSort, string>> = {
  urgency: 'what needs attention',
  name: 'name',
  advertiser: 'advertiser',
  spent: 'spent in all',
  today: 'spent today',
  changed: 'last change',
};

/** What a campaign pays, in a phrase. */
export function priceWords({ cpm, cpc, cpa }: Pick<Campaign, 'cpm' | 'cpc' | 'cpa'>): string {
  if (cpc !== undefined) return `${usd(cpc)} for a click`;
  if (cpa !== undefined) return `${usd(cpa)} for a conversion`;
  return `a CPM of ${usd(cpm ?? 0)}`;
}
