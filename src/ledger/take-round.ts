import { type Database, readClockMs } from '../lib/sql/database.ts';

/** A machine that stops leaves the round to another after this. Longer than the work of a round takes. */
const ROUND_MS = 60_000;

/** Work that one machine at a time does for all, by its row. The table has the name of the first of them. */
const ROUNDS = { supply: 1, 'telling buyers': 2 } as const;

/** Whether this machine is the one that does the work now. It stays that while it asks again in time. */
export async function takeRound(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  work: keyof typeof ROUNDS,
  machine: string,
  nowMs: number,
): Promise<boolean> {
  const clockMs = await readClockMs({ kind, query }, nowMs);
  const rows = await query(
    `insert into supply_round (id, machine, until_ms) values (${ROUNDS[work]}, $1, cast($2 as bigint))
    on conflict (id) do update set machine = excluded.machine, until_ms = excluded.until_ms
    where supply_round.machine = excluded.machine or supply_round.until_ms < cast($3 as bigint)
    returning machine`,
    [machine, clockMs + ROUND_MS, clockMs],
  );
  return rows.length > 0;
}
