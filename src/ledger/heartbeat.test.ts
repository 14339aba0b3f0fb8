import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { type Database, openDatabase, type Query, type Row } from './database.ts';
import { createHeartbeat, DatabaseWentBack } from './heartbeat.ts';
import { prepareSchema } from './open-schema.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openDatabase({ kind: 'sqlite', file: join(temporaryFolder(), 'p.db') });
  await prepareSchema(database);
});
afterEach(() => database.close());

const DAY_MS = 86_400_000;

function machine(name = 'a', startMs = 40 * DAY_MS) {
  let nowMs = startMs;
  const wentBack: (number | undefined)[] = [];
  const aheads: number[] = [];
  const heartbeat = createHeartbeat({
    machine: name,
    nowMs: () => nowMs,
    onClock: (aheadMs) => void aheads.push(aheadMs),
    onWentBack: (byMs) => void wentBack.push(byMs),
  });
  return {
    wentBack,
    aheads,
    setClock(ms: number) {
      nowMs = ms;
    },
    /** One whose answer is lost is in the database or not, and the machine does not know. */
    async beat(end: 'heard' | 'unheard' | 'undone' = 'heard') {
      nowMs += 1000;
      const query: Query = async (text, values) => {
        if (end === 'undone') throw new Error('the connection was lost');
        return database.query(text, values);
      };
      const beat = await heartbeat.beat(query, 'sqlite').catch((error: unknown) => {
        if (end !== 'undone') throw error;
      });
      if (end === 'heard') beat?.confirm();
    },
    /** Against a Postgres whose clock shows this, and that takes so long to answer. */
    ask: (clockMs: number, tookMs: number) =>
      heartbeat.beat(async () => {
        nowMs += tookMs;
        return [{ before_ms: null, clock_ms: String(clockMs) }];
      }, 'postgres'),
  };
}

const rows = () => database.query('select * from machines order by machine');
async function putBack(saved: readonly Row[]): Promise<void> {
  await database.query('delete from machines');
  for (const { machine: name, beat_ms, before_ms } of saved) {
    const values = [String(name), Number(beat_ms), before_ms === null ? null : Number(before_ms)];
    await database.query('insert into machines values ($1, $2, $3)', values);
  }
}

test('a database that has an earlier heartbeat went back by the time in between, and is taken as it is then', async () => {
  const { beat, wentBack } = machine();
  await beat();
  const backup = await rows();
  for (let time = 0; time < 7; time++) await beat();
  await putBack(backup);
  await expect(beat()).rejects.toBeInstanceOf(DatabaseWentBack);
  expect(wentBack).toEqual([7000]);
  await beat();
  await beat();
  expect(wentBack).toHaveLength(1);
  await putBack(backup);
  await expect(beat()).rejects.toBeInstanceOf(DatabaseWentBack);
});

test('heartbeats whose answers were lost are no sign of anything, in the database or not', async () => {
  const { beat, wentBack } = machine();
  for (const end of ['heard', 'unheard', 'undone', 'undone', 'heard', 'undone', 'heard'] as const) {
    await beat(end);
  }
  expect(wentBack).toEqual([]);
});

test('the clock is compared with the one of Postgres, and its answer may have taken a while', async () => {
  const { ask, aheads, setClock } = machine();
  const now = 40 * DAY_MS;
  for (const [clockMs, tookMs] of [
    [now - 40_000, 0],
    [now + 40_000, 0],
    [now + 10_000, 20_000],
    [now - 1000, 20_000],
    [now + 21_000, 20_000],
  ] as const) {
    setClock(now);
    await ask(clockMs, tookMs);
  }
  expect(aheads).toEqual([40_000, -40_000, 0, 1000, -1000]);
});
