import type { Work } from '../../host/worker/work.ts';
import { monthOf, readMonth } from '../../lib/month.ts';
import type { Author } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { createSerial, type Database, readClockMs } from '../../lib/sql/database.ts';
import type { Records } from '../../store/records.ts';
import {
  accountOf,
  accountsEver,
  accountTerms,
  accountWords,
  type NamedAccount,
  type StatementAccount,
} from './account.ts';
import {
  closeMonth,
  closingFault,
  findClosed,
  ratesFor,
  type StatementTerms,
} from './close-month.ts';
import { gatherFigures } from './gather-figures.ts';
import { orRefusal } from './month-sums.ts';
import {
  type ClosedMonth,
  listClosed,
  listOpen,
  type MonthList,
  monthsSince,
  readClosed,
  readStatement,
  totalsOf,
} from './stated.ts';
import { makeStatement, type Statement } from './statement.ts';

export type Statements = ReturnType<typeof createStatements>;

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

/** The same to a publisher, with what it was stated. */
export type OwnMonth = {
  readonly month: string;
  readonly state: 'open' | 'closed';
  readonly currency: string | null;
  /** Null until the month is closed. */
  readonly total: string | null;
};

type StatementsParts = {
  /** Throws while it cannot be reached. */
  readonly database: () => Database;
  /** They change with the config. */
  readonly terms: () => StatementTerms;
  readonly nowMs: () => number;
};

/** What publishers are owed and partners owe, month by month. Rejects while the database cannot be reached. */
export function createStatements({ database, terms, nowMs }: StatementsParts) {
  const drafts = createDrafts();

  /** The latest first. */
  async function months(): Promise<readonly StatementMonth[]> {
    const open = database();
    const closed = await readClosed(open.query);
    const clockMs = await readClockMs(open, nowMs());
    const all = await monthsSince(open.query, closed, clockMs);
    return Promise.all(
      all.map(async (month) => {
        const found = closed.find((one) => one.month === month);
        if (found !== undefined) return { ...shown(found), state: 'closed' as const, reason: null };
        const fault = await closingFault(open, { month, nowMs: clockMs, terms: terms() });
        const state = fault === undefined ? ('closable' as const) : ('open' as const);
        return {
          month,
          state,
          reason: fault?.details.reason ?? null,
          closedAt: null,
          closedBy: null,
        };
      }),
    );
  }

  return {
    terms,
    months,
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
      return (await findClosed(open.query, month)) === undefined
        ? listOpen(open, month, terms().currencyOf)
        : listClosed(open.query, month);
    },
    async statement(text: string, named: NamedAccount): Promise<Statement | Refusal> {
      const month = readMonth(text);
      if (month === undefined) return noMonth(text);
      const account = accountOf(named);
      const open = database();
      const isClosed = (await findClosed(open.query, month)) !== undefined;
      const found = isClosed
        ? await readStatement(open.query, month, account)
        : await drafts.draft(open, { month, account, terms: terms(), nowMs: nowMs() });
      return (
        found ?? refuse.notFound(`nothing is on record of ${accountWords(account)} for ${month}`)
      );
    },
    async close(text: string, author: Author) {
      const month = readMonth(text);
      if (month === undefined) return noMonth(text);
      const call = { month, author, nowMs: nowMs(), terms: terms() };
      const closed = await closeMonth(database(), call);
      return closed instanceof Refusal ? closed : shown(closed);
    },
  };
}

const NO_TOTAL = { currency: null, total: null };

function shown({ month, closedMs, closedBy }: ClosedMonth) {
  return { month, closedAt: new Date(closedMs).toISOString(), closedBy };
}

function noMonth(text: string): Refusal {
  return refuse.wrongValue('month', `expected a month like 2026-10, but got "${text}"`);
}

type MachineSources = Omit<StatementsParts, 'terms'> & {
  readonly records: Pick<Records, 'ever' | 'isRead'>;
  readonly work: () => Pick<Work, 'setup'>;
};

/** With the accounts of the config and the store. */
export function machineStatements({ records, work, ...parts }: MachineSources): Statements {
  return createStatements({
    ...parts,
    terms() {
      // A month that is closed in a wrong currency stays so.
      if (!records.isRead()) throw new Error('the accounts of the store are not known yet');
      const { config } = work().setup;
      return { ...accountTerms(accountsEver(records)), rates: config.auction.rates };
    },
  });
}

type DraftCall = {
  readonly month: string;
  readonly account: StatementAccount;
  readonly terms: StatementTerms;
  readonly nowMs: number;
};

/** Each reads the counts of a month, and once the month is over of those before it: they wait for each other. */
const WAITING_MAX = 50;
/** Of one account: its people may ask for any months, and others are not to wait for all of them. */
const WAITING_OF_ACCOUNT_MAX = 4;

type DraftUnderWay = {
  readonly account: string;
  readonly making: Promise<Statement | Refusal | undefined>;
};

/** Statements of months that are not closed. Whoever asks for the one that is under way gets that. */
export function createDrafts() {
  const serially = createSerial();
  const underWay = new Map<string, DraftUnderWay>();

  function isFull(account: string): boolean {
    const own = underWay.values().filter((one) => one.account === account);
    return underWay.size >= WAITING_MAX || [...own].length >= WAITING_OF_ACCOUNT_MAX;
  }

  return {
    /** undefined: there is nothing to state. */
    draft(database: Database, call: DraftCall): DraftUnderWay['making'] {
      const { side, name } = call.account;
      const account = `${side} ${name}`;
      const key = `${call.month} ${account}`;
      const known = underWay.get(key);
      if (known !== undefined) return known.making;
      if (isFull(account)) return Promise.resolve(BUSY);
      const making = serially(() => orRefusal(() => draftOf(database, call))).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, { account, making });
      return making;
    },
  };
}

const BUSY = refuse.rateLimited('many statements are being made: wait a few seconds');

async function draftOf(
  database: Database,
  { month, account, terms, nowMs }: DraftCall,
): Promise<Statement | undefined> {
  const withLate = month < monthOf(nowMs);
  const { accounts } = await gatherFigures(database, { month, account, withLate });
  const [figures] = accounts;
  if (figures === undefined) return undefined;
  const rateOf = await ratesFor(database.query, month, { accounts: [account], terms });
  const currency = terms.currencyOf(account);
  return makeStatement(figures, { month, currency, rateOf, closed: undefined });
}
