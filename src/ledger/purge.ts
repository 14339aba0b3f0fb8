import { DAY_MS, dayOf } from '../lib/day.ts';
import type { Database } from './database.ts';
import type { Clocks } from './database-clock.ts';

/** Days for which the page of a campaign has its delivery. */
export const DELIVERY_DAYS = 800;
/** The position of a journal is kept this long: a copy of its files that is drained later would count twice. */
const JOURNAL_DAYS = 400;
const PORTION_ROWS = 1000;
const PURGE_MS = 10_000;

/** Deletes old counts and positions in small portions, so that no other statement waits for long. */
export function createPurge(database: Database, { clockMs, tickMs }: Clocks): () => Promise<void> {
  let dueMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (tickMs() < dueMs) return;
    const now = await clockMs();
    const cells = await database.query(
      `delete from campaign_delivery where (partner, campaign, day, kind, detail, publisher) in (
        select partner, campaign, day, kind, detail, publisher from campaign_delivery
        where day < $1 limit ${PORTION_ROWS}
      ) returning day`,
      [dayOf(now) - DELIVERY_DAYS],
    );
    const journals = await database.query(
      `delete from journals where name in (
        select name from journals where moved_ms < $1 limit ${PORTION_ROWS}
      ) returning name`,
      [now - JOURNAL_DAYS * DAY_MS],
    );
    if (cells.length < PORTION_ROWS && journals.length < PORTION_ROWS) dueMs = tickMs() + PURGE_MS;
  };
}
