import Type, { type Static, type TSchema } from 'typebox';
import type { DayRates } from '../../ledger/day-rates.ts';
import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { usdText } from '../../lib/money.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { monthSpan } from '../../lib/time-span.ts';
import { accountWords, OF_SIDE, SIDES } from './account.ts';
import {
  type AccountFigures,
  type Amounts,
  added,
  amountsBy,
  isNothing,
  minorText,
  NO_AMOUNTS,
  readMinor,
  toMinor,
  UnstatedFigures,
} from './amounts.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const CountOrNull = Type.Union([Type.Integer(), Type.Null()]);
const counted = <S extends TSchema>(schema: S) => ({
  impressions: schema,
  clicks: schema,
  conversions: schema,
});

const Line = Type.Object({
  kind: Type.Enum(['day', 'late', 'invalid-traffic', 'correction']),
  of: described(TextOrNull, 'The day, like 2026-10-03, or the month that late sums are of.'),
  usd: TextOrNull,
  rate: described(TextOrNull, 'USD for one unit of the currency.'),
  amount: Type.String({
    description:
      'In the currency, rounded to its smallest unit. The total is the sum of these amounts.',
  }),
  ...counted(CountOrNull),
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
  details: Type.Array(
    Type.Object({ name: Type.String(), usd: Type.String(), ...counted(Type.Integer()) }),
    {
      description: 'The sums of the days once more, by format or campaign.',
    },
  ),
});

function described<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description };
}

export type Statement = DeepReadonly<Static<typeof StatementSchema>>;
export type StatementLine = Statement['lines'][number];
type StatementFrame = {
  readonly month: string;
  readonly currency: string;
  readonly rateOf: DayRates;
  readonly closed: { readonly atMs: number; readonly by: string } | undefined;
};

/** Each line is rounded once; the total is the exact sum of the lines that are shown. */
export function makeStatement(figures: AccountFigures, frame: StatementFrame): Statement {
  const { account, days, late, adjusted, details } = figures;
  const { month, currency, closed } = frame;
  const lines = [...linesOf(figures, frame)];
  const total = lines.reduce((sum, { amount }) => sum + (readMinor(amount, currency) ?? 0n), 0n);
  // Corrections have no amount in USD.
  const taken = adjusted.flatMap((one) => (one.kind === 'correction' ? [] : one.amounts));
  const nanosOf = (all: Iterable<Amounts>) => [...all].reduce(added, NO_AMOUNTS).nanos;
  const nanos = nanosOf(days.values()) + nanosOf(late.values()) - nanosOf(taken);
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
    usd: usdText(nanos),
    detailBy: OF_SIDE[account.side].detail,
    details: [...detailsOf(details)],
  };
}

const countsOf = (amounts: Amounts) => ({
  impressions: Number(amounts.impressions),
  clicks: Number(amounts.clicks),
  conversions: Number(amounts.conversions),
});

function* linesOf(
  { account, days, late, adjusted }: AccountFigures,
  { currency, rateOf }: StatementFrame,
): Generator<StatementLine> {
  const line = (kind: StatementLine['kind'], of: string, day: number, amounts: Amounts) => {
    const rate = rateOf(currency, day);
    if (rate === undefined) {
      throw new UnstatedFigures(
        `there is no rate for ${currency}, the currency of ${accountWords(account)}`,
      );
    }
    const amount = minorText(toMinor(amounts.nanos, currency, rate), currency);
    const usd = usdText(amounts.nanos);
    return { kind, of, usd, rate, amount, ...countsOf(amounts), adjustment: null, reason: null };
  };
  for (const [day, amounts] of inOrder(days)) yield line('day', dateOf(day), day, amounts);
  for (const [month, amounts] of inOrder(late)) {
    yield line('late', month, dayOf(monthSpan(month).toMs) - 1, amounts);
  }
  for (const { adjustment, reason, ...one } of adjusted) {
    if (one.kind === 'invalid-traffic') {
      const taken = amountsBy((name) => -one.amounts[name]);
      yield { ...line(one.kind, dateOf(one.day), one.day, taken), adjustment, reason };
      continue;
    }
    if (one.currency !== currency) {
      throw new UnstatedFigures(
        `adjustment ${adjustment} is in ${one.currency}, and its account is in ${currency} now: delete it, and add it again`,
      );
    }
    yield { ...NO_FIGURES, kind: one.kind, amount: one.amount, adjustment, reason };
  }
}

const inOrder = <Key>(map: ReadonlyMap<Key, Amounts>) =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

const NO_FIGURES = {
  of: null,
  usd: null,
  rate: null,
  impressions: null,
  clicks: null,
  conversions: null,
} as const;

/** The rest is summed up in one: bidders name their campaigns as they like. */
const DETAILS_MAX = 1000;

function* detailsOf(details: AccountFigures['details']): Generator<Statement['details'][number]> {
  const all = [...details]
    .filter(([, amounts]) => !isNothing(amounts))
    .toSorted(([aName, a], [bName, b]) => {
      if (a.nanos !== b.nanos) return a.nanos > b.nanos ? -1 : 1;
      return aName < bName ? -1 : 1;
    });
  const rest = all.slice(DETAILS_MAX).map(([, amounts]) => amounts);
  const others = rest.length === 0 ? [] : [['others', rest.reduce(added, NO_AMOUNTS)] as const];
  for (const [name, amounts] of [...all.slice(0, DETAILS_MAX), ...others]) {
    yield { name, usd: usdText(amounts.nanos), ...countsOf(amounts) };
  }
}
