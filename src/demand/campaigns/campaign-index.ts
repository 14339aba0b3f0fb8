import { type KnownFit, rankFactor } from '../../core/auction/judge-fit.ts';
import type { ValidRequest } from '../../core/openrtb/validate.ts';
import type { About } from '../../language/lexicon/about.ts';
import type { Steps } from '../../lib/steps.ts';
import { aboutRequest } from '../about-request.ts';
import type { CampaignAd } from './ads.ts';
import {
  type CampaignOutline,
  type CampaignRules,
  createCampaignRules,
  NO_MATCH,
} from './campaign-rules.ts';
import type { Alternatives, CompiledCondition } from './conditions.ts';
import {
  createFeatureReader,
  createStampedSet,
  type Features,
  type Vocabulary,
} from './features.ts';
import type { CapTable } from './frequency-rules.ts';
import { cappedMicros, ceilingMicros, wholeMicros } from './price.ts';
import { createRankHeap, indexOfRank, priceOf, type Rank, rankOf } from './rank-heap.ts';
import type { TierFits } from './tier-fits.ts';
import type { TierRates } from './tier-rates.ts';

/** What there is to know of each campaign of a tier, by its position. */
export type CampaignTable = {
  readonly size: number;
  readonly isGone: (campaign: number) => boolean;
  readonly idOf: (campaign: number) => string;
  readonly rowOf: (campaign: number) => number;
  /** Its advertiser. */
  readonly seatOf: (campaign: number) => string;
  readonly cappedAt: CapTable['cappedAt'];
  readonly rates: TierRates;
  readonly adOf: (campaign: number) => CampaignAd;
};

/** A campaign that runs on a request, by its position in the table. */
export type Ranked = {
  readonly table: CampaignTable;
  readonly campaign: number;
  /** By an impression of the request. */
  isTaken: boolean;
  /** The CPM that it may pay for the request. */
  readonly priceMicros: number;
  /** What it ranks by: the price, less where it fits less. */
  readonly rankMicros: number;
  /** undefined: it is not known what it, or the conversation, is about. */
  readonly fit: KnownFit | undefined;
  /** What it pays for one of what it pays for; the CPM where that is impressions. */
  readonly unitMicros: number;
};

/** A campaign that would run on a request if it were not about something else. */
export type OffTopic = Pick<Ranked, 'table' | 'campaign' | 'priceMicros'> & {
  readonly fit: KnownFit;
};

/** Below every rank. */
const NOTHING_FOUND: Rank = -1;

/** Below every fit. */
const NOT_KNOWN = -1;

/** The best by price and fit first, and among equals in the order of the list. The first call of `nextFiller` ends the targeted ones. */
export type Ranking = {
  readonly nextTargeted: () => Ranked | undefined;
  readonly nextFiller: () => Ranked | undefined;
  /** The dearest that were left out so far because they are about something else. */
  readonly offTopic: () => readonly OffTopic[];
};

/** There is one ranking, which is that of the last request. */
export type RankCampaigns = (
  request: ValidRequest,
  nowMs: number,
  onlyRelevant?: boolean,
) => Ranking;

export function* createIndex(
  outlines: readonly CampaignOutline[],
  vocabulary: Vocabulary,
  fits: TierFits,
  table: CampaignTable,
): Steps<RankCampaigns> {
  const rules = yield* createCampaignRules(outlines);
  const values = vocabulary.size();
  const known = yield* fileCampaigns(outlines, 'known', values);
  const explored = yield* fileCampaigns(outlines, 'explored', values);
  return indexOf(vocabulary, rules, fits, table, {
    known: createUnreadLists(known),
    explored: createUnreadLists(explored),
  });
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
 * How many campaigns with a CPM may wait for their turn. One that fits badly ranks below its price, so that cheaper ones
 * have to be read before it is known which is the best: among so many, the dearest that run.
 */
const KNOWN_FOUND_MAX = 64;

type UnreadLists = ReturnType<typeof createUnreadLists>;

/**
 * Finds the best campaigns without looking at all: only lists under values that the request has are read,
 * in step, from their dear ends, and only until nothing unread can pay more than what was found ranks by. No campaign
 * ranks above its price, however well it fits.
 */
function indexOf(
  vocabulary: Vocabulary,
  unitMicrosFor: CampaignRules,
  fits: TierFits,
  table: CampaignTable,
  // Used by the one ranking that is under way, and by the next after it.
  { known, explored }: { readonly known: UnreadLists; readonly explored: UnreadLists },
): RankCampaigns {
  const { rates, size: count } = table;
  const readFeatures = createFeatureReader(vocabulary);
  const untargeted = untargetedValue(vocabulary.size());

  let exploredRead = 0;
  let exploredFound = 0;
  let knownFound = 0;
  let offTopicCount = 0;
  const found = createRankHeap(count);
  /** The campaigns that the ranking has met. */
  const seen = createStampedSet(count);
  /** What those in `found` pay for one of what they pay for. */
  const unitPrices = new Float64Array(count);
  /** The CPM that they may pay. */
  const prices = new Float64Array(count);
  /** How well they fit, or `NOT_KNOWN`. */
  const scores = new Float64Array(count);

  // Of the request that is ranked.
  let features: Features;
  let nowMs = 0;
  let onlyRelevant = false;
  let conversation: About | undefined;
  let isRead = false;
  let request: ValidRequest;
  let isAtFillers = false;
  let offTopic: OffTopic[] = [];

  const start = (): void => {
    seen.clear();
    found.clear();
    known.clear();
    explored.clear();
    exploredRead = 0;
    exploredFound = 0;
    knownFound = 0;
  };

  /** What the request is about, read when a campaign matches. */
  const conversationOf = (): About | undefined => {
    if (!isRead) conversation = aboutRequest(request);
    isRead = true;
    return conversation;
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
    const ofExplored = isOpen ? explored.ceiling() : NOTHING_FOUND;
    const isKnownOpen = knownFound < KNOWN_FOUND_MAX || least === NOTHING_FOUND;
    const ofKnown = known.isEmpty() || !isKnownOpen ? NOTHING_FOUND : known.ceiling();
    if (Math.max(ofKnown, ofExplored) <= least || offTopicCount >= PASSED_OVER_MAX)
      return undefined;
    return ofKnown >= ofExplored ? known : explored;
  };

  /** Whether the campaign is about something else, which the explanation is told. */
  const isOffTopic = (campaign: number, fit: number | undefined): boolean => {
    if (!fits.isOffTopic(campaign, fit, onlyRelevant)) return false;
    offTopicCount++;
    const known = fits.known(campaign, fit, conversationOf());
    if (known !== undefined && offTopic.length < HELD_LISTED_MAX) {
      offTopic.push({ table, campaign, priceMicros: prices[campaign] as number, fit: known });
    }
    return true;
  };

  /** Puts a campaign that runs on the request into `found`, unless it is about something else. */
  const meet = (campaign: number, isExplored: boolean): void => {
    if (table.isGone(campaign)) return;
    const unitMicros = unitMicrosFor(campaign, features, nowMs);
    if (isExplored) exploredRead++;
    if (unitMicros === NO_MATCH) return;
    const about = conversationOf();
    const fit = about && fits.fitFor(campaign, about);
    const priceMicros = rates.rankMicros(campaign, unitMicros);
    prices[campaign] = priceMicros;
    unitPrices[campaign] = unitMicros;
    scores[campaign] = fit ?? NOT_KNOWN;
    if (isOffTopic(campaign, fit)) {
      // It must not stand in the way of others.
      if (isExplored) exploredRead--;
      return;
    }
    if (isExplored) exploredFound++;
    else knownFound++;
    const rankMicros = wholeMicros(priceMicros * rankFactor(about, fit));
    found.push(rankOf(rankMicros, campaign), campaign);
  };

  const next = (): Ranked | undefined => {
    for (let unread = dearestUnread(); unread !== undefined; unread = dearestUnread()) {
      const campaign = unread.read();
      if (seen.add(campaign)) meet(campaign, unread === explored);
    }
    if (found.isEmpty()) return undefined;
    const campaign = found.topItem();
    // Every campaign that was found has them.
    const unitMicros = unitPrices[campaign] as number;
    const priceMicros = prices[campaign] as number;
    const rankMicros = priceOf(found.top());
    const score = scores[campaign] === NOT_KNOWN ? undefined : scores[campaign];
    const fit = fits.known(campaign, score, conversationOf());
    found.pop();
    if (rates.isExplored(campaign)) {
      exploredRead--;
      exploredFound--;
    } else knownFound--;
    return { table, campaign, isTaken: false, priceMicros, rankMicros, unitMicros, fit };
  };

  /** The campaigns that run on the request, one at each call. Fillers include nothing: they run on any request that they do not exclude. */
  const ranking: Ranking = {
    nextTargeted: () => (isAtFillers ? undefined : next()),
    nextFiller() {
      if (!isAtFillers) {
        start();
        addValue(untargeted);
      }
      isAtFillers = true;
      return next();
    },
    offTopic: () => offTopic,
  };

  return (asked, atMs, isOnlyRelevant = false) => {
    request = asked;
    nowMs = atMs;
    onlyRelevant = isOnlyRelevant;
    isRead = false;
    isAtFillers = false;
    offTopicCount = 0;
    if (offTopic.length > 0) offTopic = [];
    features = readFeatures(request, nowMs);
    start();
    for (let at = features.count() - 1; at >= 0; at--) addValue(features.ids[at] as number);
    return ranking;
  };
}

/** Campaigns filed under values, in arrays of numbers: under each value those that need it, the ones that can pay most first. */
type Filing = {
  /** By value: where its list begins. It ends where that of the next value begins. */
  readonly starts: Int32Array;
  /** The lists, one after another: for each campaign the rank of its index and of the most it can pay. */
  readonly ceilings: Float64Array;
};

/** The value that stands for none: campaigns that ask for nothing are filed under it. */
function untargetedValue(valueCount: number): number {
  return valueCount;
}

/** Files campaigns under the values of their rarest dimension: those whose price is known, or those whose price is explored. */
function* fileCampaigns(
  outlines: readonly CampaignOutline[],
  which: 'known' | 'explored',
  valueCount: number,
): Steps<Filing> {
  const wanted = new Int32Array(valueCount);
  for (const { include } of outlines) {
    for (const ids of include) for (const id of ids) wanted[id] = (wanted[id] ?? 0) + 1;
    yield;
  }
  const untargeted = [untargetedValue(valueCount)];
  const lists: (Rank[] | undefined)[] = new Array(valueCount + 1);
  let length = 0;
  for (const [campaign, outline] of outlines.entries()) {
    if (outline.isExplored !== (which === 'explored')) continue;
    const { include, cpmMicros, adjustments } = outline;
    const ceiling = rankOf(cappedMicros(ceilingMicros(cpmMicros, adjustments)), campaign);
    const values = rarestOf(include, wanted) ?? untargeted;
    for (const value of values) {
      const list = lists[value] ?? [];
      lists[value] = list;
      list.push(ceiling);
    }
    length += values.length;
    yield;
  }
  const starts = new Int32Array(lists.length + 1);
  const ceilings = new Float64Array(length);
  let filled = 0;
  for (let value = 0; value < lists.length; value++) {
    const dearestFirst = new Float64Array(lists[value] ?? []).sort().reverse();
    ceilings.set(dearestFirst, filled);
    filled += dearestFirst.length;
    starts[value + 1] = filled;
    yield;
  }
  return { starts, ceilings };
}

/** The dimension of a condition that the fewest campaigns share. */
function rarestOf(condition: CompiledCondition, wanted: Int32Array): Alternatives | undefined {
  const sharers = (ids: Alternatives) => ids.reduce((sum, id) => sum + (wanted[id] ?? 0), 0);
  return condition.toSorted((a, b) => sharers(a) - sharers(b))[0];
}

/** The lists under a request's values, read together from their dear ends: they wait in one heap, each by its next campaign. */
function createUnreadLists({ starts, ceilings }: Filing) {
  const heap = createRankHeap(starts.length);
  const nextEntries = new Int32Array(starts.length);
  // All that is read of the filing lies inside it.
  const ceilingAt = (entry: number) => ceilings[entry] as Rank;
  const endOf = (value: number) => starts[value + 1] as number;
  return {
    clear: heap.clear,
    /** Adds what is filed under a value. */
    add(value: number): void {
      const first = starts[value] as number;
      if (first === endOf(value)) return;
      nextEntries[value] = first;
      heap.push(ceilingAt(first), value);
    },
    isEmpty: heap.isEmpty,
    /** No campaign that is still unread can rank higher for this request. */
    ceiling: heap.top,
    /** The campaign that can rank highest. */
    read(): number {
      const campaign = indexOfRank(heap.top());
      const value = heap.topItem();
      const next = (nextEntries[value] as number) + 1;
      if (next < endOf(value)) {
        nextEntries[value] = next;
        heap.replaceTop(ceilingAt(next), value);
      } else heap.pop();
      return campaign;
    },
  };
}

/** Campaigns that are passed over for one request; behind them, nobody is looked for. */
export const PASSED_OVER_MAX = 5000;

/** Of those, the dearest ones that the explanation of an auction and the delivery of campaigns get to know. */
export const HELD_LISTED_MAX = 25;
