import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Database, type DatabaseLocation, openDatabase } from '../../src/ledger/database.ts';
import { createOutbox, type EndedCall } from '../../src/ledger/outbox.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { countOf, drainOf, journalOf, KINDS, newLocation, openLedger } from './ledger.ts';
import { AT_MS, aFact, factEntry } from './samples.ts';

const MACHINES = 6;
const ROUNDS = 60;
const CALLS = 400;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const idOf = (index: number) => `a-${String(index).padStart(4, '0')}|1|win|0`;

/** Calls that are due, the last id first. */
async function fill(database: Database, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const values = [idOf(index), index % 2 === 0 ? 'acme' : 'other', AT_MS - index];
    await database.query(
      `insert into outbox (id, partner, url, attempts, due_ms, lease_until_ms)
       values ($1, $2, 'https://dsp.example/', 0, $3, 0)`,
      values,
    );
  }
}

/** A database of each of several machines. */
async function machinesAt(location: DatabaseLocation): Promise<readonly Database[]> {
  const opened = await Promise.all(Array.from({ length: MACHINES }, () => openDatabase(location)));
  atCleanUp(() => Promise.all(opened.map((database) => database.close())));
  return opened;
}

/** The time that a test tells it, on Postgres too. */
const OWN_CLOCK = 'null';

const NO_CALLS = { ended: [], againAfterMs: 0, limit: 0, except: [], takenMs: 1000 };

test('machines that take and end the same calls never deadlock', async () => {
  const location = await newLocation('postgres', postgres);
  const database = await openLedger(location);
  await fill(database, CALLS);
  // The time of each has ended when the next machine asks: all of them end calls that others have taken meanwhile.
  let now = AT_MS;
  let answered = 0;
  await Promise.all(
    (await machinesAt(location)).map(async (one, machine) => {
      const outbox = createOutbox(one, () => now++, OWN_CLOCK);
      let ended: readonly EndedCall[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const taking = outbox.due({ ...NO_CALLS, ended, limit: CALLS / 2, takenMs: -10 });
        const due = await taking.catch(ifConnectionLost);
        if (due === undefined) continue;
        answered++;
        const inOwnOrder = machine % 2 === 0 ? due : due.toReversed();
        ended = inOwnOrder.map(({ id, takenUntilMs }, index) => {
          const next = (index + machine) % 7 === 0 ? 'unstarted' : 'again';
          return { id, takenUntilMs, next: index === 0 ? 'never' : next };
        });
      }
    }),
  );
  const [row] = await database.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(Number(row?.deadlocks)).toBe(0);
  expect(answered).toBeGreaterThanOrEqual(MACHINES * ROUNDS - MACHINES);
});

/** What Postgres refuses fails the test. After a lost connection a machine asks again, as it does on a busy host. */
function ifConnectionLost(error: unknown): undefined {
  if (!String(Object(error).code).startsWith('ERR_POSTGRES_CONNECTION')) throw error;
}

test('a machine whose clock is ahead takes over no calls that another has in flight, and delays none', async () => {
  const location = await newLocation('postgres', postgres);
  const database = await openLedger(location);
  const aheadMs = () => Date.now() + 3_600_000;
  const [right, ahead] = [Date.now, aheadMs].map((nowMs) => createOutbox(database, nowMs));
  const folder = temporaryFolder();
  const calls = ['https://dsp.example/a', 'https://dsp.example/b'];
  await journalOf(folder, [{ ...factEntry(aFact()), calls }]);
  await drainOf(folder, database, { nowMs: aheadMs }).drainOnce();
  const takenMs = 600_000;
  const taken = (await right?.due({ ...NO_CALLS, takenMs, limit: 10 })) ?? [];
  expect(taken.map(({ url }) => url).sort()).toEqual(calls);
  expect(await ahead?.due({ ...NO_CALLS, takenMs, limit: 10 })).toEqual([]);
  const ended = taken.map(({ id, takenUntilMs }) => ({ id, takenUntilMs, next: 'again' as const }));
  await ahead?.due({ ...NO_CALLS, ended, limit: 0 });
  expect(await right?.due({ ...NO_CALLS, limit: 10 })).toHaveLength(2);
});

describe.each([...KINDS])('on %s', (kind) => {
  test('a call is taken by one machine, and ended calls come back as their end says', async () => {
    const location = await newLocation(kind, postgres);
    const database = await openLedger(location);
    await fill(database, 10);
    const outbox = createOutbox(database, () => AT_MS, OWN_CLOCK);
    const first = await outbox.due({ ...NO_CALLS, limit: 4 });
    const second = await outbox.due({ ...NO_CALLS, limit: 100, except: ['other'] });
    const indexes = (calls: readonly { readonly id: string }[]) =>
      calls.map(({ id }) => Number(id.slice(2, 6))).sort((a, b) => a - b);
    expect(indexes(first)).toEqual([6, 7, 8, 9]);
    expect(indexes(second)).toEqual([0, 2, 4]);
    const end = (index: number, next: EndedCall['next'], lateMs = 0): EndedCall => {
      return { id: idOf(index), next, takenUntilMs: AT_MS + 1000 - lateMs };
    };
    const ended = [end(9, 'never'), end(8, 'unstarted'), end(7, 'again'), end(6, 'again', 1)];
    const third = await outbox.due({ ...NO_CALLS, ended, againAfterMs: 500, limit: 100 });
    expect(indexes(third)).toEqual([1, 3, 5]);
    const rows = await database.query(
      'select id, attempts, due_ms, lease_until_ms from outbox order by id desc limit 3',
    );
    expect(rows.map((row) => [row.attempts, row.due_ms, row.lease_until_ms].map(Number))).toEqual([
      [0, AT_MS - 8, 0],
      [1, AT_MS + 500, 0],
      // Another machine has taken it since, and says itself how it ended.
      [1, AT_MS - 6, AT_MS + 1000],
    ]);
    expect(indexes(await outbox.due({ ...NO_CALLS, limit: 100 }))).toEqual([8]);
    expect(await countOf(database, 'outbox')).toBe(9);
  });

  test('a call that was made is deleted even if its time is over, and is not taken again by the same query', async () => {
    const database = await openLedger(await newLocation(kind, postgres));
    await fill(database, 1);
    let now = AT_MS;
    const outbox = createOutbox(database, () => now, OWN_CLOCK);
    const [call] = await outbox.due({ ...NO_CALLS, limit: 1 });
    now += 5000;
    const ended = [{ id: idOf(0), next: 'never' as const, takenUntilMs: call?.takenUntilMs ?? 0 }];
    expect(await outbox.due({ ...NO_CALLS, ended, limit: 10 })).toEqual([]);
    expect(await countOf(database, 'outbox')).toBe(0);
  });
});
