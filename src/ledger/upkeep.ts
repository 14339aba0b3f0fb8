import { DAY_MS, dayOf } from '../lib/day.ts';
import type { Log } from '../lib/log.ts';
import { type Database, readClockMs } from '../lib/sql/database.ts';
import { type UsdRates, writeDayRates } from './day-rates.ts';
import { arrangeMonths } from './fact-months.ts';
import { createFaultLog } from './fault-log.ts';
import { purgeResponses } from './rates/responses.ts';
import { purgeSamples } from './samples/request-samples.ts';

type UpkeepOptions = {
  /** Without the watch over its answers: a deletion that waits for a lock is no silence of the database. */
  readonly database: Database;
  readonly nowMs: () => number;
  readonly keepDays?: number | undefined;
  readonly sampleDays?: number | undefined;
  /** USD per unit of other currencies, kept for each day as statements need them. */
  readonly rates?: () => UsdRates;
  readonly log: Log;
  /** Attributes conversions that are due. Resolves to whether no more are. */
  readonly attribute: (clockMs: number) => Promise<boolean>;
};

const ATTRIBUTE_MS = 2000;
const PURGE_MS = 10_000;
const RETENTION_MS = 3_600_000;
const SAMPLES_MS = 60_000;
const DAY_RATES_MS = 60_000;
const RETRY_MS = 10_000;

const ATTRIBUTE_FAILED = 'conversions cannot be attributed to clicks: they are kept';
const PURGE_FAILED = 'old counts and positions of journals cannot be deleted: they are kept';
const RETENTION_FAILED =
  'old facts cannot be dropped, or the tables of the next months not be made: facts are stored as before';

const DAY_RATES_FAILED =
  'the rates of the day cannot be stored: statements use those of the day before';
const SAMPLES_FAILED = 'old samples of requests cannot be deleted: they are kept';

/** Deletes what is old, makes room for what comes, and attributes what came too early. The drain neither depends on it nor waits for it. */
export function createUpkeep(
  { database, nowMs, keepDays, sampleDays = 0, rates, log, attribute }: UpkeepOptions,
  tickMs: () => number,
) {
  const tasks = [
    whenDue(attribute, ATTRIBUTE_MS, ATTRIBUTE_FAILED),
    whenDue((clockMs) => purge(database, clockMs), PURGE_MS, PURGE_FAILED),
    whenDue((clockMs) => retain(database, clockMs, keepDays), RETENTION_MS, RETENTION_FAILED),
    // Counts the table, which takes a while.
    whenDue(
      (clockMs) => purgeResponses(database.query, clockMs, PORTION_ROWS),
      RETENTION_MS,
      PURGE_FAILED,
    ),
    whenDue(
      (clockMs) => purgeSamples(database, clockMs, { days: sampleDays, portionRows: PORTION_ROWS }),
      SAMPLES_MS,
      SAMPLES_FAILED,
    ),
    whenDue(
      (clockMs) => writeDayRates(database.query, rates?.() ?? {}, clockMs),
      DAY_RATES_MS,
      DAY_RATES_FAILED,
    ),
  ];
  let running: Promise<void> | undefined;

  /** The task resolves to whether nothing is left to do, and is due again after a rest then. */
  function whenDue(task: (clockMs: number) => Promise<boolean>, restMs: number, failed: string) {
    const faults = createFaultLog(log, failed);
    let dueMs = Number.NEGATIVE_INFINITY;
    return async () => {
      if (tickMs() < dueMs) return;
      try {
        // What is deleted by its age belongs to all machines, and the clock of this one may be wrong.
        const isDone = await task(await readClockMs(database, nowMs()));
        if (isDone) dueMs = tickMs() + restMs;
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

/** Days for which the page of a campaign has its delivery. */
const DELIVERY_DAYS = 800;
/** The position of a journal is kept this long: a copy of its files that is drained later would count twice. */
const JOURNAL_DAYS = 400;
/** Days for which feedback is kept. */
const FEEDBACK_DAYS = 400;
/** Takes a few milliseconds, so that a batch never waits for long. */
const PORTION_ROWS = 1000;

/** Deletes a portion of the old counts and positions, a small one, so that no other statement waits for long. */
async function purge({ query }: Database, nowMs: number): Promise<boolean> {
  const cells = await query(
    `delete from campaign_delivery where (partner, campaign, day, kind, detail, publisher) in (
      select partner, campaign, day, kind, detail, publisher from campaign_delivery
      where day < $1 limit ${PORTION_ROWS}
    ) returning day`,
    [dayOf(nowMs) - DELIVERY_DAYS],
  );
  const journals = await query(
    `delete from journals where name in (
      select name from journals where moved_ms < $1 limit ${PORTION_ROWS}
    ) returning name`,
    [nowMs - JOURNAL_DAYS * DAY_MS],
  );
  const feedback = await query(
    `delete from feedback where (auction_id, imp_id, kind) in (
      select auction_id, imp_id, kind from feedback where at_ms < $1 limit ${PORTION_ROWS}
    ) returning kind`,
    [nowMs - FEEDBACK_DAYS * DAY_MS],
  );
  return [cells, journals, feedback].every(({ length }) => length < PORTION_ROWS);
}

/**
 * Drops the facts of sales that are older than `keepDays`. Counts stay. Postgres drops a month at a time, and needs the
 * tables of the months to come. SQLite deletes portions, one for each call, by the time of the fact, which has an index
 * and is not before the sale. Resolves to whether nothing is left.
 */
export async function retain(
  database: Database,
  nowMs: number,
  keepDays: number | undefined,
): Promise<boolean> {
  const dropMs = keepDays === undefined ? undefined : nowMs - keepDays * DAY_MS;
  const areOrdersDropped = await dropConversions(database, nowMs, keepDays);
  if (database.kind === 'postgres') {
    await arrangeMonths(database, nowMs, dropMs);
    return areOrdersDropped;
  }
  if (dropMs === undefined) return true;
  const deleted = await database.query(
    `delete from facts where rowid in (
      select rowid from facts where at_ms < $1 limit ${PORTION_ROWS}
    ) returning kind`,
    [dropMs],
  );
  return deleted.length < PORTION_ROWS && areOrdersDropped;
}

/** Longer than a click id is valid: until then an order could come again, and would count twice. */
const CONVERSION_DAYS_MIN = 61;

async function dropConversions(
  { query }: Database,
  nowMs: number,
  keepDays: number | undefined,
): Promise<boolean> {
  if (keepDays === undefined) return true;
  const deleted = await query(
    `delete from conversions where id in (
      select id from conversions where at_ms < $1 limit ${PORTION_ROWS}
    ) returning id`,
    [nowMs - Math.max(keepDays, CONVERSION_DAYS_MIN) * DAY_MS],
  );
  return deleted.length < PORTION_ROWS;
}
