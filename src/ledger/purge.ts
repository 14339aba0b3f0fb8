import { DAY_MS, dayOf } from '../lib/day.ts';
import type { Database } from './database.ts';

/** Days for which the page of a campaign has its delivery. */
const DELIVERY_DAYS = 800;
/** The position of a journal is kept this long: a copy of its files that is drained later would count twice. */
const JOURNAL_DAYS = 400;
const PORTION_ROWS = 1000;

/** Deletes a portion of the old counts and positions, a small one, so that no other statement waits for long. */
export async function purge({ query }: Database, nowMs: number): Promise<boolean> {
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
  return cells.length < PORTION_ROWS && journals.length < PORTION_ROWS;
}
