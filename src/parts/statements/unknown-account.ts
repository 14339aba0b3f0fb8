import { laterMonth } from '../../lib/month.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { StatementAccount } from './account.ts';
import { LATE_MONTHS_MAX, monthsSince, readClosed } from './closed-months.ts';
import { sumMonth } from './month-sums.ts';
import { totalsOf } from './read-statements.ts';
import { StatementFault } from './statement-fault.ts';

type AccountQuestion = {
  readonly accounts: readonly StatementAccount[];
  /** Whether the config or the store has it, or the store had it. */
  readonly isNamed: (account: StatementAccount) => boolean;
  readonly nowMs: number;
};

/** A fault for the first account that nobody knows: the money of a misspelt one would be nobody's. */
export async function unknownAccount(
  database: Database,
  { accounts, isNamed, nowMs }: AccountQuestion,
): Promise<StatementFault | undefined> {
  for (const account of accounts) {
    if (isNamed(account) || (await isOnRecord(database, account, nowMs))) continue;
    const { side, name } = account;
    const reason = `expected a ${side} of the config or the store, or one that the ledger has sales of, but got "${name}"`;
    return new StatementFault('invalid', reason, side);
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
