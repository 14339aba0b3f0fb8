import type { ValidRequest } from '../../openrtb/validate.ts';
import { createCampaignRules, NO_MATCH, outlineCampaign } from './campaign-rules.ts';
import type { Campaign } from './campaign-schema.ts';
import { createFeatureReader, type Features } from './features.ts';
import { fileCampaigns, NO_SECOND, untargetedValue } from './file-campaigns.ts';
import { createRankHeap, placeOf, priceOf, type Rank, rankOf } from './rank-heap.ts';
import { createVocabulary } from './vocabulary.ts';

/** A campaign that runs on a request, by its position in the list, and what it pays for it. */
export type Ranked = { readonly campaign: number; readonly priceMicros: number };

export type CampaignIndex = {
  /**
   * The campaigns that run on a request, one at each call of what is returned, the dearest first and
   * among equally dear ones in the order of the list. Ranking the next request ends the one before.
   */
  readonly rank: (request: ValidRequest, nowMs: number) => () => Ranked | undefined;
};

const STAMP_MAX = 2 ** 31 - 1;

/**
 * Finds the best campaigns without looking at all: only lists under values that the request has are read,
 * in step, from their dear ends, and only until nothing unread can pay more than what was found.
 */
export function createCampaignIndex(campaigns: readonly Campaign[]): CampaignIndex {
  const vocabulary = createVocabulary();
  const outlines = campaigns.map((campaign) => outlineCampaign(campaign, vocabulary));
  const rules = createCampaignRules(campaigns, outlines);
  const readFeatures = createFeatureReader(vocabulary);
  const untargeted = untargetedValue(vocabulary.size());
  const { groupStarts, seconds, listStarts, ceilings } = fileCampaigns(outlines, vocabulary.size());

  // Scratch space of the one ranking that is under way. What is still unread waits in a heap by the most
  // it can pay: lists that are being read, and values whose next group is not opened yet.
  const unread = createRankHeap(seconds.length + groupStarts.length);
  const found = createRankHeap(campaigns.length);
  const nextGroups = new Int32Array(groupStarts.length);
  const nextEntries = new Int32Array(seconds.length);
  const seen = new Int32Array(campaigns.length);
  let stamp = 0;

  // Items of the heap: a group by its number, a value by the complement of its.
  const isValue = (item: number) => item < 0;

  // Positions below lie inside the arrays by construction of the filing.
  const groupCeiling = (group: number) => ceilings[listStarts[group] as number] as Rank;

  const openList = (group: number): void => {
    nextEntries[group] = listStarts[group] as number;
    unread.push(groupCeiling(group), group);
  };

  const startValue = (value: number): void => {
    const group = groupStarts[value] as number;
    const groupCount = (groupStarts[value + 1] as number) - group;
    if (groupCount === 0) return;
    if (groupCount === 1 && seconds[group] === NO_SECOND) {
      openList(group);
      return;
    }
    nextGroups[value] = group;
    unread.push(groupCeiling(group), ~value);
  };

  /** Opens the next group of the value on top that the request is part of, and leaves the rest waiting. */
  const openGroup = (value: number, features: Features): void => {
    const end = groupStarts[value + 1] as number;
    let group = nextGroups[value] as number;
    while (group < end && seconds[group] !== NO_SECOND && !features.has(seconds[group] as number)) {
      group++;
    }
    const next = group + 1;
    if (next < end) {
      nextGroups[value] = next;
      unread.replaceTop(groupCeiling(next), ~value);
    } else unread.pop();
    if (group === end) return;
    openList(group);
  };

  /** The campaign on top; the list behind it moves on. */
  const readEntry = (group: number): number => {
    const campaign = placeOf(unread.top());
    const position = (nextEntries[group] as number) + 1;
    if (position === listStarts[group + 1]) unread.pop();
    else {
      nextEntries[group] = position;
      unread.replaceTop(ceilings[position] as Rank, group);
    }
    return campaign;
  };

  return {
    rank(request, nowMs) {
      if (stamp === STAMP_MAX) {
        seen.fill(0);
        stamp = 0;
      }
      stamp++;
      unread.clear();
      found.clear();
      const features = readFeatures(request, nowMs);
      startValue(untargeted);
      for (let at = features.count() - 1; at >= 0; at--) startValue(features.ids[at] as number);

      return () => {
        while (!unread.isEmpty() && (found.isEmpty() || found.top() < unread.top())) {
          const item = unread.topItem();
          if (isValue(item)) {
            openGroup(~item, features);
            continue;
          }
          const campaign = readEntry(item);
          if (seen[campaign] === stamp) continue;
          seen[campaign] = stamp;
          const priceMicros = rules.priceMicros(campaign, features, nowMs);
          if (priceMicros !== NO_MATCH) found.push(rankOf(priceMicros, campaign), campaign);
        }
        if (found.isEmpty()) return undefined;
        const ranked = { campaign: found.topItem(), priceMicros: priceOf(found.top()) };
        found.pop();
        return ranked;
      };
    },
  };
}
