import { usdText } from '../../lib/money.ts';
import { laterMonth, monthOf } from '../../lib/month.ts';
import { selectAll } from '../../lib/sql/bulk.ts';
import type { Database, Query, Row } from '../../lib/sql/database.ts';
import { SIDES, type StatementAccount, type StatementSide } from './account.ts';
import { type StatedAmounts, sumMonth } from './month-sums.ts';
import type { Statement } from './statement.ts';

export type ClosedMonth = {
  readonly month: string;
  readonly closedMs: number;
  readonly closedBy: string;
};

/** Ten years of statements; those of before are still in the table. */
const CLOSED_MAX = 120;

/** The latest first. */
export async function readClosed(query: Query): Promise<readonly ClosedMonth[]> {
  const rows = await query(
    `select month, closed_ms, closed_by from closed_months order by month desc limit ${CLOSED_MAX}`,
  );
  return rows.map((row) => ({
    month: String(row.month),
    closedMs: Number(row.closed_ms),
    closedBy: String(row.closed_by),
  }));
}

const MONTHS_MAX = 120;

/** From the first month that has counts or is closed to the one of now, the latest first. */
export async function monthsSince(
  query: Query,
  closed: readonly ClosedMonth[],
  nowMs: number,
): Promise<readonly string[]> {
  const [row] = await query('select min(minute_ms) as first_ms from rollups');
  const now = monthOf(nowMs);
  const counted = row?.first_ms === null ? now : monthOf(Number(row?.first_ms));
  const known = [counted, now, ...closed.map(({ month }) => month)].toSorted();
  const [first = now, last = now] = [known[0], known.at(-1)];
  const all: string[] = [];
  for (let month = last; month >= first && all.length < MONTHS_MAX; month = laterMonth(month, -1)) {
    all.push(month);
  }
  return all;
}

/**
 * What comes for a closed month is stated later, for so many months. A journal that nobody drained for a year is not
 * drained any more either: its position is forgotten soon after.
 */
export const LATE_MONTHS_MAX = 12;

/** The closed months whose late sums belong into the statements of a month. */
export function lateMonthsOf(closed: readonly ClosedMonth[], month: string): readonly string[] {
  const first = laterMonth(month, -LATE_MONTHS_MAX);
  return closed.flatMap((one) => (one.month >= first && one.month < month ? one.month : []));
}

type StatedQuestion = {
  readonly side: StatementSide;
  readonly months: readonly string[];
  /** undefined: all accounts of the side. */
  readonly account: StatementAccount | undefined;
};

/** By month and account: what closed statements have stated of the month, whichever they are. */
export async function readStated(
  query: Query,
  { side, months, account }: StatedQuestion,
): Promise<(month: string, name: string) => StatedAmounts | undefined> {
  const filter = account === undefined ? '' : 'and account = $2';
  const rows = await selectAll(
    query,
    months,
    (list) => `select of_month, account, cast(sum(nanos) as text) as nanos,
        sum(impressions) as impressions, sum(clicks) as clicks, sum(conversions) as conversions
      from stated_sums where side = $1 ${filter} and of_month in (${list})
      group by of_month, account`,
    account === undefined ? [side] : [side, account.name],
  );
  const stated = new Map(
    rows.map((row) => [
      `${row.of_month} ${row.account}`,
      {
        nanos: BigInt(String(row.nanos)),
        impressions: Number(row.impressions),
        clicks: Number(row.clicks),
        conversions: Number(row.conversions),
      },
    ]),
  );
  return (month, name) => stated.get(`${month} ${name}`);
}

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
