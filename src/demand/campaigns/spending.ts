import { HOLD_WORDS, type HoldCause } from '../../core/sale/hold-cause.ts';
import type { CampaignAd } from './ads.ts';
import type { Ranked } from './campaign-index.ts';
import type { CountedBid, FrequencyView } from './frequency.ts';
import { HELD_LISTED_MAX, PASSED_OVER_MAX } from './passed-over.ts';

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
export type Held = Pick<Ranked, 'campaign' | 'priceMicros'> & {
  readonly cause: HoldCause;
  /** The cause in words. */
  readonly fault: string;
};

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
    begin({ nowMs, isTest, caps }: SpendingTerms) {
      const held: Held[] = [];
      /** The rows of bids that won and could not pay: several may be of one campaign, which counts once. */
      const unpaid: number[] = [];

      const count = (row: number, cause: HoldCause): void => {
        if (!isTest && row !== NO_ROW) budgets.countHeld(row, cause);
      };

      const holdOf = (row: number, { campaign, priceMicros }: Ranked): Hold | undefined => {
        if (row !== NO_ROW && !budgets.canPay(row, priceMicros, nowMs)) {
          const cause = budgets.holdCause(row, nowMs);
          return { cause, fault: HOLD_WORDS[cause] };
        }
        const rule = caps?.reachedBy(campaign);
        return rule && { cause: 'cap', fault: `${HOLD_WORDS.cap}: ${rule.words}` };
      };

      /** Counts the sale of a bid under caps, and reserves its price; neither, where one of them is not allowed. */
      const reserve = (
        row: number,
        clearingMicros: number,
        counted: CountedBid | undefined,
      ): HoldCause | undefined => {
        if (counted?.take() === false) return 'cap';
        if (row === NO_ROW || budgets.reserve(row, clearingMicros, nowMs)) {
          counted?.tell();
          return undefined;
        }
        counted?.giveBack();
        return budgets.holdCause(row, nowMs);
      };

      return {
        /** The dearest campaigns that were left out so far. */
        held,
        /** Leaves out of a ranking those that could not pay just now, or have reached a cap. */
        affordable(nextRanked: () => Ranked | undefined) {
          let passedOver = 0;
          return (): Ranked | undefined => {
            while (passedOver < PASSED_OVER_MAX) {
              const ranked = nextRanked();
              if (ranked === undefined) return undefined;
              const row = rowOf(ranked.campaign);
              const hold = holdOf(row, ranked);
              if (hold === undefined) return ranked;
              count(row, hold.cause);
              const { campaign, priceMicros } = ranked;
              if (held.length < HELD_LISTED_MAX) held.push({ campaign, priceMicros, ...hold });
              passedOver++;
            }
            return undefined;
          };
        },
        /** Counts a campaign that is about something else than the conversation. */
        countOffTopic: (campaign: number) => count(rowOf(campaign), 'topic'),
        /** What lets a bid of this campaign reserve its price, once it has won. Returns why not. */
        reserver(campaign: number, { cid, adomain }: Pick<CampaignAd, 'cid' | 'adomain'>) {
          // Found now: when the bid has won, another campaign may have this position.
          const row = rowOf(campaign);
          const sale = caps?.bidOf(campaign, cid, adomain[0] ?? '');
          return (clearingMicros: number): HoldCause | undefined => {
            const cause = reserve(row, clearingMicros, sale?.());
            if (cause === undefined || unpaid.includes(row)) return cause;
            unpaid.push(row);
            count(row, cause);
            return cause;
          };
        },
      };
    },
  };
}

type Hold = Pick<Held, 'cause' | 'fault'>;

type SpendingTerms = {
  readonly nowMs: number;
  readonly isTest: boolean;
  /** Absent where no campaign has a frequency cap. */
  readonly caps?: FrequencyView | undefined;
};
