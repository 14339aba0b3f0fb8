import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { FIT_FIELD } from '../../demand/fit-field.ts';
import type { Steps } from '../../lib/steps.ts';
import { asReplayed, type RunsOn, runsOnOf, withoutEach } from './own-bids.ts';
import type { ReplayedAuction } from './replay-auction.ts';

/** The conditions of a campaign, each of which can be left out. */
export type ConditionTrial = {
  readonly runsOn: (...args: Parameters<RunsOn>) => 'targeted' | 'filler' | undefined;
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
  const runsOn = yield* runsOnOf({ campaign: replayed, kind });
  return {
    runsOn(auction, nowMs) {
      const runs = runsOn(auction, nowMs);
      return runs === 'off-topic' ? undefined : runs;
    },
    failedAlone: (auction, nowMs) =>
      runsOn(auction, nowMs) === 'off-topic'
        ? FIT_FIELD
        : variants.find(({ runsOn }) => (runsOn(auction, nowMs) ?? 'off-topic') !== 'off-topic')
            ?.field,
  };
}
