import type { Ranked } from './campaign-index.ts';

/** What campaigns have to spend. Each has a place there. */
export type CampaignBudgets = {
  readonly canPay: (place: number, cpmMicros: number, nowMs: number) => boolean;
  readonly reserve: (place: number, cpmMicros: number, nowMs: number) => boolean;
  readonly countTrial: (place: number, result: 'fit' | 'misfit') => void;
};

/** The budgets of one partner's campaigns, which are known here by their position in the list. */
export type Spending = {
  /** Leaves out of a ranking those that could not pay just now. */
  readonly affordable: (
    nextRanked: () => Ranked | undefined,
    nowMs: number,
  ) => () => Ranked | undefined;
  readonly countTrial: (campaign: number, result: 'fit' | 'misfit') => void;
  /** What lets a bid of this campaign reserve its price, once it has won. */
  readonly reserver: (campaign: number, nowMs: number) => (clearingMicros: number) => boolean;
};

/** Campaigns without money that are passed over for one request; behind them, nobody is looked for. */
export const PASSED_OVER_MAX = 5000;

export const NO_PLACE = -1;

export function createSpending(
  /** The place of a campaign, by its position in the list; `NO_PLACE`: it can always pay. */
  placeOf: (campaign: number) => number,
  budgets: CampaignBudgets,
): Spending {
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
    countTrial(campaign, result) {
      const place = placeOf(campaign);
      if (place !== NO_PLACE) budgets.countTrial(place, result);
    },
    reserver(campaign, nowMs) {
      // Found now: when the bid has won, another campaign may have this position.
      const place = placeOf(campaign);
      return (clearingMicros) =>
        place === NO_PLACE || budgets.reserve(place, clearingMicros, nowMs);
    },
  };
}
