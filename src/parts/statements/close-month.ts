import { readLiving } from '../../ledger/budgets/claim-statements.ts';
import { type DayRates, readDayRates, type UsdRates } from '../../ledger/day-rates.ts';
import { dayOf } from '../../lib/day.ts';
import { laterMonth, monthSpan } from '../../lib/month.ts';
import type { Author } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { insertAll } from '../../lib/sql/bulk.ts';
import { type Database, type Query, readClockMs, type SqlValue } from '../../lib/sql/database.ts';
import { nextRevision, writeHistory } from '../../store/history.ts';
import type { AccountTerms, StatementAccount } from './account.ts';
import { readAdjustments } from './adjustments.ts';
import { basisOf, gatherFigures } from './gather-figures.ts';
import { addedAmounts, NO_AMOUNTS, orRefusal, type StatedAmounts } from './month-sums.ts';
import { type ClosedMonth, LATE_MONTHS_MAX, readClosed } from './stated.ts';
import { type AccountFigures, makeStatement } from './statement.ts';

/** What statements depend on beside the ledger. */
export type StatementTerms = AccountTerms & {
  /** USD per unit, by the config of now. */
  readonly rates: UsdRates;
  /** Asked while no machine runs: a sentence where journals that this process can see are not drained. */
  readonly undrained?: ((query: Query) => Promise<string | undefined>) | undefined;
};

type ClosingCall = {
  readonly month: string;
  readonly author: Author;
  readonly nowMs: number;
  readonly terms: StatementTerms;
};

/** Of one closing: where somebody adds an adjustment meanwhile, the sums are taken again. */
const TRIES_MAX = 5;

/**
 * Closes a month: its statements are stored, and never change. The sums are taken before the transaction, which others wait
 * for, so it only looks whether they still hold. Whoever closes a month that is closed gets what the first one stored.
 */
export async function closeMonth(
  database: Database,
  call: ClosingCall,
): Promise<ClosedMonth | Refusal> {
  for (let tries = 1; ; tries++) {
    const fault = await closingFault(database, call);
    // Looked up last: if another machine closes the month meanwhile, its statements are the answer, not the fault.
    const refused = (await findClosed(database.query, call.month)) ?? fault;
    if (refused !== undefined) return refused;
    const made = await orRefusal(() => makeRows(database, call));
    if (made instanceof Refusal) return made;
    const closed = await database.transaction((query) => store(query, made, call));
    if (closed !== undefined) return closed;
    if (tries === TRIES_MAX) {
      return refuse.notAllowed(
        `the adjustments of ${call.month} change while it is closed: try again`,
      );
    }
  }
}

export async function findClosed(query: Query, month: string): Promise<ClosedMonth | undefined> {
  return (await readClosed(query)).find((one) => one.month === month);
}

/** Why a month that is not closed cannot be closed now. */
export async function closingFault(
  database: Database,
  { month, nowMs, terms }: Pick<ClosingCall, 'month' | 'nowMs' | 'terms'>,
): Promise<Refusal | undefined> {
  const closed = await readClosed(database.query);
  const clockMs = await readClockMs(database, nowMs);
  const reason =
    orderReason(month, closed) ??
    overReason(month, clockMs) ??
    (await waitingReason(database.query, month, closed)) ??
    (await behindReason(database.query, { month, clockMs, terms }));
  return reason === undefined ? undefined : refuse.notAllowed(reason);
}

/** Months are closed one after the other, from whichever is the first: what comes late is known by that. */
function orderReason(month: string, [last]: readonly ClosedMonth[]): string | undefined {
  if (last === undefined) return undefined;
  const next = laterMonth(last.month, 1);
  if (month === next) return undefined;
  if (month > next) return `${next} is not closed: close it first`;
  return `${month} is before the first month that was closed`;
}

function overReason(month: string, nowMs: number): string | undefined {
  const { toMs } = monthSpan(month);
  if (nowMs >= toMs) return undefined;
  return `${month} is not over: it ends at ${new Date(toMs).toISOString()}`;
}

/** Only before the first closing can adjustments belong to a month that would never be closed. */
async function waitingReason(
  query: Query,
  month: string,
  closed: readonly ClosedMonth[],
): Promise<string | undefined> {
  if (closed.length > 0) return undefined;
  const months = (await readAdjustments(query)).map(({ definition }) => definition.month);
  const [first = month] = months.toSorted();
  return first < month ? `${first} has adjustments: close it first, or delete them` : undefined;
}

type Closing = Pick<ClosingCall, 'month' | 'terms'> & { readonly clockMs: number };

/** Machines that live say how far their journals are drained. Those of a machine that is gone come late. */
async function behindReason(
  query: Query,
  { month, clockMs, terms }: Closing,
): Promise<string | undefined> {
  const { machines, caughtUpMs } = await readLiving(query, clockMs);
  if (machines === 0) return terms.undrained?.(query);
  if (caughtUpMs >= monthSpan(month).toMs) return undefined;
  return `the ledger is behind: a machine has facts of ${month} that are not in the database yet`;
}

export async function ratesFor(
  query: Query,
  month: string,
  {
    accounts,
    terms,
  }: { readonly accounts: readonly StatementAccount[]; readonly terms: StatementTerms },
): Promise<DayRates> {
  const currencies = [...new Set(accounts.map(terms.currencyOf))];
  const fromDay = dayOf(monthSpan(laterMonth(month, -LATE_MONTHS_MAX)).fromMs);
  return readDayRates(query, { currencies, fromDay, now: terms.rates });
}

type MadeRows = {
  readonly statements: readonly (readonly SqlValue[])[];
  readonly sums: readonly (readonly SqlValue[])[];
  readonly clockMs: number;
  readonly basis: string;
};

async function makeRows(
  database: Database,
  { month, author, terms, nowMs }: ClosingCall,
): Promise<MadeRows> {
  const gathered = await gatherFigures(database, { month, account: undefined, withLate: true });
  const { accounts: figures, basis } = gathered;
  const accounts = figures.map(({ account }) => account);
  const rateOf = await ratesFor(database.query, month, { accounts, terms });
  const clockMs = await readClockMs(database, nowMs);
  const closed = { atMs: clockMs, by: author.who };
  const statements = figures.map((one) => {
    const currency = terms.currencyOf(one.account);
    const statement = makeStatement(one, { month, currency, rateOf, closed });
    const { side, account, total, usd } = statement;
    return [month, side, account, currency, total, usd, JSON.stringify(statement)];
  });
  const sums = figures.flatMap((one) => statedRows(one, month));
  return { statements, sums, clockMs, basis };
}

/** What this month states: of itself, and of each month before. */
function statedRows(
  { account: { side, name }, sums, late }: AccountFigures,
  month: string,
): readonly (readonly SqlValue[])[] {
  const own = [...sums.days.values()].reduce(addedAmounts, NO_AMOUNTS);
  const row = (of: string, { nanos, impressions, clicks, conversions }: StatedAmounts) => {
    return [of, month, side, name, nanos.toString(), impressions, clicks, conversions];
  };
  return [row(month, own), ...[...late].map(([of, amounts]) => row(of, amounts))];
}

const insertStatements = (values: string) =>
  `insert into statements (month, side, account, currency, total, usd, document) values ${values}`;
const insertSums = (values: string) =>
  `insert into stated_sums (of_month, in_month, side, account, nanos, impressions, clicks, conversions)
   values ${values}`;

/** undefined: what the rows are made of has changed, or another machine has closed the month. */
async function store(
  query: Query,
  { statements, sums, clockMs, basis }: MadeRows,
  { month, author }: ClosingCall,
): Promise<ClosedMonth | undefined> {
  const revision = await nextRevision(query);
  const all = await readClosed(query);
  if (basisOf(all, await readAdjustments(query, month)) !== basis) return undefined;
  await query('insert into closed_months (month, closed_ms, closed_by) values ($1, $2, $3)', [
    month,
    clockMs,
    author.who,
  ]);
  await insertAll(query, statements, insertStatements);
  await insertAll(query, sums, insertSums);
  await writeHistory(query, {
    revision,
    nowMs: clockMs,
    author,
    action: 'close',
    kind: 'statements',
    id: month,
    changes: [{ field: 'state', from: 'open', to: 'closed' }],
  });
  return { month, closedMs: clockMs, closedBy: author.who };
}
