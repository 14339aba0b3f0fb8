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
import { createRankHeap, priceOf, type Rank, rankOf } from './rank-heap.ts';
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

/** Below every rank. */
const NOTHING_FOUND: Rank = -1;

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
      const values = vocabulary.size();
      const known = yield* fileCampaigns(outlines, 'known', values, longListLength);
      const explored = yield* fileCampaigns(outlines, 'explored', values, longListLength);
      return indexOf(vocabulary, rules, ratesBuilder.finish(), { known, explored });
    },
  };
}

/**
 * How many campaigns whose price is explored may be read for one request. The dearest are read first. What one can pay at
 * most is up to three times what it is expected to pay, so that without this bound nearly all of them would be read for
 * each request, to find the best. Where nothing was found, reading goes on all the same. Those that the ranking has
 * returned do not count: they may have no budget left, and must not stand in the way of others.
 */
const EXPLORED_READ_MAX = 200;
/** How many of those that were read may match the request. */
const EXPLORED_FOUND_MAX = 16;

/**
 * Finds the best campaigns without looking at all: only lists under values that the request has are read,
 * in step, from their dear ends, and only until nothing unread can pay more than what was found.
 */
function indexOf(
  vocabulary: Vocabulary,
  unitMicrosFor: CampaignRules,
  rates: TierRates,
  filings: { readonly known: Filing; readonly explored: Filing },
) {
  const count = rates.size;
  const readFeatures = createFeatureReader(vocabulary);
  const untargeted = untargetedValue(vocabulary.size());

  // Used by the one ranking that is under way, and by the next after it.
  const known = createUnreadLists(filings.known);
  const explored = createUnreadLists(filings.explored);
  let exploredRead = 0;
  let exploredFound = 0;
  const found = createRankHeap(count);
  /** The campaigns that the ranking has met. */
  const seen = createStampedSet(count);
  /** What those in `found` pay for one of what they pay for. */
  const unitPrices = new Float64Array(count);

  const start = (): void => {
    seen.clear();
    found.clear();
    known.clear();
    explored.clear();
    exploredRead = 0;
    exploredFound = 0;
  };

  const addValue = (value: number): void => {
    known.add(value);
    explored.add(value);
  };

  /** The lists with the campaign that can rank highest; undefined: none can rank higher than what was found. */
  const dearestUnread = () => {
    const least = found.isEmpty() ? NOTHING_FOUND : found.top();
    const isEnough = exploredFound >= EXPLORED_FOUND_MAX || exploredRead >= EXPLORED_READ_MAX;
    const isOpen = !explored.isEmpty() && (!isEnough || least === NOTHING_FOUND);
    const highest = isOpen ? explored.ceiling() : NOTHING_FOUND;
    if (!known.isEmpty() && known.ceiling() >= highest) {
      return known.ceiling() > least ? known : undefined;
    }
    return highest > least ? explored : undefined;
  };

  const next = (features: Features, nowMs: number): Ranked | undefined => {
    for (let unread = dearestUnread(); unread !== undefined; unread = dearestUnread()) {
      const campaign = unread.read(features);
      if (campaign === NOTHING_READ || !seen.add(campaign)) continue;
      if (unread === explored) exploredRead++;
      const unitMicros = unitMicrosFor(campaign, features, nowMs);
      if (unitMicros === NO_MATCH) continue;
      if (unread === explored) exploredFound++;
      unitPrices[campaign] = unitMicros;
      found.push(rankOf(rates.rankMicros(campaign, unitMicros), campaign), campaign);
    }
    if (found.isEmpty()) return undefined;
    const campaign = found.topItem();
    const unitMicros = unitPrices[campaign] as number; // every campaign that was found has one
    const ranked = { campaign, priceMicros: priceOf(found.top()), unitMicros };
    found.pop();
    if (rates.isExplored(campaign)) {
      exploredRead--;
      exploredFound--;
    }
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
      for (let at = features.count() - 1; at >= 0; at--) addValue(features.ids[at] as number);
      let isAtFillers = false;
      return {
        nextTargeted: () => (isAtFillers ? undefined : next(features, nowMs)),
        /** Fillers include nothing in their targeting: they run on any request that they do not exclude. */
        nextFiller(): Ranked | undefined {
          if (!isAtFillers) {
            start();
            addValue(untargeted);
          }
          isAtFillers = true;
          return next(features, nowMs);
        },
      };
    },
  };
}
