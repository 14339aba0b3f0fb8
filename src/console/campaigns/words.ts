import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { usd } from '../ui/format.ts';
import type { CampaignRowState, CampaignSort } from './api.ts';

type StateWords = { readonly words: string; readonly dot: 'good' | 'warn' | 'quiet' };

export const STATES: Readonly<Record<CampaignRowState, StateWords>> = {
  serving: { words: 'serving', dot: 'good' },
  stopped: { words: 'not serving', dot: 'warn' },
  held: { words: 'held back in part', dot: 'warn' },
  waiting: { words: 'waiting for approval', dot: 'warn' },
  quiet: { words: 'waiting for a request that matches', dot: 'quiet' },
  draft: { words: 'draft', dot: 'quiet' },
  paused: { words: 'paused', dot: 'quiet' },
  archived: { words: 'archived', dot: 'quiet' },
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
