import type { CampaignRowState, CampaignSort } from './api.ts';

export const STATE_WORDS: Readonly<Record<CampaignRowState, string>> = {
  serving: 'serving',
  stopped: 'not serving',
  waiting: 'waiting for approval',
  quiet: 'waiting for a request that matches',
  draft: 'draft',
  paused: 'paused',
  archived: 'archived',
};

export const STATE_DOTS: Readonly<Record<CampaignRowState, string>> = {
  serving: 'good',
  stopped: 'warn',
  waiting: 'warn',
  quiet: 'quiet',
  draft: 'quiet',
  paused: 'quiet',
  archived: 'quiet',
};

export const SORT_WORDS: Readonly<Record<CampaignSort, string>> = {
  urgency: 'what needs attention',
  name: 'name',
  advertiser: 'advertiser',
  spent: 'spent in all',
  today: 'spent today',
  changed: 'last change',
};
