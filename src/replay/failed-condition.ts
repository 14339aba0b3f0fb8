import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import type { Steps } from '../lib/steps.ts';
import { asReplayed, type RunsOn, runsOnOf, withoutEach } from './own-bids.ts';
import type { ReplayedAuction } from './replay-auction.ts';

/** The conditions of a campaign, each of which can be left out. */
export type ConditionTrial = {
  readonly runsOn: RunsOn;
  /** Of a request that it does not run on: the field of the condition without which it would, if one alone keeps it out. */
  readonly failedAlone: (auction: ReplayedAuction, nowMs: number) => string | undefined;
};

export function* conditionTrial(campaign: Campaign): Steps<ConditionTrial> {
  const { campaign: replayed, kind } = asReplayed(campaign);
  const variants: { readonly field: string; readonly runsOn: RunsOn }[] = [];
  for (const { field, ...variant } of withoutEach(campaign)) {
    variants.push({ field, runsOn: yield* runsOnOf(variant) });
    yield;
  }
  return {
    runsOn: yield* runsOnOf({ campaign: replayed, kind }),
    failedAlone: (auction, nowMs) =>
      variants.find(({ runsOn }) => runsOn(auction, nowMs) !== undefined)?.field,
  };
}
