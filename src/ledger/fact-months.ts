import { DAY_MS } from '../lib/day.ts';
import type { Database, Query } from '../lib/sql/database.ts';
import { startOfMonth } from '../lib/time-span.ts';

/** More months than this without a running Parley are left out: their facts go to the table of the rest. */
const MONTHS_MAX = 24;
const MONTH_LOCK = 0x6d6f;
const REST_ROWS_MAX = 1000;

/**
 * In Postgres: creates the tables of all months up to the next one, and drops those whose sales are all older than
 * `keepDays`.
 */
export async function arrangeMonths(
  { kind, transaction }: Database,
  nowMs: number,
  keepDays: number | undefined,
): Promise<undefined> {
  if (kind === 'sqlite') return;
  const dropMs = keepDays && nowMs - keepDays * DAY_MS;
  await transaction(async (query) => {
    // One machine at a time.
    await query(`select pg_advisory_xact_lock(${MONTH_LOCK}, 0)`);
    const months = await monthsOf(query);
    const coveredMs = Math.max(0, ...months.map(({ endMs }) => endMs));
    const earliestMs = startOfMonth(nowMs, -MONTHS_MAX);
    for (let ahead = 0; ; ahead++) {
      const startMs = startOfMonth(Math.max(coveredMs, earliestMs), ahead);
      if (startMs > startOfMonth(nowMs, 1)) break;
      await createMonth(query, startMs);
    }
    if (dropMs === undefined) return;
    for (const { name, endMs } of months) if (endMs <= dropMs) await query(`drop table ${name}`);
    await query(
      `delete from facts_rest where ctid in (
        select ctid from facts_rest where sold_ms < $1 limit ${REST_ROWS_MAX})`,
      [dropMs],
    );
  });
}

/** The tables of `facts` in Postgres. Sales before `endMs` are in that table or in an earlier one. */
async function monthsOf(query: Query) {
  const rows = await query(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'facts'::regclass`,
  );
  return rows.flatMap(({ name, bounds }) => {
    const end = /TO \('?(\d+)'?\)/.exec(String(bounds))?.[1];
    return end === undefined ? [] : { name: String(name), endMs: Number(end) };
  });
}

/** Facts of this month may be in the table of the rest, if the clock of a machine was ahead. */
async function createMonth(query: Query, startMs: number): Promise<void> {
  const endMs = startOfMonth(startMs, 1);
  const name = `facts_${new Date(startMs).toISOString().slice(0, 7).replace('-', '_')}`;
  await query(`create table ${name} (like facts including defaults)`);
  await query(
    `with moved as (
      delete from facts_rest where sold_ms >= ${startMs} and sold_ms < ${endMs} returning *
    ) insert into ${name} select * from moved`,
  );
  await query(
    `alter table facts attach partition ${name} for values from (${startMs}) to (${endMs})`,
  );
}
