import type { Steps } from '../../lib/steps.ts';
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
import { type CampaignRates, createTierRatesBuilder, type TierRates } from './tier-rates.ts';
import { createUnreadLists, NOTHING_READ } from './unread-lists.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** A campaign that runs on a request, by its position in the list. */
export type Ranked = {
  readonly campaign: number;
  /** The CPM that it may pay for the request. */
  readonly priceMicros: number;
  /** What it pays for one of what it pays for; the CPM where that is impressions. */
  readonly unitMicros: number;
};

export type CampaignIndex = ReturnType<typeof indexOf>;

/** Below this length, reading a list costs less than dividing it saves. */
const LONG_LIST_LENGTH = 200;

/** Takes campaigns one by one, in the order of their positions. */
export function createIndexBuilder(rates: CampaignRates, longListLength = LONG_LIST_LENGTH) {
  const vocabulary = createVocabulary();
  const ratesBuilder = createTierRatesBuilder(rates);
  const outlines: CampaignOutline[] = [];
  return {
    add(campaign: Campaign): void {
      outlines.push(outlineCampaign(campaign, ratesBuilder.add(campaign), vocabulary));
    },
    *finish(): Steps<CampaignIndex> {
      const rules = yield* createCampaignRules(outlines);
      const filing = yield* fileCampaigns(outlines, vocabulary.size(), longListLength);
      return indexOf(vocabulary, rules, ratesBuilder.finish(), filing);
    },
  };
}

/**
 * Finds the best campaigns without looking at all: only lists under values that the request has are read,
 * in step, from their dear ends, and only until nothing unread can pay more than what was found.
 */
function indexOf(
  vocabulary: Vocabulary,
  unitMicrosFor: CampaignRules,
  rates: TierRates,
  filing: Filing,
) {
  const count = rates.size;
  const readFeatures = createFeatureReader(vocabulary);
  const untargeted = untargetedValue(vocabulary.size());

  // Used by the one ranking that is under way, and by the next after it.
  const unread = createUnreadLists(filing);
  const found = createRankHeap(count);
  /** The campaigns that the ranking has met. */
  const seen = createStampedSet(count);
  /** What those in `found` pay for one of what they pay for. */
  const unitPrices = new Float64Array(count);

  const start = (): void => {
    seen.clear();
    found.clear();
    unread.clear();
  };

  const next = (features: Features, nowMs: number): Ranked | undefined => {
    while (!unread.isEmpty() && (found.isEmpty() || found.top() < unread.ceiling())) {
      const campaign = unread.read(features);
      if (campaign === NOTHING_READ || !seen.add(campaign)) continue;
      const unitMicros = unitMicrosFor(campaign, features, nowMs);
      if (unitMicros === NO_MATCH) continue;
      unitPrices[campaign] = unitMicros;
      found.push(rankOf(rates.rankMicros(campaign, unitMicros), campaign), campaign);
    }
    if (found.isEmpty()) return undefined;
    const campaign = found.topItem();
    const unitMicros = unitPrices[campaign] as number; // every campaign that was found has one
    const ranked = { campaign, priceMicros: priceOf(found.top()), unitMicros };
    found.pop();
    return ranked;
  };

  return {
    rates,
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
