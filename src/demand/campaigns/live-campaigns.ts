import type { LocalPartner } from '../partner.ts';
import { buildTier, type LiveEntry, type Tier } from './campaign-tier.ts';
import { bidWith } from './campaigns-partner.ts';
import { mergeRanked } from './merge-ranked.ts';
import { type CampaignBudgets, createSpending } from './spending.ts';

/** Campaigns that come, change and go while they are bid with. */
export type LiveCampaigns = {
  readonly partner: LocalPartner;
  /** Each campaign at most once. */
  readonly apply: (changes: readonly CampaignChange[]) => void;
};

export type CampaignChange = {
  readonly id: string;
  /** undefined: it does not serve any more. */
  readonly entry: LiveEntry | undefined;
};

export type LiveCampaignsOptions = {
  readonly name: string;
  readonly imageBaseUrl: string;
  readonly budgets: CampaignBudgets;
};

/** Changed campaigns that are kept beside the large index. Above this, all are indexed together again. */
export const RECENT_MAX = 256;

/**
 * Two indexes: a large one that is built seldom, and a small one with what has changed since, built at every
 * change. A change removes the campaign from the large one, so a change costs as much as the small one is large.
 */
export function createLiveCampaigns(
  { name, imageBaseUrl, budgets }: LiveCampaignsOptions,
  first: readonly LiveEntry[],
): LiveCampaigns {
  const advertisers = new Map<string, number>();
  const build = (entries: Iterable<LiveEntry>) =>
    buildTier([...entries], imageBaseUrl, advertisers);
  const all = new Map(first.map((entry) => [entry.id, entry]));
  const recent = new Map<string, LiveEntry>();
  let large = build(all.values());
  let small = build([]);

  /** Campaigns of the small index stand behind those of the large one. */
  const at = <T>(campaign: number, read: (tier: Tier, position: number) => T): T =>
    campaign < large.size ? read(large, campaign) : read(small, campaign - large.size);

  return {
    partner: bidWith({
      name,
      rank(request, nowMs) {
        const ranked = large.rank(request, nowMs);
        if (small.size === 0) return ranked;
        const { nextTargeted, nextFiller } = small.rank(request, nowMs);
        return {
          nextTargeted: mergeRanked(ranked.nextTargeted, nextTargeted, large.size),
          nextFiller: mergeRanked(ranked.nextFiller, nextFiller, large.size),
        };
      },
      ads: {
        adOf: (campaign) => at(campaign, ({ ads }, position) => ads.adOf(position)),
        advertiserOf: (campaign) => at(campaign, ({ ads }, position) => ads.advertiserOf(position)),
      },
      spending: createSpending(
        (campaign) => at(campaign, ({ placeOf }, position) => placeOf(position)),
        budgets,
      ),
    }),
    apply(changes) {
      for (const { id, entry } of changes) {
        large.remove(id);
        recent.delete(id);
        all.delete(id);
        if (entry === undefined) continue;
        all.set(id, entry);
        recent.set(id, entry);
      }
      if (recent.size > RECENT_MAX) {
        large = build(all.values());
        recent.clear();
      }
      small = build(recent.values());
    },
  };
}
