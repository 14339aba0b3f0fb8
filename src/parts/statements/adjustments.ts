import Type, { type Static } from 'typebox';
import { laterMonth, monthOf, monthSpan, readMonth } from '../../lib/month.ts';
import type { Span } from '../../lib/named-period.ts';
import type { By } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { shortened } from '../../lib/shortened.ts';
import { type Database, type Query, readClockMs } from '../../lib/sql/database.ts';
import { checkedText } from '../../lib/text-schemas.ts';
import { readSpan } from '../../lib/time-span.ts';
import { type RecordOf, recordKind } from '../../store/record-kind.ts';
import { readRecords, type Store } from '../../store/store.ts';
import { type AccountTerms, accountOf, type StatementAccount } from './account.ts';
import { minorText, readMinor } from './minor-units.ts';
import { sumMonth, type TrafficFilter } from './month-sums.ts';
import { LATE_MONTHS_MAX, monthsSince, readClosed, totalsOf } from './stated.ts';

const REASON_LENGTH_MAX = 500;
const NAME_LENGTH_MAX = 256;
const AMOUNT_LENGTH_MAX = 20;
/** Each of invalid traffic is summed up when the month is closed. */
const PER_MONTH_MAX = 500;
/** Of all months. */
const ADJUSTMENTS_MAX = 20_000;

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

type GivenCorrection = Readonly<Static<typeof Correction>>;
type GivenTraffic = Readonly<Static<typeof InvalidTraffic>>;
type GivenAdjustment = GivenCorrection | GivenTraffic;

/** As people write one. */
export const AdjustmentSchema = Type.Unsafe<GivenAdjustment>(
  Type.Union([Correction, InvalidTraffic], {
    discriminator: 'kind',
    expects: 'an object whose kind is correction or invalid-traffic',
  }),
);

/** In whose statements it is, as the ledger names accounts, and the currency that the account had then. */
type AdjustmentTerms =
  | (GivenCorrection & { readonly month: string; readonly currency: string })
  | (GivenTraffic & { readonly month: string });

/** A line of its own in the statements of a month that is not closed yet. */
const ADJUSTMENT = recordKind({
  name: 'adjustment',
  schema: Type.Unsafe<AdjustmentTerms>(AdjustmentSchema),
  states: { active: ['deleted'] },
  kept: null,
  countMax: ADJUSTMENTS_MAX,
});

export type Adjustment = RecordOf<typeof ADJUSTMENT>;

export function shownAdjustment({ id, createdMs, changedBy, definition }: Adjustment) {
  return { id, at: new Date(createdMs).toISOString(), by: changedBy, ...definition };
}

/** The earliest first. undefined: of all months. */
export async function readAdjustments(
  query: Query,
  month?: string | undefined,
): Promise<readonly Adjustment[]> {
  const all = await readRecords(query, ADJUSTMENT);
  return month === undefined ? all : all.filter(({ definition }) => definition.month === month);
}

/** As it was given, where that is right by itself. */
type ReadAdjustment =
  | (GivenCorrection & { readonly currency: string })
  | (GivenTraffic & { readonly currency?: never });

type Adjusting = {
  readonly store: Store;
  readonly statements: { readonly terms: () => AccountTerms };
  readonly database: () => Database;
  readonly nowMs: () => number;
};

export async function addAdjustment(
  { store, statements, database, nowMs }: Adjusting,
  given: GivenAdjustment,
  by: By,
): Promise<Adjustment | Refusal> {
  // Before a fault: a call that was made is answered as it was then, whatever has changed since.
  const earlier = await store.madeBefore(ADJUSTMENT, by);
  if (earlier !== undefined) return earlier;
  const { currencyOf, isNamed } = statements.terms();
  const clockMs = await readClockMs(database(), nowMs());
  const read =
    given.kind === 'correction' ? correctionOf(given, currencyOf) : trafficOf(given, clockMs);
  if (read instanceof Refusal) return read;
  const accounts = accountsOf(read);
  const unknown = await unknownAccount(database(), { accounts, isNamed, nowMs: clockMs });
  if (unknown !== undefined) return unknown;
  const [last] = await readClosed(database().query);
  const { month = last === undefined ? monthOf(clockMs) : laterMonth(last.month, 1) } = read;
  const definition: AdjustmentTerms = { ...read, month };
  return store.create(ADJUSTMENT, definition, by, {
    // Nobody closes a month meanwhile.
    check: (query) => bookingFault(query, definition, clockMs),
  });
}

/** What a closed month has stated stays. */
export async function removeAdjustment(
  { store }: Pick<Adjusting, 'store'>,
  id: string,
  by: By,
): Promise<Refusal | undefined> {
  const removed = await store.change(ADJUSTMENT, id, {
    action: 'delete',
    by,
    async next({ definition: { month } }, query) {
      const closed = await readClosed(query);
      if (!closed.some((one) => one.month === month)) return { state: 'deleted' };
      return refuse.notAllowed(
        `${month} is closed with this adjustment: add one that takes it back`,
      );
    },
  });
  return removed instanceof Refusal ? removed : undefined;
}

const atField = (field: string, reason: string) => refuse.notValid([{ field, reason }]);

/** Those that are named. */
export function accountsOf({
  publisher,
  partner,
}: {
  readonly publisher?: string | undefined;
  readonly partner?: string | undefined;
}): readonly StatementAccount[] {
  return [
    ...(publisher === undefined ? [] : [accountOf({ publisher })]),
    ...(partner === undefined ? [] : [accountOf({ partner })]),
  ];
}

function correctionOf(
  given: GivenCorrection,
  currencyOf: AccountTerms['currencyOf'],
): ReadAdjustment | Refusal {
  const named = accountsOf(given);
  const [account] = named;
  if (account === undefined || named.length > 1) {
    return atField('publisher', 'expected either publisher or partner');
  }
  const currency = currencyOf(account);
  const minor = readMinor(given.amount, currency);
  const expected = amountExpected(minor, currency);
  if (minor === undefined || expected !== undefined) {
    return atField('amount', `expected ${expected}, but got "${given.amount}"`);
  }
  const amount = minorText(minor, currency);
  return { ...given, [account.side]: account.name, amount, currency };
}

/** In the smallest unit of a currency. */
const AMOUNT_MAX = 10n ** 15n;

function amountExpected(minor: bigint | undefined, currency: string): string | undefined {
  if (minor === undefined) return `an amount in ${currency} like "${minorText(-1250n, currency)}"`;
  if (minor === 0n) return 'an amount other than 0';
  return minor < -AMOUNT_MAX || minor > AMOUNT_MAX ? 'a smaller amount' : undefined;
}

function trafficOf(given: GivenTraffic, nowMs: number): ReadAdjustment | Refusal {
  const span = readSpan({ from: given.from, to: given.to }, nowMs);
  if ('expected' in span) {
    const got = span.name === 'to' ? given.to : given.from;
    return atField(span.name, `expected ${span.expected}, but got "${got}"`);
  }
  const fault = spanFault(span);
  if (fault !== undefined) return fault;
  const { publisher, partner, ...others } = given;
  return {
    ...others,
    publisher: shortened(publisher),
    ...(partner === undefined ? {} : { partner: shortened(partner) }),
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
  };
}

const MINUTE_MS = 60_000;

/** Counts are kept by minute, and a rate belongs to a day of one month. */
function spanFault({ fromMs, toMs }: Span): Refusal | undefined {
  if (fromMs % MINUTE_MS !== 0 || toMs % MINUTE_MS !== 0) {
    return atField('from', 'expected times of whole minutes');
  }
  if (toMs <= monthSpan(monthOf(fromMs)).toMs) return undefined;
  return atField('to', 'expected a time within one month of UTC');
}

/** The part of the traffic that is meant. */
export function trafficIn({ publisher, partner, campaign, from, to }: GivenTraffic): TrafficFilter {
  return { publisher, partner, campaign, fromMs: Date.parse(from), toMs: Date.parse(to) };
}

/** What closed months and other adjustments have against it. */
async function bookingFault(
  query: Query,
  terms: AdjustmentTerms,
  nowMs: number,
): Promise<Refusal | undefined> {
  const { month } = terms;
  const closed = (await readClosed(query)).map((one) => one.month);
  const all = await readAdjustments(query);
  const fault =
    monthFault(month, closed[0], nowMs) ??
    (terms.kind === 'correction'
      ? undefined
      : (statedFault(terms, closed) ?? overlapFault(trafficIn(terms), all)));
  if (fault !== undefined) return fault;
  if (all.filter(({ definition }) => definition.month === month).length < PER_MONTH_MAX) {
    return undefined;
  }
  return refuse.notAllowed(`${month} has ${PER_MONTH_MAX} adjustments already`);
}

function monthFault(month: string, last: string | undefined, nowMs: number): Refusal | undefined {
  if (last !== undefined && month <= last) {
    const next = laterMonth(last, 1);
    return refuse.notAllowed(
      `${month} is closed, or before a closed month: expected ${next} or a later month`,
    );
  }
  const now = monthOf(nowMs);
  const current = last === undefined || now > last ? now : laterMonth(last, 1);
  return month <= current ? undefined : atField('month', `expected ${current} or an earlier month`);
}

/** Only what is stated can be taken back: in the same statement, or in one of a closed month. */
function statedFault(
  { month, from }: GivenTraffic & { readonly month: string },
  closed: readonly string[],
): Refusal | undefined {
  const of = monthOf(Date.parse(from));
  if (of === month || (of < month && closed.includes(of))) return undefined;
  return atField('from', `expected a time in ${month} or in a closed month, but ${of} is neither`);
}

/** The same traffic is deducted once. */
function overlapFault(traffic: TrafficFilter, all: readonly Adjustment[]): Refusal | undefined {
  const other = all.find(
    ({ definition }) =>
      definition.kind === 'invalid-traffic' && canShare(trafficIn(definition), traffic),
  );
  if (other === undefined) return undefined;
  return refuse.notAllowed(`adjustment ${other.id} deducts a part of this traffic already`);
}

/** Whether a sale can be meant by both. */
function canShare(a: TrafficFilter, b: TrafficFilter): boolean {
  if (a.publisher !== b.publisher || a.fromMs >= b.toMs || a.toMs <= b.fromMs) return false;
  return (['partner', 'campaign'] as const).every(
    (name) => a[name] === undefined || b[name] === undefined || a[name] === b[name],
  );
}

type AccountQuestion = Pick<AccountTerms, 'isNamed'> & {
  readonly accounts: readonly StatementAccount[];
  readonly nowMs: number;
};

/** A fault for the first account that nobody knows: the money of a misspelt one would be nobody's. */
async function unknownAccount(
  database: Database,
  { accounts, isNamed, nowMs }: AccountQuestion,
): Promise<Refusal | undefined> {
  for (const account of accounts) {
    if (isNamed(account) || (await isOnRecord(database, account, nowMs))) continue;
    const { side, name } = account;
    const reason = `expected a ${side} of the config or the store, or one that the ledger has sales of, but got "${name}"`;
    return atField(side, reason);
  }
  return undefined;
}

/** Whether it has a statement or sales. The latest month is looked at first. */
async function isOnRecord(
  database: Database,
  account: StatementAccount,
  nowMs: number,
): Promise<boolean> {
  const { query } = database;
  if ((await totalsOf(query, account)).size > 0) return true;
  const closed = await readClosed(query);
  const [last] = closed;
  const lateFrom = last === undefined ? '' : laterMonth(last.month, 1 - LATE_MONTHS_MAX);
  for (const month of await monthsSince(query, closed, nowMs)) {
    // Whoever had sales then has a statement, and nothing comes late any more.
    if (month < lateFrom && closed.some((one) => one.month === month)) continue;
    if ((await sumMonth(database, { side: account.side, month, account })).size > 0) return true;
  }
  return false;
}
