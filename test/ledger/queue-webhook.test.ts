import { afterAll, expect, test } from 'bun:test';
import type { Database } from '../../src/ledger/database.ts';
import { createOutbox } from '../../src/ledger/outbox.ts';
import { queueWebhook } from '../../src/ledger/queue-webhook.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { countOf } from './ledger.ts';
import { AT_MS } from './samples.ts';

afterAll(cleanUp);

const MESSAGE = { name: 'ops', event: 'began/disk', body: '{"text":"ü"}' };
const OWN_CLOCK = 'null';
const ROUND = { ended: [], againAfterMs: 500, limit: 10, except: [], takenMs: 1000 };

async function fillUp(database: Database): Promise<void> {
  for (let index = 0; index < 1000; index++) {
    await queueWebhook(database.query, { ...MESSAGE, event: `began/${index}` });
  }
}

onEachDatabase(({ open }) => {
  test('a message is queued once while it waits, and taken by one machine before the calls of partners', async () => {
    const database = await open();
    await database.query(
      `insert into outbox (id, partner, url, attempts, due_ms, lease_until_ms)
       values ('a', 'acme', 'https://dsp.example/', 0, ${AT_MS - 5000}, 0)`,
    );
    expect(await queueWebhook(database.query, MESSAGE)).toBe('queued');
    expect(await queueWebhook(database.query, MESSAGE)).toBe('known');
    const outbox = createOutbox(database, () => AT_MS, OWN_CLOCK);
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
    const outbox = createOutbox(database, () => now, OWN_CLOCK);
    const [call] = await outbox.due(ROUND);
    const { id = '', takenUntilMs = 0 } = call ?? {};
    expect(await outbox.due({ ...ROUND, ended: [{ id, takenUntilMs, next: 'again' }] })).toEqual(
      [],
    );
    now += 500;
    expect(await outbox.due(ROUND)).toMatchObject([{ id, failures: 1 }]);
    expect(await outbox.due(ROUND)).toEqual([]);
    now += 1001;
    const [again] = await outbox.due(ROUND);
    expect(again).toMatchObject({ id, failures: 2 });
    const ended = { id, takenUntilMs: again?.takenUntilMs ?? 0, next: 'never' as const };
    await outbox.due({ ...ROUND, ended: [ended] });
    expect(await countOf(database, 'outbox')).toBe(0);
  });

  test('a webhook that takes nothing has at most a thousand messages waiting, and others theirs', async () => {
    const database = await open();
    await fillUp(database);
    expect(await queueWebhook(database.query, MESSAGE)).toBe('full');
    expect(await queueWebhook(database.query, { ...MESSAGE, name: 'other' })).toBe('queued');
  });

  test('a message that is too long is a mistake of whoever made it', async () => {
    const { query } = await open();
    const tooLong = { ...MESSAGE, body: 'x'.repeat(262_145) };
    await expect(queueWebhook(query, tooLong)).rejects.toThrow('a body of at most 262144');
    const longEvent = { ...MESSAGE, event: 'x'.repeat(301) };
    await expect(queueWebhook(query, longEvent)).rejects.toThrow('at most 300 characters');
  });
});
