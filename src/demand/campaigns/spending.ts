import { HOLD_WORDS, type HoldCause } from '../../sale/hold-cause.ts';
import type { Ranked } from './campaign-index.ts';

/** What campaigns have to spend. Each has a row in the memory of the budgets. */
export type CampaignBudgets = {
  readonly canPay: (row: number, cpmMicros: number, nowMs: number) => boolean;
  readonly reserve: (row: number, cpmMicros: number, nowMs: number) => boolean;
  readonly countTrial: (row: number, result: 'fit' | 'misfit') => void;
  /** Why a row cannot pay just now. */
  readonly holdCause: (row: number, nowMs: number) => HoldCause;
  readonly countHeld: (row: number, cause: HoldCause) => void;
};

export type Spending = ReturnType<typeof createSpending>;

/** A campaign that was left out of a ranking, by its position in the list. */
export type Held = Pick<Ranked, 'campaign' | 'priceMicros'> & { readonly cause: HoldCause };

/** Campaigns without money that are passed over for one request; behind them, nobody is looked for. */
export const PASSED_OVER_MAX = 5000;

/** Of those, the dearest ones that the explanation of an auction and the delivery of campaigns get to know. */
export const HELD_LISTED_MAX = 25;

export const NO_ROW = -1;

/** The budgets of one partner's campaigns, which are known here by their position in the list. */
export function createSpending(
  /** The row of a campaign, by its position in the list; `NO_ROW`: it can always pay. */
  rowOf: (campaign: number) => number,
  budgets: CampaignBudgets,
) {
  return {
    countTrial(campaign: number, result: 'fit' | 'misfit'): void {
      const row = rowOf(campaign);
      if (row !== NO_ROW) budgets.countTrial(row, result);
    },
    /** The spending of one request. In test mode no campaign is counted as held back. */
    begin({ nowMs, isTest }: { readonly nowMs: number; readonly isTest: boolean }) {
      const held: Held[] = [];
      /** The rows of bids that won and could not pay: several may be of one campaign, which counts once. */
      const unpaid: number[] = [];

      const hold = (row: number): HoldCause => {
        const cause = budgets.holdCause(row, nowMs);
        if (!isTest) budgets.countHeld(row, cause);
        return cause;
      };

      return {
        /** The dearest campaigns that were left out so far. */
        held,
        /** Leaves out of a ranking those that could not pay just now. */
        affordable(nextRanked: () => Ranked | undefined) {
          let passedOver = 0;
          return (): Ranked | undefined => {
            while (passedOver < PASSED_OVER_MAX) {
              const ranked = nextRanked();
              if (ranked === undefined) return undefined;
              const { campaign, priceMicros } = ranked;
              const row = rowOf(campaign);
              if (row === NO_ROW || budgets.canPay(row, priceMicros, nowMs)) return ranked;
              const cause = hold(row);
              if (held.length < HELD_LISTED_MAX) held.push({ campaign, priceMicros, cause });
              passedOver++;
            }
            return undefined;
          };
        },
        /** What lets a bid of this campaign reserve its price, once it has won. Returns why not, in words. */
        reserver(campaign: number) {
          // Found now: when the bid has won, another campaign may have this position.
          const row = rowOf(campaign);
          return (clearingMicros: number): string | undefined => {
            if (row === NO_ROW || budgets.reserve(row, clearingMicros, nowMs)) return undefined;
            if (unpaid.includes(row)) return HOLD_WORDS[budgets.holdCause(row, nowMs)];
            unpaid.push(row);
            return HOLD_WORDS[hold(row)];
          };
        },
      };
    },
  };
}
