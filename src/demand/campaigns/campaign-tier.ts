import type { ValidRequest } from '../../core/openrtb/validate.ts';
import type { Steps } from '../../lib/steps.ts';
import { type AdStore, type AdvertiserNumbers, createAdStoreBuilder } from './ads.ts';
import {
  type CampaignIndex,
  createIndexBuilder,
  type OffTopic,
  type Ranked,
} from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';
import { type CapTable, createCapTableBuilder } from './frequency-rules.ts';
import type { CampaignRates } from './tier-rates.ts';

/** A campaign that may change. It is kept as text: a worker with many live objects has long pauses. */
export type LiveEntry = {
  readonly id: string;
  /** Its row in the budgets. */
  readonly row: number;
  /** The campaign as JSON. */
  readonly text: string;
};

export type Tier = ReturnType<typeof tierOf>;

export function* buildTier(
  entries: readonly LiveEntry[],
  imageBaseUrl: string,
  advertiserNumbers: AdvertiserNumbers,
  rates: CampaignRates,
): Steps<Tier> {
  const indexBuilder = createIndexBuilder(rates);
  const adsBuilder = createAdStoreBuilder(imageBaseUrl, advertiserNumbers);
  const capsBuilder = createCapTableBuilder();
  const positions = new Map<string, number>();
  for (const [position, { id, text }] of entries.entries()) {
    // Dropped at once: while the index is built, requests are served, and live objects lengthen pauses.
    const campaign = JSON.parse(text) as Campaign;
    indexBuilder.add(campaign);
    adsBuilder.add(campaign);
    capsBuilder.add(campaign);
    positions.set(id, position);
    yield;
  }
  const rows = Int32Array.from(entries, ({ row }) => row);
  const index = yield* indexBuilder.finish();
  const parts = { index, ads: adsBuilder.finish(), caps: capsBuilder.finish() };
  return tierOf(parts, rows, positions);
}

type TierParts = {
  readonly index: CampaignIndex;
  readonly ads: AdStore;
  readonly caps: CapTable;
};

/** An index that was built once, over campaigns of which some may have gone since. */
function tierOf(
  { index, ads, caps }: TierParts,
  rows: Int32Array,
  /** By id. */
  positions: Map<string, number>,
) {
  const size = rows.length;
  const gone = new Uint8Array(size);
  let goneCount = 0;

  const withoutGone = (next: NextRanked): NextRanked => {
    return () => {
      let ranked = next();
      while (ranked !== undefined && gone[ranked.campaign] === 1) ranked = next();
      return ranked;
    };
  };

  return {
    size,
    ads,
    caps,
    rates: index.rates,
    /** Those of its campaigns that have to be filed anew. */
    moved: () => index.rates.moved().filter((id) => positions.has(id)),
    // Positions come from the index, so they lie inside.
    rowOf: (campaign: number) => rows[campaign] as number,
    /** As in the index, without those that have gone. */
    rank(
      request: ValidRequest,
      nowMs: number,
      onlyRelevant: boolean,
    ): ReturnType<CampaignIndex['rank']> {
      const ranking = index.rank(request, nowMs, onlyRelevant);
      if (goneCount === 0) return ranking;
      const { nextTargeted, nextFiller, offTopic } = ranking;
      return {
        nextTargeted: withoutGone(nextTargeted),
        nextFiller: withoutGone(nextFiller),
        offTopic: () => offTopic().filter(({ campaign }) => gone[campaign] === 0),
      };
    },
    has: (id: string) => positions.has(id),
    remove(id: string): void {
      const position = positions.get(id);
      if (position === undefined) return;
      positions.delete(id);
      gone[position] = 1;
      goneCount++;
    },
  };
}

type NextRanked = () => Ranked | undefined;

type Ranking = ReturnType<CampaignIndex['rank']>;

/** One ranking out of two. The positions of the second begin at `offset`. */
export function mergeRankings(first: Ranking, second: Ranking, offset: number): Ranking {
  return {
    nextTargeted: mergeRanked(first.nextTargeted, second.nextTargeted, offset),
    nextFiller: mergeRanked(first.nextFiller, second.nextFiller, offset),
    offTopic: () => [
      ...first.offTopic(),
      ...second.offTopic().map((one): OffTopic => ({ ...one, campaign: one.campaign + offset })),
    ],
  };
}

/** The one that ranks higher first. */
function mergeRanked(first: NextRanked, second: NextRanked, offset: number): NextRanked {
  let ahead: Ranked | undefined | 'unread' = 'unread';
  let other: Ranked | undefined | 'unread' = 'unread';
  return () => {
    if (ahead === 'unread') ahead = first();
    if (other === 'unread') other = shifted(second(), offset);
    const isFirst = ahead !== undefined && ahead.rankMicros >= (other?.rankMicros ?? 0);
    const ranked = isFirst ? ahead : other;
    if (isFirst) ahead = 'unread';
    else if (other !== undefined) other = 'unread';
    return ranked;
  };
}

function shifted(ranked: Ranked | undefined, offset: number): Ranked | undefined {
  return ranked && { ...ranked, campaign: ranked.campaign + offset };
}
