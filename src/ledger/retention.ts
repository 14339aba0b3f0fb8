import { DAY_MS } from '../lib/day.ts';
import type { Database } from './database.ts';
import type { Clocks } from './database-clock.ts';
import { arrangeMonths } from './fact-months.ts';

const ARRANGE_MS = 3_600_000;
/** Takes a few milliseconds, so that a batch never waits for long. */
const PORTION_ROWS = 1000;

/**
 * Drops the facts of sales that are older than `keepDays`. Counts stay. Postgres drops a month at a time, and needs the
 * tables of the months to come. SQLite deletes portions, one for each call.
 */
export function createRetention(
  database: Database,
  { clockMs, tickMs }: Clocks,
  keepDays: number | undefined,
): () => Promise<void> {
  let dueMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (tickMs() < dueMs) return;
    const now = await clockMs();
    const dropMs = keepDays === undefined ? undefined : now - keepDays * DAY_MS;
    const isDone =
      database.kind === 'postgres'
        ? await arrangeMonths(database, now, dropMs).then(() => true)
        : dropMs === undefined || (await deletePortion(database, dropMs));
    if (isDone) dueMs = tickMs() + ARRANGE_MS;
  };
}

/** By the time of the fact, which has an index and is not before the sale. Resolves to whether it was the last. */
async function deletePortion({ query }: Database, dropMs: number): Promise<boolean> {
  const deleted = await query(
    `delete from facts where rowid in (
      select rowid from facts where at_ms < $1 limit ${PORTION_ROWS}
    ) returning kind`,
    [dropMs],
  );
  return deleted.length < PORTION_ROWS;
}
