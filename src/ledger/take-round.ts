import { type Database, readClockMs } from '../lib/sql/database.ts';

/** A machine that stops leaves the round to another after this. Longer than the work of a round takes. */
const ROUND_MS = 60_000;

/** Whether this machine is the one that tells buyers for all now. It stays that while it asks again in time. */
export async function takeRound(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  machine: string,
  nowMs: number,
): Promise<boolean> {
  const clockMs = await readClockMs({ kind, query }, nowMs);
  const rows = await query(
    `insert into telling_round (id, machine, until_ms) values (1, $1, cast($2 as bigint))
    on conflict (id) do update set machine = excluded.machine, until_ms = excluded.until_ms
    where telling_round.machine = excluded.machine or telling_round.until_ms < cast($3 as bigint)
    returning machine`,
    [machine, clockMs + ROUND_MS, clockMs],
  );
  return rows.length > 0;
}
