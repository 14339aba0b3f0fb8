import {
  CLOCK_SQL,
  type Database,
  type Query,
  type Row,
  type SqlValue,
} from '../lib/sql/database.ts';

/** A call that is due: of a partner's URL, or of a webhook with a body. */
export type DueCall = {
  readonly id: string;
  /** Whom it is for: a partner, or a webhook as queue-webhook.ts names it. */
  readonly partner: string;
  /** Empty for a webhook: the config has its URL. */
  readonly url: string;
  /** What is posted to a webhook. undefined: the URL is only called. */
  readonly body: string | undefined;
  readonly failures: number;
  readonly takenUntilMs: number;
};

/** 'never': it was made or given up. 'again': it failed and is retried. 'unstarted': another machine may have it. */
export type EndedCall = Pick<DueCall, 'id' | 'takenUntilMs'> & {
  readonly next: 'never' | 'again' | 'unstarted';
};

/** The calls that wait, for all machines together. */
export async function countCalls(query: Query): Promise<number> {
  const [row] = await query('select count(*) as waiting from outbox');
  return Number(row?.waiting ?? 0);
}

export type Outbox = ReturnType<typeof createOutbox>;

type OutboxRound = {
  readonly ended: readonly EndedCall[];
  readonly againAfterMs: number;
  readonly limit: number;
  /** Partners that have enough calls. */
  readonly except: readonly string[];
  /** For this long no other machine gets them. Calls of a dead process are made again: partners know them by the URL. */
  readonly takenMs: number;
};

/**
 * The durable queue of calls to partners' URLs and to webhooks. The time for which calls are taken ends by the clock of the database, which all machines share: one whose own clock is
 * ahead would take over calls that others have in flight. `clock` is its SQL; where that is null, `nowMs` counts.
 */
export function createOutbox(
  database: Database,
  nowMs: () => number,
  clock = CLOCK_SQL[database.kind],
) {
  const run = (database.kind === 'postgres' ? runAtOnce : runSerially)(database, clockOf(clock));
  return {
    /** Stores the ended calls and takes calls that are due, the longest due first, in one transaction. */
    async due(round: OutboxRound): Promise<readonly DueCall[]> {
      const { againAfterMs, limit, takenMs } = round;
      const [ended, except] = [JSON.stringify(round.ended), JSON.stringify(round.except)];
      const rows = await run([ended, nowMs(), againAfterMs, limit, except, takenMs]);
      return rows.map(({ id, partner, url, body, attempts, lease_until_ms }) => ({
        id: String(id),
        partner: String(partner),
        url: String(url),
        body: body === null ? undefined : String(body),
        failures: Number(attempts) - 1,
        takenUntilMs: Number(lease_until_ms),
      }));
    },
  };
}

const clockOf = (sql: string) =>
  `clock as materialized (select coalesce(${sql}, cast($2 as bigint)) as now_ms)`;
const NOW = '(select now_ms from clock)';

/** A call that was made or given up is deleted, whoever has taken it by now. Its fact stays. */
const DELETE = "delete from outbox where id in (select id from ended where next = 'never')";

/** Another machine may have taken a call whose time is over: such calls are left alone. */
const GIVE_BACK = `
  update outbox set lease_until_ms = 0,
    due_ms = case when ended.next = 'again' then ${NOW} + cast($3 as bigint) else outbox.due_ms end,
    attempts = outbox.attempts - case when ended.next = 'again' then 0 else 1 end
  from ended
  where ended.next <> 'never' and outbox.id = ended.id and outbox.lease_until_ms = ended.lease_until_ms`;

const TAKE = `
  update outbox set lease_until_ms = ${NOW} + cast($6 as bigint), attempts = outbox.attempts + 1
  from due where outbox.id = due.id
  returning outbox.id, outbox.partner, outbox.url, outbox.body, outbox.attempts, outbox.lease_until_ms`;

const dueIn = (excepted: string) => `
  select id from outbox
  where due_ms <= ${NOW} and lease_until_ms < ${NOW} and id not in (select id from ended)
    and partner not in (${excepted})
  order by due_ms, id limit $4`;

const SQLITE_ENDED = `ended as materialized (
  select value ->> 'id' as id, value ->> 'next' as next, value ->> 'takenUntilMs' as lease_until_ms
  from json_each($1))`;
const SQLITE_DUE = `due as materialized (${dueIn('select value from json_each($5)')})`;

const NO_CALLS = '[]';

type Run = (values: readonly SqlValue[]) => Promise<readonly Row[]>;

function runSerially(database: Database, clock: string): Run {
  const take = `with ${clock}, ${SQLITE_ENDED}, ${SQLITE_DUE} ${TAKE}`;
  return (values) => {
    if (values[0] === NO_CALLS) return database.query(take, values);
    return database.transaction(async (query) => {
      await query(`with ${SQLITE_ENDED} ${DELETE}`, values.slice(0, 1));
      await query(`with ${clock}, ${SQLITE_ENDED} ${GIVE_BACK}`, values.slice(0, 3));
      return query(take, values);
    });
  };
}

/**
 * One statement, so that no lock waits for this machine. It cannot be part of a deadlock: it waits only for the rows of
 * ended calls, which it locks in the order of their ids and before those that it takes. `cast` twice, because a value
 * that is declared as JSON would be encoded again.
 */
function runAtOnce({ query }: Database, clock: string): Run {
  const statement = `
    with ${clock},
    ended as materialized (
      select outbox.id, told.next, told."takenUntilMs" as lease_until_ms
      from outbox join json_to_recordset(cast(cast($1 as text) as json))
        as told(id text, next text, "takenUntilMs" bigint) on told.id = outbox.id
      order by outbox.id for update of outbox),
    due as materialized (
      ${dueIn('select json_array_elements_text(cast(cast($5 as text) as json))')}
      for update skip locked),
    deleted as (${DELETE}),
    given_back as (${GIVE_BACK})
    ${TAKE}`;
  return (values) => query(statement, values);
}
