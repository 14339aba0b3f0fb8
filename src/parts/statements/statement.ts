import type { DayRates } from '../../ledger/day-rates.ts';
import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { usdText } from '../../lib/money.ts';
import { monthSpan } from '../../lib/month.ts';
import { accountWords, OF_SIDE, type StatementAccount } from './account.ts';
import { minorText, readMinor, toMinor } from './minor-units.ts';
import {
  type AccountSums,
  addedAmounts,
  isNothing,
  NO_AMOUNTS,
  type StatedAmounts,
} from './month-sums.ts';
import { UnstatedFigures } from './statement-fault.ts';

/** Amounts are text, because they are exact. Those of a publisher are owed to it; those of a partner it owes. */
export type StatementLine = {
  readonly kind: 'day' | 'late' | 'invalid-traffic' | 'correction';
  /** The day, like `2026-10-03`, or the month that late sums are of, like `2026-09`. */
  readonly of: string | null;
  readonly usd: string | null;
  /** USD per unit of the currency. */
  readonly rate: string | null;
  /** In the currency of the statement, rounded to its smallest unit. The total is the sum of these. */
  readonly amount: string;
  readonly impressions: number | null;
  readonly clicks: number | null;
  readonly conversions: number | null;
  /** Of an adjustment. */
  readonly adjustment: number | null;
  readonly reason: string | null;
};

/** The sums of the days once more, by format or campaign. */
type StatementDetail = {
  readonly name: string;
  readonly usd: string;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
};

/** What an account is owed or owes for a month. A closed one is stored as it is, and never changes. */
export type Statement = {
  readonly month: string;
  readonly state: 'open' | 'closed';
  readonly closedAt: string | null;
  /** Null also where a publisher reads it. */
  readonly closedBy: string | null;
  readonly side: StatementAccount['side'];
  readonly account: string;
  readonly currency: string;
  readonly lines: readonly StatementLine[];
  readonly total: string;
  /** Of all lines that have one. */
  readonly usd: string;
  readonly detailBy: 'format' | 'campaign';
  readonly details: readonly StatementDetail[];
};

/** An adjustment as it concerns one account. Amounts of invalid traffic are what is taken back. */
export type AdjustedLine =
  | {
      readonly kind: 'correction';
      readonly adjustment: number;
      readonly amount: string;
      readonly currency: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'invalid-traffic';
      readonly adjustment: number;
      readonly day: number;
      readonly amounts: StatedAmounts;
      readonly reason: string;
    };

type CorrectionLine = Extract<AdjustedLine, { readonly kind: 'correction' }>;

/** All that a statement is made of. */
export type AccountFigures = {
  readonly account: StatementAccount;
  readonly sums: AccountSums;
  /** By month: what came for it after it was stated. */
  readonly late: ReadonlyMap<string, StatedAmounts>;
  readonly adjusted: readonly AdjustedLine[];
};

type StatementFrame = {
  readonly month: string;
  readonly currency: string;
  readonly rateOf: DayRates;
  readonly closed: { readonly atMs: number; readonly by: string } | undefined;
};

/** Each line is rounded once; the total is the exact sum of the lines that are shown. */
export function makeStatement(figures: AccountFigures, frame: StatementFrame): Statement {
  const { account, sums } = figures;
  const { month, currency, closed } = frame;
  const lines = linesOf(figures, frame);
  const total = lines.reduce((sum, { amount }) => sum + (readMinor(amount, currency) ?? 0n), 0n);
  const detailBy = OF_SIDE[account.side].detail;
  return {
    month,
    state: closed === undefined ? 'open' : 'closed',
    closedAt: closed === undefined ? null : new Date(closed.atMs).toISOString(),
    closedBy: closed?.by ?? null,
    side: account.side,
    account: account.name,
    currency,
    lines,
    total: minorText(total, currency),
    usd: usdText(nanosOf(figures)),
    detailBy,
    details: detailsOf(sums),
  };
}

function linesOf(
  { account, sums, late, adjusted }: AccountFigures,
  { currency, rateOf }: StatementFrame,
): readonly StatementLine[] {
  const inOrder = <Key>(map: ReadonlyMap<Key, StatedAmounts>) =>
    [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const line = (kind: StatementLine['kind'], of: string, day: number, amounts: StatedAmounts) => {
    const rate = rateOf(currency, day);
    if (rate === undefined) {
      throw new UnstatedFigures(
        `there is no rate for ${currency}, the currency of ${accountWords(account)}`,
      );
    }
    const { nanos, ...counts } = amounts;
    const amount = minorText(toMinor(nanos, currency, rate), currency);
    return {
      kind,
      of,
      usd: usdText(nanos),
      rate,
      amount,
      ...counts,
      adjustment: null,
      reason: null,
    };
  };
  return [
    ...inOrder(sums.days).map(([day, amounts]) => line('day', dateOf(day), day, amounts)),
    ...inOrder(late).map(([month, amounts]) =>
      line('late', month, dayOf(monthSpan(month).toMs) - 1, amounts),
    ),
    ...adjusted.map((one): StatementLine => {
      const { adjustment, reason } = one;
      if (one.kind === 'correction') {
        if (one.currency !== currency) throw otherCurrency(one, currency);
        return { ...NO_FIGURES, kind: one.kind, amount: one.amount, adjustment, reason };
      }
      const taken = line(one.kind, dateOf(one.day), one.day, negated(one.amounts));
      return { ...taken, adjustment, reason };
    }),
  ];
}

function otherCurrency({ adjustment, currency }: CorrectionLine, now: string): UnstatedFigures {
  return new UnstatedFigures(
    `adjustment ${adjustment} is in ${currency}, and its account is in ${now} now: delete it, and add it again`,
  );
}

const NO_FIGURES = {
  of: null,
  usd: null,
  rate: null,
  impressions: null,
  clicks: null,
  conversions: null,
} as const;

/** What the ledger and its adjustments come to, without corrections, which have no amount in USD. */
function nanosOf({ sums, late, adjusted }: AccountFigures): bigint {
  const given = [...sums.days.values(), ...late.values()];
  const taken = adjusted.flatMap((one) => (one.kind === 'correction' ? [] : negated(one.amounts)));
  return [...given, ...taken].reduce((sum, { nanos }) => sum + nanos, 0n);
}

function negated({ nanos, impressions, clicks, conversions }: StatedAmounts): StatedAmounts {
  // Without a negative zero.
  return {
    nanos: -nanos,
    impressions: 0 - impressions,
    clicks: 0 - clicks,
    conversions: 0 - conversions,
  };
}

/** The rest is summed up in one: bidders name their campaigns as they like. */
const DETAILS_MAX = 1000;
const OTHERS = 'others';

function detailsOf({ details }: AccountSums): readonly StatementDetail[] {
  const inOrder = [...details]
    .filter(([, amounts]) => !isNothing(amounts))
    .toSorted(([aName, a], [bName, b]) => {
      if (a.nanos !== b.nanos) return a.nanos > b.nanos ? -1 : 1;
      return aName < bName ? -1 : 1;
    });
  const rest = inOrder.slice(DETAILS_MAX).map(([, amounts]) => amounts);
  const others: typeof inOrder =
    rest.length === 0 ? [] : [[OTHERS, rest.reduce(addedAmounts, NO_AMOUNTS)]];
  return [...inOrder.slice(0, DETAILS_MAX), ...others].map(([name, { nanos, ...counts }]) => ({
    name,
    usd: usdText(nanos),
    ...counts,
  }));
}
