import Type, { type Static } from 'typebox';
import type { By } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { shortened } from '../../lib/shortened.ts';
import { type Database, type Query, readClockMs } from '../../lib/sql/database.ts';
import { laterMonth, monthOf, monthSpan, readMonth, readSpan } from '../../lib/time-span.ts';
import { checkedText } from '../../lib/value-schemas.ts';
import { type RecordOf, recordKind } from '../../store/record-kind.ts';
import { readRecords, type Store } from '../../store/store.ts';
import { type AccountTerms, accountOf, OF_SIDE, type StatementAccount } from './account.ts';
import { minorText, readMinor } from './amounts.ts';
import { readClosed } from './stated.ts';

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

const line = (what: string, max: number) =>
  checkedText(`${what} of 1 to ${max} characters in one line`, isPlain, max);

const Reason = line('a reason', REASON_LENGTH_MAX);
const AccountName = line('a name', NAME_LENGTH_MAX);
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

export type ShownAdjustment = ReturnType<typeof shownAdjustment>;

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

/** The accounts that are named. */
export function accountsOf({
  publisher,
  partner,
}: Partial<Pick<GivenTraffic, 'publisher' | 'partner'>>): readonly StatementAccount[] {
  return [
    ...(publisher === undefined ? [] : [accountOf({ publisher })]),
    ...(partner === undefined ? [] : [accountOf({ partner })]),
  ];
}

/** The part of the traffic that is meant. */
export function trafficIn({ publisher, partner, campaign, from, to }: GivenTraffic) {
  return { publisher, partner, campaign, fromMs: Date.parse(from), toMs: Date.parse(to) };
}

const atField = (field: string, reason: string) => refuse.notValid([{ field, reason }]);

type Adjusting = {
  readonly store: Store;
  readonly database: () => Database;
  readonly nowMs: () => number;
};

export async function addAdjustment(
  { store, database, nowMs }: Adjusting,
  terms: AccountTerms,
  given: GivenAdjustment,
  by: By,
): Promise<Adjustment | Refusal> {
  // Before a fault: a call that was made is answered as it was then, whatever has changed since.
  const earlier = await store.madeBefore(ADJUSTMENT, by);
  if (earlier !== undefined) return earlier;
  const { query } = database();
  const clockMs = await readClockMs(database(), nowMs());
  const read =
    given.kind === 'correction' ? readCorrection(given, terms) : readTraffic(given, clockMs);
  if (read instanceof Refusal) return read;
  for (const account of accountsOf(read)) {
    // The money of a misspelt one would be nobody's.
    if (terms.isNamed(account) || (await isOnRecord(query, account))) continue;
    const { side, name } = account;
    const reason = `expected a ${side} of the config or the store, or one that the ledger has sales of, but got "${name}"`;
    return atField(side, reason);
  }
  const [last] = await readClosed(query);
  const { month = last === undefined ? monthOf(clockMs) : laterMonth(last.month, 1) } = read;
  const definition = { ...read, month } as AdjustmentTerms;
  return store.create(ADJUSTMENT, definition, by, {
    // Nobody closes a month meanwhile.
    check: (inside) => bookingFault(inside, definition, clockMs),
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

/** Whether it has a statement or sales. */
async function isOnRecord(query: Query, { side, name }: StatementAccount): Promise<boolean> {
  const rows = await query(
    `select 1 where exists (select 1 from statements where side = $1 and account = $2)
      or exists (select 1 from rollups where ${side} = $2 and (${OF_SIDE[side].money} > 0 or impressions > 0))`,
    [side, name],
  );
  return rows.length > 0;
}

/** In the smallest unit of a currency. */
const AMOUNT_MAX = 10n ** 15n;

function readCorrection(given: GivenCorrection, { currencyOf }: AccountTerms) {
  const [account, other] = accountsOf(given);
  if (account === undefined || other !== undefined) {
    return atField('publisher', 'expected either publisher or partner');
  }
  const currency = currencyOf(account);
  const minor = readMinor(given.amount, currency);
  const wrong = (expected: string) =>
    atField('amount', `expected ${expected}, but got "${given.amount}"`);
  if (minor === undefined) {
    return wrong(`an amount in ${currency} like "${minorText(-1250n, currency)}"`);
  }
  if (minor === 0n) return wrong('an amount other than 0');
  if (minor < -AMOUNT_MAX || minor > AMOUNT_MAX) return wrong('a smaller amount');
  return {
    ...given,
    [account.side]: account.name,
    amount: minorText(minor, currency),
    currency,
  };
}

const MINUTE_MS = 60_000;

function readTraffic(given: GivenTraffic, nowMs: number) {
  const { publisher, partner, from, to, ...others } = given;
  const span = readSpan({ from, to }, nowMs);
  if ('expected' in span) {
    const got = span.name === 'to' ? to : from;
    return atField(span.name, `expected ${span.expected}, but got "${got}"`);
  }
  // Counts are kept by minute, and a rate belongs to a day of one month.
  const { fromMs, toMs } = span;
  if (fromMs % MINUTE_MS !== 0 || toMs % MINUTE_MS !== 0) {
    return atField('from', 'expected times of whole minutes');
  }
  if (toMs > monthSpan(monthOf(fromMs)).toMs) {
    return atField('to', 'expected a time within one month of UTC');
  }
  return {
    ...others,
    publisher: shortened(publisher),
    ...(partner === undefined ? {} : { partner: shortened(partner) }),
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  };
}

/** What closed months and other adjustments have against it. */
async function bookingFault(
  query: Query,
  terms: AdjustmentTerms,
  nowMs: number,
): Promise<Refusal | undefined> {
  const { month } = terms;
  const closed = (await readClosed(query)).map((one) => one.month);
  const [last] = closed;
  const next = last && laterMonth(last, 1);
  if (next !== undefined && month < next) {
    return refuse.notAllowed(
      `${month} is closed, or before a closed month: expected ${next} or a later month`,
    );
  }
  const now = monthOf(nowMs);
  const latest = next !== undefined && next > now ? next : now;
  if (month > latest) return atField('month', `expected ${latest} or an earlier month`);
  const all = await readAdjustments(query);
  if (terms.kind === 'invalid-traffic') {
    // Only what is stated can be taken back: in the same statement, or in one of a closed month.
    const of = monthOf(Date.parse(terms.from));
    if (of !== month && !(of < month && closed.includes(of))) {
      return atField(
        'from',
        `expected a time in ${month} or in a closed month, but ${of} is neither`,
      );
    }
    const other = all.find(({ definition }) => canShare(definition, terms));
    if (other !== undefined) {
      return refuse.notAllowed(`adjustment ${other.id} deducts a part of this traffic already`);
    }
  }
  if (all.filter(({ definition }) => definition.month === month).length < PER_MONTH_MAX) {
    return undefined;
  }
  return refuse.notAllowed(`${month} has ${PER_MONTH_MAX} adjustments already`);
}

/** Whether a sale can be meant by both: the same traffic is deducted once. */
function canShare(a: AdjustmentTerms, b: GivenTraffic): boolean {
  if (a.kind === 'correction' || a.publisher !== b.publisher) return false;
  if (a.from >= b.to || a.to <= b.from) return false;
  return (['partner', 'campaign'] as const).every(
    (name) => a[name] === undefined || b[name] === undefined || a[name] === b[name],
  );
}
