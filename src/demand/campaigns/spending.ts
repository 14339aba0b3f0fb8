import type { Ranked } from './campaign-index.ts';
import type { Campaign } from './campaign-schema.ts';

/** What campaigns have to spend. Each has a place there, under the name of its partner and its own id. */
export type CampaignBudgets = {
  readonly indexOf: (partner: string, campaign: string) => number | undefined;
  readonly canPay: (place: number, cpmMicros: number, nowMs: number) => boolean;
  readonly reserve: (place: number, cpmMicros: number, nowMs: number) => boolean;
  readonly countTrial: (place: number, isFit: boolean) => void;
};

/** The budgets of one partner's campaigns, which are known here by their position in the list. */
export type Spending = {
  /** Leaves out of a ranking those that could not pay just now. */
  readonly affordable: (
    nextRanked: () => Ranked | undefined,
    nowMs: number,
  ) => () => Ranked | undefined;
  readonly countTrial: (campaign: number, isFit: boolean) => void;
  /** What lets a bid of this campaign reserve its price, once it has won. */
  readonly reserver: (campaign: number, nowMs: number) => (clearingMicros: number) => boolean;
};

/** Campaigns without money that are passed over for one request; behind them, nobody is looked for. */
export const PASSED_OVER_MAX = 5000;

const NO_PLACE = -1;

export function createSpending(
  partner: string,
  campaigns: readonly Pick<Campaign, 'id'>[],
  budgets: CampaignBudgets,
): Spending {
  const places = Int32Array.from(campaigns, ({ id }) => budgets.indexOf(partner, id) ?? NO_PLACE);
  const placeOf = (campaign: number) => places[campaign] ?? NO_PLACE;

  return {
    affordable(nextRanked, nowMs) {
      let passedOver = 0;
      return () => {
        while (passedOver < PASSED_OVER_MAX) {
          const ranked = nextRanked();
          if (ranked === undefined) return undefined;
          const place = placeOf(ranked.campaign);
          if (place === NO_PLACE || budgets.canPay(place, ranked.priceMicros, nowMs)) return ranked;
          passedOver++;
        }
        return undefined;
      };
    },
    countTrial(campaign, isFit) {
      const place = placeOf(campaign);
      if (place !== NO_PLACE) budgets.countTrial(place, isFit);
    },
    reserver: (campaign, nowMs) => (clearingMicros) => {
      const place = placeOf(campaign);
      return place === NO_PLACE || budgets.reserve(place, clearingMicros, nowMs);
    },
  };
}
