import { dayOf } from '../lib/day.ts';
import type { Database } from './database.ts';

/** URLs are kept this long after their notices expired: facts may wait in the journal of a machine that is down. */
const CALLS_GRACE_MS = 3_600_000;
/** Days for which the page of a campaign has its delivery. */
export const DELIVERY_DAYS = 800;
const PORTION_ROWS = 1000;
const PURGE_MS = 10_000;

/** Deletes expired URLs and counts in small portions, so that no other statement waits for long. */
export function createPurge(database: Database, nowMs: () => number): () => Promise<void> {
  let dueMs = 0;
  return async () => {
    const now = nowMs();
    if (now < dueMs) return;
    const deleted = await database.query(
      `delete from partner_calls where (auction_id, imp_id, kind) in (
        select auction_id, imp_id, kind from partner_calls where until_ms < $1 limit ${PORTION_ROWS}
      ) returning auction_id`,
      [now - CALLS_GRACE_MS],
    );
    const old = await database.query(
      `delete from campaign_delivery where (partner, campaign, day, kind, detail, publisher) in (
        select partner, campaign, day, kind, detail, publisher from campaign_delivery
        where day < $1 limit ${PORTION_ROWS}
      ) returning day`,
      [dayOf(now) - DELIVERY_DAYS],
    );
    if (deleted.length < PORTION_ROWS && old.length < PORTION_ROWS) dueMs = now + PURGE_MS;
  };
}
