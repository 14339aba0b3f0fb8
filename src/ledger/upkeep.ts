import { DAY_MS, dayOf } from '../lib/day.ts';
import type { Log } from '../lib/log.ts';
import { type Database, type DatabaseKind, type Query, readClockMs } from '../lib/sql/database.ts';
import { startOfMonth } from '../lib/time-span.ts';
import { type UsdRates, writeDayRates } from './day-rates.ts';
import { createFaultLog } from './fault-log.ts';
import { RESPONSE_DAYS } from './rates/responses.ts';
import { SAMPLE_ROWS_MAX } from './samples/request-samples.ts';

type KeptDays = {
  /** Facts of older sales are dropped. undefined: none are. */
  readonly keepDays?: number | undefined;
  /** Samples of requests are kept for so many days. undefined: none are. */
  readonly sampleDays?: number | undefined;
};

export type UpkeepOptions = KeptDays & {
  readonly database: Database;
  readonly nowMs: () => number;
  /** USD per unit of other currencies, kept for each day as statements need them. */
  readonly rates?: () => UsdRates;
  readonly log: Log;
  /** Attributes conversions that are due. Resolves to whether no more are. */
  readonly attribute: (clockMs: number) => Promise<boolean>;
};

/** Whose old rows are deleted. Counts, budgets and statements stay. */
type KeptTable = {
  readonly table: string;
  readonly key: string;
  /** Its time, with an index. */
  readonly column: string;
  readonly everyMs: number;
  /** What is before it goes. undefined: nothing does. */
  readonly before: (nowMs: number, days: KeptDays, kind: DatabaseKind) => number | undefined;
  /** Beyond as many, the oldest go early. */
  readonly rowsMax?: number;
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const PURGE_MS = 10_000;

/** Longer than a click id is valid: until then an order could come again, and would count twice. */
const CONVERSION_DAYS_MIN = 61;

const KEPT_TABLES = [
  {
    table: 'campaign_delivery',
    key: 'partner, campaign, day, kind, detail, publisher',
    column: 'day',
    everyMs: PURGE_MS,
    before: (nowMs) => dayOf(nowMs) - 800,
  },
  {
    // A copy of the files of a journal that is drained later would count twice.
    table: 'journals',
    key: 'name',
    column: 'moved_ms',
    everyMs: PURGE_MS,
    before: (nowMs) => nowMs - 400 * DAY_MS,
  },
  {
    // Few rows, without an index. Only the last two days count for limits.
    table: 'budget_days',
    key: 'campaign, ends_ms',
    column: 'ends_ms',
    everyMs: HOUR_MS,
    before: (nowMs) => nowMs - 7 * DAY_MS,
  },
  {
    table: 'feedback',
    key: 'auction_id, imp_id, kind',
    column: 'at_ms',
    everyMs: PURGE_MS,
    before: (nowMs) => nowMs - 400 * DAY_MS,
  },
  {
    table: 'conversions',
    key: 'id',
    column: 'at_ms',
    everyMs: HOUR_MS,
    before: (nowMs, { keepDays }) =>
      keepDays && nowMs - Math.max(keepDays, CONVERSION_DAYS_MIN) * DAY_MS,
  },
  {
    // By the time of the fact, which is not before the sale. Postgres drops whole months.
    table: 'facts',
    key: 'auction_id, imp_id, kind',
    column: 'at_ms',
    everyMs: HOUR_MS,
    before: (nowMs, { keepDays }, kind) =>
      kind === 'sqlite' ? keepDays && nowMs - keepDays * DAY_MS : undefined,
  },
  {
    table: 'responses',
    key: 'day, partner, seat, campaign, creative, publisher, format',
    column: 'day',
    everyMs: HOUR_MS,
    before: (nowMs) => dayOf(nowMs - RESPONSE_DAYS * DAY_MS) + 1,
    rowsMax: 1_000_000,
  },
  {
    table: 'request_samples',
    key: 'lot',
    column: 'minute_ms',
    everyMs: MINUTE_MS,
    before: (nowMs, { sampleDays = 0 }) => nowMs - sampleDays * DAY_MS,
    rowsMax: SAMPLE_ROWS_MAX,
  },
] as const satisfies readonly KeptTable[];

/** Takes a few milliseconds, so that no other statement waits for long. */
const PORTION_ROWS = 1000;

type Deletion = {
  readonly nowMs: number;
  readonly days: KeptDays;
  readonly portionRows?: number;
  readonly rowsMax?: number | undefined;
};

/** Deletes a portion of what is old in a table. Resolves to whether nothing is left. */
export async function deleteOld(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  name: (typeof KEPT_TABLES)[number]['table'],
  { nowMs, days, portionRows = PORTION_ROWS, rowsMax }: Deletion,
): Promise<boolean> {
  const kept: KeptTable | undefined = KEPT_TABLES.find(({ table }) => table === name);
  if (kept === undefined) return true;
  const { table, key, column } = kept;
  const before = Math.max(
    kept.before(nowMs, days, kind) ?? Number.NEGATIVE_INFINITY,
    await firstOf(query, kept, rowsMax ?? kept.rowsMax),
  );
  if (before === Number.NEGATIVE_INFINITY) return true;
  const deleted = await query(
    `delete from ${table} where (${key}) in (
      select ${key} from ${table} where ${column} < cast($1 as bigint) limit ${portionRows}
    ) returning ${column}`,
    [before],
  );
  return deleted.length < portionRows;
}

/** Of what a table has room for. */
async function firstOf(query: Query, { table, column }: KeptTable, rowsMax: number | undefined) {
  if (rowsMax === undefined) return Number.NEGATIVE_INFINITY;
  const [last] = await query(
    `select ${column} as at from ${table} order by ${column} desc limit 1 offset ${rowsMax}`,
  );
  return last === undefined ? Number.NEGATIVE_INFINITY : Number(last.at) + 1;
}

const ATTRIBUTE_MS = 2000;
const RETRY_MS = 10_000;

/** Deletes what is old, makes room for what comes, and attributes what came too early. The drain neither depends on it nor waits for it. */
export function createUpkeep(
  { database, nowMs, rates, log, attribute, ...days }: UpkeepOptions,
  tickMs: () => number,
) {
  const tasks = [
    whenDue(attribute, ATTRIBUTE_MS, 'conversions cannot be attributed to clicks: they are kept'),
    ...KEPT_TABLES.map(({ table, everyMs }) =>
      whenDue(
        (clockMs) => deleteOld(database, table, { nowMs: clockMs, days }),
        everyMs,
        `old rows of ${table} cannot be deleted: they are kept`,
      ),
    ),
    whenDue(
      (clockMs) => arrangeMonths(database, clockMs, days.keepDays),
      HOUR_MS,
      'old months of facts cannot be dropped, or the next not be made: facts are stored as before',
    ),
    whenDue(
      (clockMs) => writeDayRates(database.query, rates?.() ?? {}, clockMs),
      MINUTE_MS,
      'the rates of the day cannot be stored: statements use those of the day before',
    ),
  ];
  let running: Promise<void> | undefined;

  /** A task that resolves to false has more to do, and is not left for long. */
  function whenDue(
    task: (clockMs: number) => Promise<boolean | undefined>,
    restMs: number,
    failed: string,
  ) {
    const faults = createFaultLog(log, failed);
    let dueMs = Number.NEGATIVE_INFINITY;
    return async () => {
      if (tickMs() < dueMs) return;
      try {
        // What is deleted by its age belongs to all machines, and the clock of this one may be wrong.
        const isDone = await task(await readClockMs(database, nowMs()));
        if (isDone !== false) dueMs = tickMs() + restMs;
        faults.recovered();
      } catch (error) {
        dueMs = tickMs() + RETRY_MS;
        faults.failed(error);
      }
    };
  }

  async function runAll(): Promise<void> {
    for (const task of tasks) await task();
    running = undefined;
  }

  return {
    /** Never rejects: what fails is logged and tried again later. While it runs, it is not started again. */
    run(): Promise<void> {
      running ??= runAll();
      return running;
    },
    /** Resolves when it does not run. */
    async ended(): Promise<void> {
      await running;
    },
  };
}

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
