import Type, { type Static, type TSchema } from 'typebox';
import type { DayRates } from '../../ledger/day-rates.ts';
import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { usdText } from '../../lib/money.ts';
import { monthSpan } from '../../lib/month.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { accountWords, OF_SIDE, SIDES, type StatementAccount } from './account.ts';
import { minorText, readMinor, toMinor } from './minor-units.ts';
import {
  type AccountSums,
  addedAmounts,
  isNothing,
  NO_AMOUNTS,
  type StatedAmounts,
  UnstatedFigures,
} from './month-sums.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const CountOrNull = Type.Union([Type.Integer(), Type.Null()]);
const COUNTS = {
  impressions: Type.Integer(),
  clicks: Type.Integer(),
  conversions: Type.Integer(),
};

const Line = Type.Object({
  kind: Type.Enum(['day', 'late', 'invalid-traffic', 'correction']),
  of: described(TextOrNull, 'The day, like 2026-10-03, or the month that late sums are of.'),
  usd: TextOrNull,
  rate: described(TextOrNull, 'USD for one unit of the currency.'),
  amount: Type.String({
    description:
      'In the currency, rounded to its smallest unit. The total is the sum of these amounts.',
  }),
  impressions: CountOrNull,
  clicks: CountOrNull,
  conversions: CountOrNull,
  adjustment: described(TextOrNull, 'The id of the adjustment that it is of.'),
  reason: TextOrNull,
});

/** What an account is owed or owes for a month. A closed one is stored as it is, and never changes. */
export const StatementSchema = Type.Object({
  month: Type.String(),
  state: Type.Enum(['open', 'closed']),
  closedAt: TextOrNull,
  closedBy: described(TextOrNull, 'Null also where a publisher reads it.'),
  side: Type.Enum([...SIDES]),
  account: Type.String(),
  currency: Type.String(),
  lines: Type.Array(Line),
  total: Type.String({
    description:
      'Amounts are text, because they are exact. A publisher is owed it, a partner owes it.',
  }),
  usd: Type.String({ description: 'Of all lines that have one.' }),
  detailBy: Type.Enum(['format', 'campaign']),
  details: Type.Array(Type.Object({ name: Type.String(), usd: Type.String(), ...COUNTS }), {
    description: 'The sums of the days once more, by format or campaign.',
  }),
});

function described<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description };
}

export type Statement = DeepReadonly<Static<typeof StatementSchema>>;
export type StatementLine = Statement['lines'][number];
type StatementDetail = Statement['details'][number];

/** An adjustment as it concerns one account. Amounts of invalid traffic are what is taken back. */
export type AdjustedLine =
  | {
      readonly kind: 'correction';
      readonly adjustment: string;
      readonly amount: string;
      readonly currency: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'invalid-traffic';
      readonly adjustment: string;
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
