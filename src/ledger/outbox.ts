import type { Database, Query, Row, Value } from './database.ts';

/** A call to a partner's URL that is due. */
export type DueCall = {
  readonly id: string;
  readonly partner: string;
  readonly url: string;
  /** Failed attempts so far. */
  readonly failures: number;
  readonly leaseUntilMs: number;
};

/**
 * The end of a leased call. 'never': it was made or given up. 'again': it failed and is retried. 'unstarted': another
 * machine may have it.
 */
export type EndedCall = {
  readonly id: string;
  readonly next: 'never' | 'again' | 'unstarted';
  readonly leaseUntilMs: number;
};

export type DueQuery = {
  /** Calls that ended since the last query. */
  readonly ended: readonly EndedCall[];
  readonly againAfterMs: number;
  readonly limit: number;
  /** Partners that have enough calls. */
  readonly except: readonly string[];
  /**
   * For this long no other machine gets the calls. A call whose process died is made again after the lease: at least
   * once, and partners recognize a repeated call by its URL.
   */
  readonly leaseMs: number;
};

/** The durable queue of calls to partners' URLs. Several machines may take from it. */
export type Outbox = {
  /** Stores the ended calls and leases calls that are due, the longest due first, in one transaction. */
  readonly due: (query: DueQuery) => Promise<readonly DueCall[]>;
};

/** The calls that wait, for all machines together. */
export async function countCalls(query: Query): Promise<number> {
  const [row] = await query('select count(*) as waiting from outbox');
  return Number(row?.waiting ?? 0);
}

export function createOutbox(database: Database, nowMs: () => number): Outbox {
  const run = database.kind === 'postgres' ? runAtOnce : runInTurn;
  return {
    async due({ ended, againAfterMs, limit, except, leaseMs }) {
      const now = nowMs();
      const lease = [now, limit, JSON.stringify(except), now + leaseMs];
      const rows = await run(database, [JSON.stringify(ended), now + againAfterMs, ...lease]);
      return rows.map(({ id, partner, url, attempts, lease_until_ms }) => ({
        id: String(id),
        partner: String(partner),
        url: String(url),
        failures: Number(attempts) - 1,
        leaseUntilMs: Number(lease_until_ms),
      }));
    },
  };
}

/** A call that was made or given up is deleted, whoever has leased it by now. Its fact stays. */
const DELETE = "delete from outbox where id in (select id from ended where next = 'never')";

/** A lease that has expired may belong to another machine by now: its calls are left alone. */
const GIVE_BACK = `
  update outbox set lease_until_ms = 0,
    due_ms = case when ended.next = 'again' then $2 else outbox.due_ms end,
    attempts = outbox.attempts - case when ended.next = 'again' then 0 else 1 end
  from ended
  where ended.next <> 'never' and outbox.id = ended.id and outbox.lease_until_ms = ended.lease_until_ms`;

const LEASE = `
  update outbox set lease_until_ms = $6, attempts = outbox.attempts + 1
  from due where outbox.id = due.id
  returning outbox.id, outbox.partner, outbox.url, outbox.attempts, outbox.lease_until_ms`;

const dueIn = (excepted: string) => `
  select id from outbox
  where due_ms <= $3 and lease_until_ms < $3
    and id not in (select id from ended) and partner not in (${excepted})
  order by due_ms, id limit $4`;

/** No calls, as JSON. */
const NONE = '[]';

const SQLITE_ENDED = `ended as materialized (
  select value ->> 'id' as id, value ->> 'next' as next, value ->> 'leaseUntilMs' as lease_until_ms
  from json_each($1))`;
const SQLITE_DUE = `due as materialized (${dueIn('select value from json_each($5)')})`;

const SQLITE_LEASE = `with ${SQLITE_ENDED}, ${SQLITE_DUE} ${LEASE}`;

function runInTurn(database: Database, values: readonly Value[]): Promise<readonly Row[]> {
  if (values[0] === NONE) return database.query(SQLITE_LEASE, values);
  return database.transaction(async (query) => {
    await query(`with ${SQLITE_ENDED} ${DELETE}`, values.slice(0, 1));
    await query(`with ${SQLITE_ENDED} ${GIVE_BACK}`, values.slice(0, 2));
    return query(SQLITE_LEASE, values);
  });
}

/**
 * One statement, so that no lock waits for this machine. It cannot be part of a deadlock: it waits only for the rows of
 * ended calls, which it locks in the order of their ids and before those that it leases. `cast` twice, because a value
 * that is declared as JSON would be encoded again.
 */
const POSTGRES_STATEMENT = `
  with ended as materialized (
    select outbox.id, told.next, told."leaseUntilMs" as lease_until_ms
    from outbox join json_to_recordset(cast(cast($1 as text) as json))
      as told(id text, next text, "leaseUntilMs" bigint) on told.id = outbox.id
    order by outbox.id for update of outbox),
  due as materialized (
    ${dueIn('select json_array_elements_text(cast(cast($5 as text) as json))')}
    for update skip locked),
  deleted as (${DELETE}),
  given_back as (${GIVE_BACK})
  ${LEASE}`;

function runAtOnce({ query }: Database, values: readonly Value[]): Promise<readonly Row[]> {
  return query(POSTGRES_STATEMENT, values);
}
