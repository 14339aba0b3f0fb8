import { usdText } from '../../lib/money.ts';
import type { Database, Query, Row } from '../../lib/sql/database.ts';
import { SIDES, type StatementAccount, type StatementSide } from './account.ts';
import { sumMonth } from './month-sums.ts';
import type { Statement } from './statement.ts';

/** One account of a month. */
export type MonthRow = {
  readonly side: StatementSide;
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

/** undefined: the account has no statement of this month. */
export async function readStatement(
  query: Query,
  month: string,
  { side, name }: StatementAccount,
): Promise<Statement | undefined> {
  const [row] = await query(
    'select document from statements where month = $1 and side = $2 and account = $3',
    [month, side, name],
  );
  return row && (JSON.parse(String(row.document)) as Statement);
}

export async function listClosed(query: Query, month: string): Promise<MonthList> {
  const listed: (readonly MonthRow[])[] = [];
  for (const side of SIDES) {
    const rows = await query(
      `select account, currency, total, usd from statements where month = $1 and side = $2
       order by account limit ${LISTED_MAX + 1}`,
      [month, side],
    );
    listed.push(
      rows.map((row) => ({
        side,
        account: String(row.account),
        total: String(row.total),
        usd: String(row.usd),
        currency: String(row.currency),
      })),
    );
  }
  return listOf(month, 'closed', listed);
}

export async function listOpen(
  database: Database,
  month: string,
  currencyOf: (account: StatementAccount) => string,
): Promise<MonthList> {
  const listed: (readonly MonthRow[])[] = [];
  for (const side of SIDES) {
    const sums = await sumMonth(database, { side, month, account: undefined });
    listed.push(
      [...sums].map(([account, { nanos }]) => {
        const currency = currencyOf({ side, name: account });
        return { side, account, currency, total: null, usd: usdText(nanos) };
      }),
    );
  }
  return listOf(month, 'open', listed);
}

function listOf(
  month: string,
  state: MonthList['state'],
  listed: readonly (readonly MonthRow[])[],
): MonthList {
  return {
    month,
    state,
    accounts: listed.flatMap((rows) => rows.slice(0, LISTED_MAX)),
    isCut: listed.some((rows) => rows.length > LISTED_MAX),
  };
}

const MONTHS_MAX = 120;

/** By month: what an account was stated. */
export async function totalsOf(
  query: Query,
  { side, name }: StatementAccount,
): Promise<ReadonlyMap<string, { readonly currency: string; readonly total: string }>> {
  const rows = await query(
    `select month, currency, total from statements where side = $1 and account = $2
     order by month desc limit ${MONTHS_MAX}`,
    [side, name],
  );
  const totalOf = (row: Row) => ({ currency: String(row.currency), total: String(row.total) });
  return new Map(rows.map((row) => [String(row.month), totalOf(row)]));
}
