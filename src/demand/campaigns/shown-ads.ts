import type { SeenAd } from '../../core/auction/partner.ts';
import { perObject } from '../../lib/lookup.ts';
import { type CappedCampaign, comparedDomain, type FrequencyRule } from './frequency-rules.ts';

/** How often the conversation has seen what a rule counts, by what the caller says (ruling 76). */
export function shownCount(
  shown: readonly SeenAd[],
  { of, windowSec }: FrequencyRule,
  { id, domain }: CappedCampaign,
): number {
  if (shown.length === 0) return 0;
  const { ofAdvertiser, ofCampaign } = agesOf(shown);
  if (of === 'advertiser') return countWithin(ofAdvertiser.get(domain), windowSec);
  // An ad whose campaign the caller does not know may have been of this one.
  return (
    countWithin(ofCampaign.get(keyOf(domain, id)), windowSec) +
    countWithin(ofCampaign.get(keyOf(domain, ANY)), windowSec)
  );
}

const ANY = '';

const keyOf = (domain: string, campaign: string) => `${domain} ${campaign}`;

function countWithin(agesSec: readonly number[] = [], windowSec: number): number {
  return agesSec.reduce((count, ageSec) => (ageSec <= windowSec ? count + 1 : count), 0);
}

/** Read once, however many campaigns are held against it (ruling 72). */
const agesOf = perObject((shown: readonly SeenAd[]) => {
  const ofAdvertiser = new Map<string, number[]>();
  const ofCampaign = new Map<string, number[]>();
  for (const { domain, cid = ANY, secondsAgo = 0 } of shown) {
    const advertiser = comparedDomain(domain);
    addTo(ofAdvertiser, advertiser, secondsAgo);
    addTo(ofCampaign, keyOf(advertiser, cid), secondsAgo);
  }
  return { ofAdvertiser, ofCampaign };
});

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
