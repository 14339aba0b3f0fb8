import Type, { type Static } from 'typebox';
import { monthOf, monthSpan, readMonth } from '../../lib/month.ts';
import type { Span } from '../../lib/named-period.ts';
import { findFault } from '../../lib/schema-fault.ts';
import { shortened } from '../../lib/shortened.ts';
import { checkedText } from '../../lib/text-schemas.ts';
import { readSpan } from '../../lib/time-span.ts';
import { accountOf, type StatementAccount } from './account.ts';
import { minorText, readMinor } from './minor-units.ts';
import type { TrafficFilter } from './month-sums.ts';
import { StatementFault } from './statement-fault.ts';

const REASON_LENGTH_MAX = 500;
const NAME_LENGTH_MAX = 256;
const AMOUNT_LENGTH_MAX = 20;

const CLOSED = { additionalProperties: false };

/** People read them on a statement. */
const isPlain = (text: string) => text.trim() !== '' && !/\p{Cc}/u.test(text);

const Reason = checkedText(
  `a reason of 1 to ${REASON_LENGTH_MAX} characters in one line`,
  isPlain,
  REASON_LENGTH_MAX,
);
const AccountName = checkedText(
  `a name of 1 to ${NAME_LENGTH_MAX} characters`,
  isPlain,
  NAME_LENGTH_MAX,
);
const MonthText = checkedText('a month like 2026-10', (text) => readMonth(text) !== undefined);

/** An amount in the currency of the account, for a reason that the ledger does not know. */
const Correction = Type.Object(
  {
    kind: Type.Literal('correction'),
    month: Type.Optional(MonthText),
    publisher: Type.Optional(AccountName),
    partner: Type.Optional(AccountName),
    amount: Type.String({ maxLength: AMOUNT_LENGTH_MAX, expects: 'an amount like "-12.50"' }),
    reason: Reason,
  },
  CLOSED,
);

/** A part of the traffic of a publisher that nobody is to pay for. */
const InvalidTraffic = Type.Object(
  {
    kind: Type.Literal('invalid-traffic'),
    month: Type.Optional(MonthText),
    publisher: AccountName,
    partner: Type.Optional(AccountName),
    campaign: Type.Optional(AccountName),
    from: Type.String(),
    to: Type.String(),
    reason: Reason,
  },
  CLOSED,
);

type GivenAdjustment = Static<typeof Correction> | Static<typeof InvalidTraffic>;

export const AdjustmentSchema = Type.Unsafe<GivenAdjustment>(
  Type.Union([Correction, InvalidTraffic], {
    discriminator: 'kind',
    expects: 'an object whose kind is correction or invalid-traffic',
  }),
);

/** What is adjusted, as callers gave it and as it is kept. */
export type AdjustmentTerms =
  | {
      readonly kind: 'correction';
      readonly account: StatementAccount;
      readonly amount: string;
      /** Of the account, when the correction was made. */
      readonly currency: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'invalid-traffic';
      readonly traffic: TrafficFilter;
      readonly reason: string;
    };

export type ReadAdjustment = {
  readonly month: string | undefined;
  readonly terms: AdjustmentTerms;
};

type CurrencyOf = (account: StatementAccount) => string;

export function readAdjustment(
  value: unknown,
  nowMs: number,
  currencyOf: CurrencyOf,
): ReadAdjustment | StatementFault {
  const fault = findFault(AdjustmentSchema, value);
  if (fault !== undefined) return new StatementFault('invalid', fault.reason, fault.path || 'kind');
  const given = value as GivenAdjustment;
  const terms =
    given.kind === 'correction' ? correctionOf(given, currencyOf) : invalidOf(given, nowMs);
  return terms instanceof StatementFault ? terms : { month: given.month, terms };
}

function correctionOf(
  { publisher, partner, amount, reason }: Static<typeof Correction>,
  currencyOf: CurrencyOf,
): AdjustmentTerms | StatementFault {
  const named = [
    ...(publisher === undefined ? [] : [{ publisher }]),
    ...(partner === undefined ? [] : [{ partner }]),
  ].map(accountOf);
  const [account] = named;
  if (account === undefined || named.length > 1) {
    return new StatementFault('invalid', 'expected either publisher or partner', 'publisher');
  }
  const currency = currencyOf(account);
  const minor = readMinor(amount, currency);
  const expected = amountExpected(minor, currency);
  if (minor === undefined || expected !== undefined) {
    const reason = `expected ${expected}, but got "${amount}"`;
    return new StatementFault('invalid', reason, 'amount');
  }
  return { kind: 'correction', account, amount: minorText(minor, currency), currency, reason };
}

/** In the smallest unit of a currency. */
const AMOUNT_MAX = 10n ** 15n;

function amountExpected(minor: bigint | undefined, currency: string): string | undefined {
  if (minor === undefined) return `an amount in ${currency} like "${minorText(-1250n, currency)}"`;
  if (minor === 0n) return 'an amount other than 0';
  return minor < -AMOUNT_MAX || minor > AMOUNT_MAX ? 'a smaller amount' : undefined;
}

const MINUTE_MS = 60_000;

function invalidOf(
  given: Static<typeof InvalidTraffic>,
  nowMs: number,
): AdjustmentTerms | StatementFault {
  const { publisher, partner, campaign, from, to, reason } = given;
  const span = readSpan({ from, to }, nowMs);
  if ('expected' in span) {
    const got = span.name === 'to' ? to : from;
    return new StatementFault('invalid', `expected ${span.expected}, but got "${got}"`, span.name);
  }
  const fault = spanFault(span);
  if (fault !== undefined) return fault;
  const traffic = {
    ...span,
    publisher: shortened(publisher),
    ...(partner === undefined ? {} : { partner: shortened(partner) }),
    ...(campaign === undefined ? {} : { campaign }),
  };
  return { kind: 'invalid-traffic', traffic, reason };
}

/** Counts are kept by minute, and a rate belongs to a day of one month. */
function spanFault({ fromMs, toMs }: Span): StatementFault | undefined {
  if (fromMs % MINUTE_MS !== 0 || toMs % MINUTE_MS !== 0) {
    return new StatementFault('invalid', 'expected times of whole minutes', 'from');
  }
  if (toMs <= monthSpan(monthOf(fromMs)).toMs) return undefined;
  return new StatementFault('invalid', 'expected a time within one month of UTC', 'to');
}
