import { DAY_MS } from '../lib/day.ts';
import type { Database } from './database.ts';
import { arrangeMonths } from './fact-months.ts';

/** Takes a few milliseconds, so that a batch never waits for long. */
const PORTION_ROWS = 1000;

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
  if (database.kind === 'postgres') {
    await arrangeMonths(database, nowMs, dropMs);
    return true;
  }
  if (dropMs === undefined) return true;
  const deleted = await database.query(
    `delete from facts where rowid in (
      select rowid from facts where at_ms < $1 limit ${PORTION_ROWS}
    ) returning kind`,
    [dropMs],
  );
  return deleted.length < PORTION_ROWS;
}
