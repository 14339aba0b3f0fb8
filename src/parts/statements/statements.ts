import { readMonth } from '../../lib/month.ts';
import type { Author } from '../../lib/op.ts';
import { type Database, readClockMs } from '../../lib/sql/database.ts';
import { onceFor } from '../../store/idempotency.ts';
import { accountOf, accountWords, type NamedAccount } from './account.ts';
import {
  type Adjustment,
  addAdjustment,
  adjustmentDocument,
  checkAdjustment,
  readAdjustments,
  removeAdjustment,
} from './adjustments.ts';
import { closeMonth, closingFault, findClosed, type StatementTerms } from './close-month.ts';
import { type ClosedMonth, monthsSince, readClosed } from './closed-months.ts';
import { createDrafts } from './draft.ts';
import {
  listClosed,
  listOpen,
  type MonthList,
  readStatement,
  totalsOf,
} from './read-statements.ts';
import type { Statement } from './statement.ts';
import { StatementFault } from './statement-fault.ts';

export type StatementsApi = ReturnType<typeof createStatements>;

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

type StatementsParts = {
  /** Throws while it cannot be reached. */
  readonly database: () => Database;
  /** They change with the config. */
  readonly terms: () => StatementTerms;
  readonly nowMs: () => number;
};

/** An idempotency key, and what the caller sent with it. */
type KeyedBody = { readonly key: string; readonly body: string };

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
        return { month, state, reason: fault?.reason ?? null, closedAt: null, closedBy: null };
      }),
    );
  }

  return {
    months,
    /** The same, with what a publisher was stated in those that are closed. */
    async monthsOf(publisher: string) {
      const totals = await totalsOf(database().query, accountOf({ publisher }));
      return (await months()).map((one) => ({ ...one, ...(totals.get(one.month) ?? NO_TOTAL) }));
    },
    /** All accounts of a month: their totals once it is closed, before that their sums in USD. */
    async month(text: string): Promise<MonthList | StatementFault> {
      const month = readMonth(text);
      if (month === undefined) return noMonth(text);
      const open = database();
      return (await findClosed(open.query, month)) === undefined
        ? listOpen(open, month, terms().currencyOf)
        : listClosed(open.query, month);
    },
    async statement(text: string, named: NamedAccount): Promise<Statement | StatementFault> {
      const month = readMonth(text);
      if (month === undefined) return noMonth(text);
      const account = accountOf(named);
      const open = database();
      const isClosed = (await findClosed(open.query, month)) !== undefined;
      const found = isClosed
        ? await readStatement(open.query, month, account)
        : await drafts.draft(open, { month, account, terms: terms(), nowMs: nowMs() });
      const reason = `nothing is on record of ${accountWords(account)} for ${month}`;
      return found ?? new StatementFault('not-found', reason);
    },
    async close(text: string, author: Author) {
      const month = readMonth(text);
      if (month === undefined) return noMonth(text);
      const call = { month, author, nowMs: nowMs(), terms: terms() };
      const closed = await closeMonth(database(), call);
      return closed instanceof StatementFault ? closed : shown(closed);
    },
    /** The latest first. undefined: of all months. */
    async adjustments(month: string | undefined) {
      return (await readAdjustments(database().query, month)).map(adjustmentDocument);
    },
    /** With a key, the same call of the same author is made once. */
    async adjust(value: unknown, author: Author, keyed?: KeyedBody) {
      const open = database();
      const clockMs = await readClockMs(open, nowMs());
      const once = keyed && onceFor<Adjustment>({ ...keyed, who: author.who }, clockMs);
      const checked = await checkAdjustment(open, value, { ...terms(), nowMs: clockMs });
      const change = { author, nowMs: clockMs, once };
      const made = await open.transaction((query) => addAdjustment(query, checked, change));
      return made instanceof StatementFault ? made : adjustmentDocument(made);
    },
    async removeAdjustment(id: number, author: Author) {
      const open = database();
      const call = { id, author, nowMs: await readClockMs(open, nowMs()) };
      const removed = await open.transaction((query) => removeAdjustment(query, call));
      return removed instanceof StatementFault ? removed : adjustmentDocument(removed);
    },
  };
}

const NO_TOTAL = { currency: null, total: null };

function shown({ month, closedMs, closedBy }: ClosedMonth) {
  return { month, closedAt: new Date(closedMs).toISOString(), closedBy };
}

function noMonth(text: string): StatementFault {
  return new StatementFault('invalid', `expected a month like 2026-10, but got "${text}"`, 'month');
}
