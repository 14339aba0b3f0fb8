import type { Ranked } from './campaign-index.ts';

/** What campaigns have to spend. Each has a row in the memory of the budgets. */
export type CampaignBudgets = {
  readonly canPay: (row: number, cpmMicros: number, nowMs: number) => boolean;
  readonly reserve: (row: number, cpmMicros: number, nowMs: number) => boolean;
  readonly countTrial: (row: number, result: 'fit' | 'misfit') => void;
};

export type Spending = ReturnType<typeof createSpending>;

/** Campaigns without money that are passed over for one request; behind them, nobody is looked for. */
export const PASSED_OVER_MAX = 5000;

export const NO_ROW = -1;

/** The budgets of one partner's campaigns, which are known here by their position in the list. */
export function createSpending(
  /** The row of a campaign, by its position in the list; `NO_ROW`: it can always pay. */
  rowOf: (campaign: number) => number,
  budgets: CampaignBudgets,
) {
  return {
    /** Leaves out of a ranking those that could not pay just now. */
    affordable(nextRanked: () => Ranked | undefined, nowMs: number) {
      let passedOver = 0;
      return (): Ranked | undefined => {
        while (passedOver < PASSED_OVER_MAX) {
          const ranked = nextRanked();
          if (ranked === undefined) return undefined;
          const row = rowOf(ranked.campaign);
          if (row === NO_ROW || budgets.canPay(row, ranked.priceMicros, nowMs)) return ranked;
          passedOver++;
        }
        return undefined;
      };
    },
    countTrial(campaign: number, result: 'fit' | 'misfit'): void {
      const row = rowOf(campaign);
      if (row !== NO_ROW) budgets.countTrial(row, result);
    },
    /** What lets a bid of this campaign reserve its price, once it has won. */
    reserver(campaign: number, nowMs: number) {
      // Found now: when the bid has won, another campaign may have this position.
      const row = rowOf(campaign);
      return (clearingMicros: number) =>
        row === NO_ROW || budgets.reserve(row, clearingMicros, nowMs);
    },
  };
}
