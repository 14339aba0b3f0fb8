import { atOnce, type Steps } from '../../lib/steps.ts';
import type { ValidRequest } from '../../openrtb/validate.ts';
import {
  type CampaignOutline,
  type CampaignRules,
  createCampaignRules,
  NO_MATCH,
  outlineCampaign,
} from './campaign-rules.ts';
import type { Campaign } from './campaign-schema.ts';
import { createFeatureReader, createStampedSet, type Features } from './features.ts';
import { type Filing, fileCampaigns, untargetedValue } from './file-campaigns.ts';
import { createRankHeap, priceOf, rankOf } from './rank-heap.ts';
import { createUnreadLists, NOTHING_READ } from './unread-lists.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** A campaign that runs on a request, by its position in the list, and what it pays for it. */
export type Ranked = { readonly campaign: number; readonly priceMicros: number };

export type CampaignIndex = ReturnType<typeof indexOf>;

/** Below this length, reading a list costs less than dividing it saves. */
const LONG_LIST_LENGTH = 200;

export function createCampaignIndex(
  campaigns: readonly Campaign[],
  longListLength = LONG_LIST_LENGTH,
): CampaignIndex {
  const { add, finish } = createIndexBuilder(longListLength);
  for (const campaign of campaigns) add(campaign);
  return atOnce(finish());
}

/** Takes campaigns one by one, in the order of their positions. */
export function createIndexBuilder(longListLength = LONG_LIST_LENGTH) {
  const vocabulary = createVocabulary();
  const outlines: CampaignOutline[] = [];
  return {
    add(campaign: Campaign): void {
      outlines.push(outlineCampaign(campaign, vocabulary));
    },
    *finish(): Steps<CampaignIndex> {
      const rules = yield* createCampaignRules(outlines);
      const filing = yield* fileCampaigns(outlines, vocabulary.size(), longListLength);
      return indexOf(outlines.length, vocabulary, rules, filing);
    },
  };
}

/**
 * Finds the best campaigns without looking at all: only lists under values that the request has are read,
 * in step, from their dear ends, and only until nothing unread can pay more than what was found.
 */
function indexOf(count: number, vocabulary: Vocabulary, priceFor: CampaignRules, filing: Filing) {
  const readFeatures = createFeatureReader(vocabulary);
  const untargeted = untargetedValue(vocabulary.size());

  // Used by the one ranking that is under way, and by the next after it.
  const unread = createUnreadLists(filing);
  const found = createRankHeap(count);
  /** The campaigns that the ranking has met. */
  const seen = createStampedSet(count);

  const start = (): void => {
    seen.clear();
    found.clear();
    unread.clear();
  };

  const next = (features: Features, nowMs: number): Ranked | undefined => {
    while (!unread.isEmpty() && (found.isEmpty() || found.top() < unread.ceiling())) {
      const campaign = unread.read(features);
      if (campaign === NOTHING_READ || !seen.add(campaign)) continue;
      const priceMicros = priceFor(campaign, features, nowMs);
      if (priceMicros !== NO_MATCH) found.push(rankOf(priceMicros, campaign), campaign);
    }
    if (found.isEmpty()) return undefined;
    const ranked = { campaign: found.topItem(), priceMicros: priceOf(found.top()) };
    found.pop();
    return ranked;
  };

  return {
    /**
     * The campaigns that run on a request, one at each call, the dearest first and among equally dear ones in the order of
     * the list. The first call of `nextFiller` ends the targeted ones. Ranking the next request ends this ranking.
     */
    rank(request: ValidRequest, nowMs: number) {
      const features = readFeatures(request, nowMs);
      start();
      for (let at = features.count() - 1; at >= 0; at--) unread.add(features.ids[at] as number);
      let isAtFillers = false;
      return {
        nextTargeted: () => (isAtFillers ? undefined : next(features, nowMs)),
        /** Fillers include nothing in their targeting: they run on any request that they do not exclude. */
        nextFiller(): Ranked | undefined {
          if (!isAtFillers) {
            start();
            unread.add(untargeted);
          }
          isAtFillers = true;
          return next(features, nowMs);
        },
      };
    },
  };
}
