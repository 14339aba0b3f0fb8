import type { CampaignSort, CampaignState } from './api.ts';

export const STATE_WORDS: Readonly<Record<CampaignState, string>> = {
  serving: 'serving',
  stopped: 'not serving',
  waiting: 'waiting for approval',
  quiet: 'waiting for a request that matches',
  draft: 'draft',
  paused: 'paused',
  archived: 'archived',
};

export const STATE_DOTS: Readonly<Record<CampaignState, string>> = {
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

/** A reason of the server as a sentence. */
export function sentence(text: string): string {
  const first = capitalized(text);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
