import { afterAll, expect, test } from 'bun:test';
import { createOutbox, type EndedCall, queueWebhook } from '../../src/ledger/outbox.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { cleanUp } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { countOf } from './ledger.ts';
import { AT_MS } from './samples.ts';

afterAll(cleanUp);

const idOf = (index: number) => `a-${String(index).padStart(4, '0')}|1|win|0`;

/** Calls that are due, the last id first. */
async function fill(database: Database, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const values = [idOf(index), index % 2 === 0 ? 'acme' : 'other', AT_MS - index];
    await database.query(
      `insert into outbox (id, partner, url, failures, due_ms)
       values ($1, $2, 'https://dsp.example/', 0, $3)`,
      values,
    );
  }
}

const NO_CALLS = { ended: [], againAfterMs: 0, limit: 0, except: [], takenMs: 1000 };

const MESSAGE = { name: 'ops', event: 'began/disk', body: '{"text":"ü"}' };
const ROUND = { ended: [], againAfterMs: 500, limit: 10, except: [], takenMs: 1000 };

async function fillUp(database: Database): Promise<void> {
  for (let index = 0; index < 1000; index++) {
    await queueWebhook(database.query, { ...MESSAGE, event: `began/${index}` });
  }
}

onEachDatabase(({ open }) => {
  test('a call is taken by one machine, and ended calls come back as their end says', async () => {
    const database = await open();
    await fill(database, 10);
    const outbox = createOutbox(
      database,
      () => AT_MS,
      async () => AT_MS,
    );
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
      'select id, failures, due_ms from outbox order by id desc limit 3',
    );
    expect(rows.map((row) => [row.failures, row.due_ms].map(Number))).toEqual([
      [0, AT_MS],
      [1, AT_MS + 500],
      // Another machine has taken it since, and says itself how it ended.
      [0, AT_MS + 1000],
    ]);
    expect(indexes(await outbox.due({ ...NO_CALLS, limit: 100 }))).toEqual([8]);
    expect(await countOf(database, 'outbox')).toBe(9);
  });

  test('a message is queued once while it waits, and taken by one machine before the calls of partners', async () => {
    const database = await open();
    await database.query(
      `insert into outbox (id, partner, url, failures, due_ms)
       values ('a', 'acme', 'https://dsp.example/', 0, ${AT_MS - 5000})`,
    );
    expect(await queueWebhook(database.query, MESSAGE)).toBe('queued');
    expect(await queueWebhook(database.query, MESSAGE)).toBe('known');
    const outbox = createOutbox(
      database,
      () => AT_MS,
      async () => AT_MS,
    );
    const [first] = await outbox.due({ ...ROUND, limit: 1 });
    expect(first).toMatchObject({ partner: 'webhook/ops', url: '', body: MESSAGE.body });
    const others = await outbox.due(ROUND);
    expect(others.map(({ id, body }) => [id, body])).toEqual([['a', undefined]]);
    expect(await outbox.due(ROUND)).toEqual([]);
  });

  test('a message that was not accepted is due again later, and one whose time is over is taken over', async () => {
    const database = await open();
    await queueWebhook(database.query, MESSAGE);
    let now = AT_MS;
    const outbox = createOutbox(
      database,
      () => now,
      async () => now,
    );
    const [call] = await outbox.due(ROUND);
    const { id = '', takenUntilMs = 0 } = call ?? {};
    expect(await outbox.due({ ...ROUND, ended: [{ id, takenUntilMs, next: 'again' }] })).toEqual(
      [],
    );
    now += 500;
    expect(await outbox.due(ROUND)).toMatchObject([{ id, failures: 1 }]);
    expect(await outbox.due(ROUND)).toEqual([]);
    now += 1001;
    // Nobody knows how it ended where its machine does not say.
    const [again] = await outbox.due(ROUND);
    expect(again).toMatchObject({ id, failures: 1 });
    // It was made, though its time was over.
    const ended = { id, takenUntilMs: 0, next: 'never' as const };
    await outbox.due({ ...ROUND, ended: [ended] });
    expect(await countOf(database, 'outbox')).toBe(0);
  });

  test('a webhook that takes nothing has at most a thousand messages waiting, and others theirs', async () => {
    const database = await open();
    await fillUp(database);
    expect(await queueWebhook(database.query, MESSAGE)).toBe('full');
    expect(await queueWebhook(database.query, { ...MESSAGE, name: 'other' })).toBe('queued');
  });
});
