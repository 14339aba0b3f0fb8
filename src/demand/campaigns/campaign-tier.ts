import type { Steps } from '../../lib/steps.ts';
import { type CampaignAd, createAd, seatOf } from './ads.ts';
import {
  type CampaignTable,
  createIndex,
  type RankCampaigns,
  type Ranked,
  type Ranking,
} from './campaign-index.ts';
import { type CampaignOutline, outlineCampaign } from './campaign-rules.ts';
import type { Campaign } from './campaign-schema.ts';
import { createVocabulary } from './features.ts';
import { type CapTable, createCapTableBuilder } from './frequency-rules.ts';
import { createTierFitsBuilder } from './tier-fits.ts';
import { type CampaignRates, createTierRatesBuilder } from './tier-rates.ts';

/** A campaign that may change. It is kept as text: a worker with many live objects has long pauses. */
export type LiveEntry = {
  readonly id: string;
  /** Its row in the budgets. */
  readonly row: number;
  /** The campaign as JSON. */
  readonly text: string;
};

/** An index that is built once, over campaigns of which some may go later. */
export type Tier = {
  readonly table: CampaignTable;
  readonly caps: CapTable;
  readonly rank: RankCampaigns;
  /** Those of its campaigns that have to be filed anew. */
  readonly moved: () => readonly string[];
  readonly has: (id: string) => boolean;
  readonly remove: (id: string) => void;
};

/** Ads kept ready to use. Those that win are few and win often. */
const READY_ADS_MAX = 1000;

export function* buildTier(
  entries: readonly LiveEntry[],
  imageBaseUrl: string,
  rates: CampaignRates,
): Steps<Tier> {
  const vocabulary = createVocabulary();
  const outlines: CampaignOutline[] = [];
  const ratesBuilder = createTierRatesBuilder(rates);
  const fitsBuilder = createTierFitsBuilder();
  const capsBuilder = createCapTableBuilder();
  const positions = new Map<string, number>();
  const seats: string[] = [];
  for (const [position, { id, text }] of entries.entries()) {
    // Dropped at once: while the index is built, requests are served, and live objects lengthen pauses.
    const campaign = JSON.parse(text) as Campaign;
    outlines.push(outlineCampaign(campaign, ratesBuilder.add(campaign), vocabulary));
    fitsBuilder.add(campaign);
    capsBuilder.add(campaign);
    seats.push(seatOf(campaign));
    positions.set(id, position);
    yield;
  }
  const caps = capsBuilder.finish();
  const gone = new Uint8Array(entries.length);
  const ready = new Map<number, CampaignAd>();
  // Positions come from the index, so they lie inside.
  const entryAt = (campaign: number) => entries[campaign] as LiveEntry;
  const table: CampaignTable = {
    size: entries.length,
    isGone: (campaign: number) => gone[campaign] === 1,
    idOf: (campaign: number) => entryAt(campaign).id,
    rowOf: (campaign: number) => entryAt(campaign).row,
    seatOf: (campaign: number) => seats[campaign] as string,
    cappedAt: caps.cappedAt,
    rates: ratesBuilder.finish(),
    /** An ad is made of some thirty objects, so that only those are kept that were used lately. */
    adOf(campaign: number): CampaignAd {
      const known = ready.get(campaign);
      if (known !== undefined) return known;
      const ad = createAd(JSON.parse(entryAt(campaign).text) as Campaign, imageBaseUrl);
      if (ready.size >= READY_ADS_MAX) {
        const [oldest = campaign] = ready.keys();
        ready.delete(oldest);
      }
      ready.set(campaign, ad);
      return ad;
    },
  };
  const rank = yield* createIndex(outlines, vocabulary, fitsBuilder.finish(), table);
  return {
    table,
    caps,
    rank,
    moved: () => table.rates.moved().filter((id) => positions.has(id)),
    has: (id: string) => positions.has(id),
    remove(id: string): void {
      const position = positions.get(id);
      if (position === undefined) return;
      positions.delete(id);
      gone[position] = 1;
    },
  };
}

/** One ranking out of two. */
export function mergeRankings(first: Ranking, second: Ranking): Ranking {
  return {
    nextTargeted: mergeRanked(first.nextTargeted, second.nextTargeted),
    nextFiller: mergeRanked(first.nextFiller, second.nextFiller),
    offTopic: () => [...first.offTopic(), ...second.offTopic()],
  };
}

type NextRanked = Ranking['nextFiller'];

/** The one that ranks higher first. */
function mergeRanked(first: NextRanked, second: NextRanked): NextRanked {
  let ahead: Ranked | undefined | 'unread' = 'unread';
  let other: Ranked | undefined | 'unread' = 'unread';
  return () => {
    if (ahead === 'unread') ahead = first();
    if (other === 'unread') other = second();
    const isFirst = ahead !== undefined && ahead.rankMicros >= (other?.rankMicros ?? 0);
    const ranked = isFirst ? ahead : other;
    if (isFirst) ahead = 'unread';
    else if (other !== undefined) other = 'unread';
    return ranked;
  };
}
