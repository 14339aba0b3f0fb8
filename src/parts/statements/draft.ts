import { monthOf } from '../../lib/month.ts';
import { createSerial, type Database } from '../../lib/sql/database.ts';
import type { StatementAccount } from './account.ts';
import { ratesFor, type StatementTerms } from './close-month.ts';
import { gatherFigures } from './gather-figures.ts';
import { makeStatement, type Statement } from './statement.ts';
import { orFault, StatementFault } from './statement-fault.ts';

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
  readonly making: Promise<Statement | StatementFault | undefined>;
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
      const making = serially(() => orFault(() => draftOf(database, call))).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, { account, making });
      return making;
    },
  };
}

const BUSY = new StatementFault('busy', 'many statements are being made: wait a few seconds');

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
