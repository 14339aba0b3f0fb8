import Type from 'typebox';
import { insertAll, selectAll } from '../../lib/sql/bulk.ts';
import type { Query } from '../../lib/sql/database.ts';
import { laterMonth, monthOf } from '../../lib/time-span.ts';
import { type RecordOf, recordKind } from '../../store/record-kind.ts';
import { readRecords } from '../../store/store.ts';
import type { StatementAccount, StatementSide } from './account.ts';
import { type AccountFigures, type Amounts, added, amountsBy, NO_AMOUNTS } from './amounts.ts';
import type { Statement } from './statement.ts';

/** A closed month: its statements never change. There are those of a hundred years at most. */
export const CLOSED_MONTH = recordKind({
  name: 'closed-month',
  schema: Type.Object({ month: Type.String() }),
  states: { closed: [] },
  kept: { closedMs: 0 },
  idIn: 'month',
  countMax: 1200,
});

export type ClosedMonth = {
  readonly month: string;
  readonly closedMs: number;
  readonly closedBy: string;
};

/** Ten years; those of before are still in the tables. */
const MONTHS_MAX = 120;

/** The latest first. */
export async function readClosed(query: Query): Promise<readonly ClosedMonth[]> {
  const all = (await readRecords(query, CLOSED_MONTH)).map(closedMonth);
  return all.toSorted((a, b) => (a.month < b.month ? 1 : -1)).slice(0, MONTHS_MAX);
}

export const closedMonth = ({ id, kept, changedBy }: RecordOf<typeof CLOSED_MONTH>) => ({
  month: id,
  closedMs: kept.closedMs,
  closedBy: changedBy,
});

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
  readonly account: StatementAccount | undefined;
};

/** By month and account: what closed statements have stated of the month, whichever they are. */
export async function readStated(
  query: Query,
  months: readonly string[],
  { side, account }: StatedQuestion,
): Promise<(month: string, name: string) => Amounts | undefined> {
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
      amountsBy((name) => BigInt(String(row[name]))),
    ]),
  );
  return (month, name) => stated.get(`${month} ${name}`);
}

/** Stores what a month states: the documents, and what they state of the month itself and of each one before. */
export async function writeStated(
  query: Query,
  month: string,
  figures: readonly AccountFigures[],
  statements: readonly Statement[],
): Promise<void> {
  await insertAll(
    query,
    statements.map((one) => {
      const { side, account, currency, total, usd } = one;
      return [month, side, account, currency, total, usd, JSON.stringify(one)];
    }),
    (values) =>
      `insert into statements (month, side, account, currency, total, usd, document) values ${values}`,
  );
  const sums = figures.flatMap(({ account: { side, name }, days, late }) => {
    const own = [...days.values()].reduce(added, NO_AMOUNTS);
    return [[month, own] as const, ...late].map(([of, { nanos, ...counts }]) => {
      const { impressions, clicks, conversions } = counts;
      return [
        ...[of, month, side, name, nanos.toString()],
        ...[impressions, clicks, conversions].map(Number),
      ];
    });
  });
  await insertAll(
    query,
    sums,
    (values) =>
      `insert into stated_sums (of_month, in_month, side, account, nanos, impressions, clicks, conversions)
       values ${values}`,
  );
}

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

/** What the accounts of a side were stated in a month, by their names. */
export async function readTotals(query: Query, month: string, side: StatementSide, max: number) {
  const rows = await query(
    `select account, currency, total, usd from statements where month = $1 and side = $2
     order by account limit ${max}`,
    [month, side],
  );
  return rows.map((row) => ({
    side,
    account: String(row.account),
    currency: String(row.currency),
    total: String(row.total),
    usd: String(row.usd),
  }));
}

/** By month: what an account was stated. */
export async function totalsOf(query: Query, { side, name }: StatementAccount) {
  const rows = await query(
    `select month, currency, total from statements where side = $1 and account = $2
     order by month desc limit ${MONTHS_MAX}`,
    [side, name],
  );
  return new Map(
    rows.map((row) => [
      String(row.month),
      { currency: String(row.currency), total: String(row.total) },
    ]),
  );
}
