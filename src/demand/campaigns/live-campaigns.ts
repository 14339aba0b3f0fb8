import { joined } from '../../lib/joined.ts';
import { createAskedRates } from '../asked-rates.ts';
import type { RateBook } from '../rate-book.ts';
import type { LiveEntry, Tier } from './campaign-tier.ts';
import { mergeRankings } from './campaign-tier.ts';
import { bidWith } from './campaigns-partner.ts';
import { publicHostOf } from './disclosure.ts';
import type { OnMisfit } from './fit-creative.ts';
import { createFrequency, type FrequencyParts } from './frequency.ts';
import { createLiveTiers, type LiveTiersOptions } from './live-tiers.ts';
import { type CampaignBudgets, createSpending } from './spending.ts';

export type LiveCampaigns = ReturnType<typeof createLiveCampaigns>;

type LiveCampaignsOptions = Omit<LiveTiersOptions, 'rates'> & {
  readonly name: string;
  readonly budgets: CampaignBudgets;
  readonly rates: RateBook;
  readonly onMisfit?: OnMisfit;
  readonly frequency?: FrequencyParts;
};

/** Campaigns that come, change and go while they are bid with. */
export function createLiveCampaigns(options: LiveCampaignsOptions, first: readonly LiveEntry[]) {
  const { name, onMisfit } = options;
  const asked = createAskedRates(options.rates);
  const rates = { partner: name, book: options.rates, asked };
  const { tiers, apply, followRates } = createLiveTiers({ ...options, rates }, first);

  /** Campaigns of the small index stand behind those of the large one. */
  const at = <T>(campaign: number, read: (tier: Tier, position: number) => T): T =>
    campaign < tiers.large.size
      ? read(tiers.large, campaign)
      : read(tiers.small, campaign - tiers.large.size);

  options.frequency?.advertisers.add({
    isEmpty: () => tiers.large.caps.size + tiers.small.caps.size === 0,
    ofAdvertiser: (domain) =>
      joined(tiers.large.caps.ofAdvertiser(domain), tiers.small.caps.ofAdvertiser(domain)),
  });

  return {
    partner: bidWith({
      name,
      onMisfit,
      rank(solicitation) {
        const { request, nowMs, onlyRelevant } = solicitation;
        const { large, small } = tiers;
        asked.begin(solicitation);
        const ranked = large.rank(request, nowMs, onlyRelevant);
        if (small.size === 0) return ranked;
        return mergeRankings(ranked, small.rank(request, nowMs, onlyRelevant), large.size);
      },
      exchangeDomain: publicHostOf(options.imageBaseUrl),
      ads: {
        adOf: (campaign) => at(campaign, ({ ads }, position) => ads.adOf(position)),
        idOf: (campaign) => at(campaign, ({ ads }, position) => ads.idOf(position)),
        advertiserOf: (campaign) => at(campaign, ({ ads }, position) => ads.advertiserOf(position)),
      },
      frequency:
        options.frequency &&
        createFrequency(
          name,
          (campaign) => at(campaign, ({ caps }, position) => caps.cappedAt(position)),
          options.frequency,
        ),
      rates: {
        priceOf: (campaign, unitMicros, shown) =>
          at(campaign, ({ rates }, position) => rates.priceOf(position, unitMicros, shown)),
        promiseOf: (campaign, crid, imp) =>
          at(campaign, ({ rates }, position) => rates.promiseOf(position, crid, imp)),
      },
      spending: createSpending(
        (campaign) => at(campaign, ({ rowOf }, position) => rowOf(position)),
        options.budgets,
      ),
    }),
    apply,
    followRates,
  };
}
