import { type AdStore, createAdStore } from './ad-store.ts';
import { type CampaignIndex, createCampaignIndex } from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';
import type { NextRanked } from './merge-ranked.ts';

/** A campaign that may change. It is kept as text: a worker with many live objects has long pauses. */
export type LiveEntry = {
  readonly id: string;
  /** Its place in the budgets. */
  readonly place: number;
  /** The campaign as JSON. */
  readonly text: string;
};

/** An index that was built once, over campaigns of which some may have gone since. */
export type Tier = {
  readonly size: number;
  /** As in the index, without those that have gone. */
  readonly rank: CampaignIndex['rank'];
  readonly ads: AdStore;
  readonly placeOf: (campaign: number) => number;
  readonly remove: (id: string) => void;
};

export function buildTier(
  entries: readonly LiveEntry[],
  imageBaseUrl: string,
  advertiserNumbers: Map<string, number>,
): Tier {
  const campaigns = entries.map(({ text }) => JSON.parse(text) as Campaign);
  const index = createCampaignIndex(campaigns);
  const ads = createAdStore(campaigns, imageBaseUrl, advertiserNumbers);
  const places = Int32Array.from(entries, ({ place }) => place);
  const positions = new Map(entries.map(({ id }, position) => [id, position]));
  const gone = new Uint8Array(entries.length);
  let goneCount = 0;

  const withoutGone = (next: NextRanked): NextRanked => {
    return () => {
      for (;;) {
        const ranked = next();
        if (ranked === undefined || gone[ranked.campaign] === 0) return ranked;
      }
    };
  };

  return {
    size: entries.length,
    ads,
    // Positions come from the index, so they lie inside.
    placeOf: (campaign) => places[campaign] as number,
    rank(request, nowMs) {
      const ranking = index.rank(request, nowMs);
      if (goneCount === 0) return ranking;
      const { nextTargeted, nextFiller } = ranking;
      return { nextTargeted: withoutGone(nextTargeted), nextFiller: withoutGone(nextFiller) };
    },
    remove(id) {
      const position = positions.get(id);
      if (position === undefined || gone[position] === 1) return;
      gone[position] = 1;
      goneCount++;
    },
  };
}
