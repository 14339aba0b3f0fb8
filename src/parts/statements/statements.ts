import type { Host } from '../../host/host.ts';
import type { OwnMonth } from '../../host/offers.ts';
import { readDayRates, type UsdRates } from '../../ledger/day-rates.ts';
import { readLiving } from '../../ledger/heartbeat.ts';
import { dayOf } from '../../lib/day.ts';
import { perObject } from '../../lib/lookup.ts';
import { usdText } from '../../lib/money.ts';
import type { Author } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { createSerial, type Database, type Query, readClockMs } from '../../lib/sql/database.ts';
import { laterMonth, monthOf, monthSpan, readMonth } from '../../lib/time-span.ts';
import type { Store } from '../../store/store.ts';
import {
  type AccountTerms,
  accountOf,
  accountTerms,
  accountWords,
  type NamedAccount,
  SIDES,
  type StatementAccount,
} from './account.ts';
import { readAdjustments } from './adjustments.ts';
import { orRefusal } from './amounts.ts';
import {
  CLOSED_MONTH,
  type ClosedMonth,
  closedMonth,
  LATE_MONTHS_MAX,
  monthsSince,
  readClosed,
  readStatement,
  readTotals,
  totalsOf,
  writeStated,
} from './stated.ts';
import { makeStatement, type Statement } from './statement.ts';
import { basisOf, gatherFigures, sumMonth } from './sums.ts';

/** What statements depend on beside the ledger. */
export type StatementTerms = AccountTerms & {
  /** USD per unit, by the config of now. */
  readonly rates: UsdRates;
  /** Asked while no machine runs: a sentence where journals that this process can see are not drained. */
  readonly undrained?: ((query: Query) => Promise<string | undefined>) | undefined;
};

/** A month as far as statements are concerned. */
export type StatementMonth = {
  readonly month: string;
  /** `closable`: it is over, and nothing speaks against closing it. */
  readonly state: 'open' | 'closable' | 'closed';
  /** Why it cannot be closed yet. */
  readonly reason: string | null;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
};

/** One account of a month. */
export type MonthRow = {
  readonly side: StatementAccount['side'];
  readonly account: string;
  readonly currency: string;
  /** In the currency. Null until the month is closed. */
  readonly total: string | null;
  readonly usd: string;
};

export type MonthList = {
  readonly month: string;
  readonly state: 'open' | 'closed';
  readonly accounts: readonly MonthRow[];
  /** Whether there are more accounts than are listed. */
  readonly isCut: boolean;
};

/** Of each side: however many publishers there are, the partners are listed too. */
const LISTED_MAX = 10_000;

/** Drafts that wait for each other, since each reads the counts of months. Of one person a few are asked for at a time. */
const WAITING_MAX = 50;
const BUSY = refuse.rateLimited('many statements are being made: wait a few seconds');

type StatementsParts = {
  /** Throws while it cannot be reached. */
  readonly database: () => Database;
  readonly store: Pick<Store, 'create'>;
  /** They change with the config. */
  readonly terms: () => StatementTerms;
  readonly nowMs: () => number;
};

export type Statements = ReturnType<typeof createStatements>;

/** What publishers are owed and partners owe, month by month. Rejects while the database cannot be reached. */
export function createStatements({ database, store, terms, nowMs }: StatementsParts) {
  const serially = createSerial();
  let waiting = 0;

  /** The statement of a month that is not closed. undefined: there is nothing to state. */
  async function draft(month: string, account: StatementAccount) {
    if (waiting >= WAITING_MAX) return BUSY;
    waiting++;
    const made = serially(() => orRefusal(() => makeDraft(month, account)));
    return made.finally(() => waiting--);
  }

  async function makeDraft(
    month: string,
    account: StatementAccount,
  ): Promise<Statement | undefined> {
    const withLate = month < monthOf(nowMs());
    const { accounts } = await gatherFigures(database(), { month, account, withLate });
    const [figures] = accounts;
    if (figures === undefined) return undefined;
    const { currencyOf, rates } = terms();
    const currency = currencyOf(account);
    const rateOf = await ratesFor(database().query, month, { currencies: [currency], rates });
    return makeStatement(figures, { month, currency, rateOf, closed: undefined });
  }

  return {
    terms,
    /** The latest first. */
    async months(): Promise<readonly StatementMonth[]> {
      const open = database();
      const closed = await readClosed(open.query);
      const clockMs = await readClockMs(open, nowMs());
      const months: StatementMonth[] = [];
      const known = terms();
      for (const month of await monthsSince(open.query, closed, clockMs)) {
        const found = closed.find((one) => one.month === month);
        const reason = found ? null : await closingFault(open.query, month, known, clockMs);
        const state = found ? 'closed' : reason === null ? 'closable' : 'open';
        months.push({ state, reason, ...(found ? shown(found) : { month, ...NOT_CLOSED }) });
      }
      return months;
    },
    /** What a publisher is told: neither who has closed a month nor what an open one waits for. */
    async monthsOf(publisher: string): Promise<readonly OwnMonth[]> {
      const open = database();
      const closed = await readClosed(open.query);
      const months = await monthsSince(open.query, closed, await readClockMs(open, nowMs()));
      const totals = await totalsOf(open.query, accountOf({ publisher }));
      return months.map((month) => ({
        month,
        state: closed.some((one) => one.month === month) ? 'closed' : 'open',
        ...(totals.get(month) ?? NO_TOTAL),
      }));
    },
    /** All accounts of a month: their totals once it is closed, before that their sums in USD. */
    async month(text: string): Promise<MonthList | Refusal> {
      const month = readMonth(text);
      if (month === undefined) return noMonth(text);
      const open = database();
      const isClosed = (await findClosed(open.query, month)) !== undefined;
      const accounts: MonthRow[] = [];
      let isCut = false;
      for (const side of SIDES) {
        const rows = isClosed
          ? await readTotals(open.query, month, side, LISTED_MAX + 1)
          : await openRows(open, month, side, terms());
        accounts.push(...rows.slice(0, LISTED_MAX));
        isCut ||= rows.length > LISTED_MAX;
      }
      return { month, state: isClosed ? 'closed' : 'open', accounts, isCut };
    },
    async statement(text: string, named: NamedAccount): Promise<Statement | Refusal> {
      const month = readMonth(text);
      if (month === undefined) return noMonth(text);
      const account = accountOf(named);
      const { query } = database();
      const found = (await findClosed(query, month))
        ? await readStatement(query, month, account)
        : await draft(month, account);
      return (
        found ?? refuse.notFound(`nothing is on record of ${accountWords(account)} for ${month}`)
      );
    },
    async close(text: string, author: Author) {
      const month = readMonth(text);
      if (month === undefined) return noMonth(text);
      const call = { store, month, author, nowMs: nowMs(), terms: terms() };
      const closed = await closeMonth(database(), call);
      return closed instanceof Refusal ? closed : shown(closed);
    },
  };
}

/** What the accounts of a side come to so far. */
async function openRows(
  database: Database,
  month: string,
  side: StatementAccount['side'],
  { currencyOf }: StatementTerms,
): Promise<readonly MonthRow[]> {
  const sums = await sumMonth(database, month, { side, account: undefined });
  return [...sums].map(([account, { nanos }]) => {
    const currency = currencyOf({ side, name: account });
    return { side, account, currency, total: null, usd: usdText(nanos) };
  });
}

const NOT_CLOSED = { closedAt: null, closedBy: null };
const NO_TOTAL = { currency: null, total: null };

const shown = ({ month, closedMs, closedBy }: ClosedMonth) => ({
  month,
  closedAt: new Date(closedMs).toISOString(),
  closedBy,
});

const noMonth = (text: string): Refusal =>
  refuse.wrongValue('month', `expected a month like 2026-10, but got "${text}"`);

/** With the accounts of the config and the store. */
export const statementsOf = perObject(
  ({
    records,
    work,
    database,
    store,
    nowMs,
  }: Pick<Host, 'records' | 'work' | 'database' | 'store' | 'nowMs'>) =>
    createStatements({
      database,
      store,
      nowMs,
      terms() {
        // A month that is closed in a wrong currency stays so.
        if (!records.isRead()) throw new Error('the accounts of the store are not known yet');
        return { ...accountTerms(records), rates: work().setup.config.auction.rates };
      },
    }),
);

/** The months that are over, and can be closed. */
export async function monthsToClose(host: Host): Promise<readonly string[]> {
  const months = await statementsOf(host).months();
  return months.flatMap(({ month, state }) => (state === 'closable' ? month : []));
}

const findClosed = async (query: Query, month: string): Promise<ClosedMonth | undefined> =>
  (await readClosed(query)).find((one) => one.month === month);

function ratesFor(
  query: Query,
  month: string,
  { currencies, rates }: { readonly currencies: readonly string[]; readonly rates: UsdRates },
) {
  const fromDay = dayOf(monthSpan(laterMonth(month, -LATE_MONTHS_MAX)).fromMs);
  return readDayRates(query, { currencies: [...new Set(currencies)], fromDay, now: rates });
}

type ClosingCall = {
  readonly store: Pick<Store, 'create'>;
  readonly month: string;
  readonly author: Author;
  readonly nowMs: number;
  readonly terms: StatementTerms;
};

/**
 * Closes a month: its statements are stored, and never change. The sums are taken before the transaction, which others wait
 * for, so it only looks whether they still hold. Whoever closes a month that is closed gets what the first one stored.
 */
async function closeMonth(
  database: Database,
  { store, month, author, nowMs, terms }: ClosingCall,
): Promise<ClosedMonth | Refusal> {
  const { query } = database;
  const clockMs = await readClockMs(database, nowMs);
  const fault = await closingFault(query, month, terms, clockMs);
  // Looked up last: if another machine closes the month meanwhile, its statements are the answer, not the fault.
  const before = await findClosed(query, month);
  if (before !== undefined) return before;
  if (fault !== null) return refuse.notAllowed(fault);
  const made = await orRefusal(async () => {
    const { accounts, basis } = await gatherFigures(database, {
      month,
      account: undefined,
      withLate: true,
    });
    const currencies = accounts.map(({ account }) => terms.currencyOf(account));
    const rateOf = await ratesFor(query, month, { currencies, rates: terms.rates });
    const closed = { atMs: clockMs, by: author.who };
    const statements = accounts.map((one, index) =>
      makeStatement(one, { month, currency: currencies[index] ?? '', rateOf, closed }),
    );
    return { accounts, basis, statements };
  });
  if (made instanceof Refusal) return made;
  const closed = await store.create(CLOSED_MONTH, { month }, author, {
    kept: { closedMs: clockMs },
    async check(inside) {
      const basis = basisOf(await readClosed(inside), await readAdjustments(inside, month));
      return basis === made.basis
        ? undefined
        : refuse.notAllowed(`the adjustments of ${month} have changed meanwhile: try again`);
    },
    also: (inside) => writeStated(inside, month, made.accounts, made.statements),
  });
  const meanwhile = closed instanceof Refusal ? await findClosed(query, month) : undefined;
  return meanwhile ?? (closed instanceof Refusal ? closed : closedMonth(closed));
}

/** Why a month that is not closed cannot be closed now. Null: it can. */
async function closingFault(
  query: Query,
  month: string,
  terms: StatementTerms,
  clockMs: number,
): Promise<string | null> {
  // Months are closed one after the other, from whichever is the first: what comes late is known by that.
  const [last] = await readClosed(query);
  const next = last && laterMonth(last.month, 1);
  if (next !== undefined && month > next) return `${next} is not closed: close it first`;
  if (next !== undefined && month < next) {
    return `${month} is before the first month that was closed`;
  }
  const { toMs } = monthSpan(month);
  if (clockMs < toMs) return `${month} is not over: it ends at ${new Date(toMs).toISOString()}`;
  if (last === undefined) {
    // Only before the first closing can adjustments belong to a month that would never be closed.
    const months = (await readAdjustments(query)).map(({ definition }) => definition.month);
    const [first = month] = months.toSorted();
    if (first < month) return `${first} has adjustments: close it first, or delete them`;
  }
  // Machines that live say how far their journals are drained. Those of a machine that is gone come late.
  const { machines, drainedMs } = await readLiving(query, clockMs);
  if (machines === 0) return (await terms.undrained?.(query)) ?? null;
  return drainedMs >= toMs
    ? null
    : `the ledger is behind: a machine has facts of ${month} that are not in the database yet`;
}
