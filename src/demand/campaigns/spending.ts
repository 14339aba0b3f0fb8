import type { PartnerBid } from '../../core/auction/partner.ts';
import { HOLD_WORDS, type HoldCause } from '../../core/sale/hold-cause.ts';
import { HELD_LISTED_MAX, type OffTopic, PASSED_OVER_MAX, type Ranked } from './campaign-index.ts';
import type { AdChoice } from './fit-creative.ts';
import type { FrequencyView } from './frequency.ts';

/** What campaigns have to spend. Each has a row in the memory of the budgets. */
export type CampaignBudgets = {
  readonly canPay: (row: number, cpmMicros: number, nowMs: number) => boolean;
  /** The portion of the budget that pays, 0 where there is none; undefined: it cannot pay. */
  readonly reserve: (
    row: number,
    cpmMicros: number,
    nowMs: number,
    /** Whether it pays for a click or a conversion, which may come later. */
    isExpected: boolean,
  ) => number | undefined;
  readonly countTrial: (row: number, result: 'fit' | 'misfit') => void;
  /** Why a row cannot pay just now. */
  readonly holdCause: (row: number, nowMs: number) => HoldCause;
  readonly countHeld: (row: number, cause: HoldCause) => void;
};

/** A campaign that was left out of a ranking. */
export type Held = Pick<Ranked, 'table' | 'campaign' | 'priceMicros'> & {
  readonly cause: HoldCause;
  /** The cause in words. */
  readonly fault: string;
};

export const NO_ROW = -1;

/** The spending of one request. In test mode no campaign is counted as held back. */
export type Spent = {
  readonly nowMs: number;
  readonly isTest: boolean;
  /** Absent where no campaign has a frequency cap. */
  readonly caps: FrequencyView | undefined;
  /** The dearest campaigns that were left out so far. */
  readonly held: Held[];
  /** How many were left out of the ranking that is read. */
  passedOver: number;
  /** The rows of bids that won and could not pay: several may be of one campaign, which counts once. */
  unpaid: number[] | undefined;
};

/** A bid that has to reserve its price, with what that takes. */
export type BudgetedBid = PartnerBid & { readonly spent: Spent; readonly choice: AdChoice };

/** The budgets of one partner's campaigns. One without a row can always pay. */
export function createSpending(budgets: CampaignBudgets) {
  function count({ isTest }: Spent, row: number, cause: HoldCause): void {
    if (!isTest && row !== NO_ROW) budgets.countHeld(row, cause);
  }

  /** Leaves a campaign out that could not pay just now, or has reached a cap. */
  function isHeld(spent: Spent, { table, campaign, priceMicros }: Ranked): boolean {
    const { nowMs, caps, held } = spent;
    const row = table.rowOf(campaign);
    const canPay = row === NO_ROW || budgets.canPay(row, priceMicros, nowMs);
    const rule = canPay ? caps?.reachedBy(table.cappedAt(campaign)) : undefined;
    if (canPay && rule === undefined) return false;
    const cause = canPay ? 'cap' : budgets.holdCause(row, nowMs);
    count(spent, row, cause);
    spent.passedOver++;
    if (held.length < HELD_LISTED_MAX) {
      const words = rule === undefined ? '' : `: ${rule.words}`;
      held.push({ table, campaign, priceMicros, cause, fault: `${HOLD_WORDS[cause]}${words}` });
    }
    return true;
  }

  /** Counts the sale of a bid under caps, and reserves its price; neither, where one of them is not allowed. */
  function reserve(
    { nowMs, caps }: Spent,
    { ranked: { table, campaign }, ad: { cid, adomain, paysPer } }: AdChoice,
    clearingMicros: number,
  ): HoldCause | number {
    const row = table.rowOf(campaign);
    const counted = caps?.take(table.cappedAt(campaign), cid, adomain[0] ?? '');
    if (counted === 'reached') return 'cap';
    const isExpected = paysPer !== 'impression';
    const portion = row === NO_ROW ? 0 : budgets.reserve(row, clearingMicros, nowMs, isExpected);
    if (portion !== undefined) {
      counted?.tell();
      return portion;
    }
    counted?.giveBack();
    return budgets.holdCause(row, nowMs);
  }

  return {
    countTrial({ table, campaign }: Ranked, result: 'fit' | 'misfit'): void {
      const row = table.rowOf(campaign);
      if (row !== NO_ROW) budgets.countTrial(row, result);
    },
    begin: (nowMs: number, isTest: boolean, caps: FrequencyView | undefined): Spent => {
      return { nowMs, isTest, caps, held: [], passedOver: 0, unpaid: undefined };
    },
    /** The next of a ranking that can pay. */
    nextOf(spent: Spent, next: () => Ranked | undefined): Ranked | undefined {
      while (spent.passedOver < PASSED_OVER_MAX) {
        const ranked = next();
        if (ranked === undefined || !isHeld(spent, ranked)) return ranked;
      }
      return undefined;
    },
    /** Counts a campaign that is about something else than the conversation. */
    countOffTopic: (spent: Spent, { table, campaign }: OffTopic) =>
      count(spent, table.rowOf(campaign), 'topic'),
    /** Reserves the price of a bid that has won: of a portion, or why not. */
    reserve(clearingMicros: number, bid: PartnerBid): HoldCause | number {
      const { spent, choice } = bid as BudgetedBid; // The others have no `reserve`.
      const reserved = reserve(spent, choice, clearingMicros);
      const row = choice.ranked.table.rowOf(choice.ranked.campaign);
      if (typeof reserved === 'number' || spent.unpaid?.includes(row)) return reserved;
      spent.unpaid ??= [];
      spent.unpaid.push(row);
      count(spent, row, reserved);
      return reserved;
    },
  };
}
