import { afterEach, describe, expect, test } from 'bun:test';
import {
  InMemoryReplayStore,
  InMemoryRevocationStore,
  StaticJwksResolver,
  verifyWebhookSignature,
} from '@adcp/sdk/signing/server';
import { BUY_TABLE } from '../../src/adcp/records/buy-record.ts';
import { createMessageKeys } from '../../src/notices/message-key.ts';
import { eventually } from '../eventually.ts';
import { cleanUp } from '../process.ts';
import {
  CREDENTIALS,
  SECRETS,
  START_MS,
  startReceiver,
  startToldMachine,
  TOKEN,
  type ToldMachine,
  webhookTo,
} from './told-machine.ts';

afterEach(cleanUp);

const RETRIED_MS = 11_000;
const DAY_MS = 86_400_000;

const rowsOf = async ({ database }: ToldMachine) =>
  database.query('select id, partner, url, body from outbox');

async function waitsForLater({ database, clock }: ToldMachine): Promise<boolean> {
  const sql = `select id from outbox where due_ms > ${clock.nowMs}`;
  return (await database.query(sql)).length === 1;
}

const settled = (machine: ToldMachine, count: number) =>
  eventually(async () => machine.results.length >= count && (await rowsOf(machine)).length === 0);

describe('a buyer is told', () => {
  test('each state once, although two machines look for it, with a signature that it can verify', async () => {
    const { url, received } = startReceiver();
    const machine = await startToldMachine();
    const rounds = [machine.machine('a'), machine.machine('a')];
    const both = async () => {
      const told = await Promise.all(rounds.map((round) => round()));
      return told.reduce<number>((sum, count) => sum + Number(count), 0);
    };
    await machine.keep({ notify: webhookTo(url, { operationId: 'op-7', token: TOKEN }) });
    expect(await both()).toBe(1);
    expect(await both()).toBe(0);
    await settled(machine, 1);
    machine.states.set('mb_1', { status: 'completed', reason: '' });
    expect(await both()).toBe(1);
    await settled(machine, 2);
    expect(await both()).toBe(0);
    expect(received.map(({ body }) => [body.result, body.status])).toEqual([
      [expect.objectContaining({ media_buy_id: 'mb_1', media_buy_status: 'active' }), 'completed'],
      [expect.objectContaining({ media_buy_status: 'completed' }), 'completed'],
    ]);
    expect(received[0]?.body).toMatchObject({
      task_type: 'create_media_buy',
      task_id: 'mb_1',
      operation_id: 'op-7',
      token: TOKEN,
      message: 'Media buy mb_1 is active.',
    });
    const [first] = received;
    const { headers = {}, text = '' } = first ?? {};
    const verified = await verifyWebhookSignature(
      { method: 'POST', url, headers, body: text },
      {
        jwks: new StaticJwksResolver(createMessageKeys(SECRETS).jwks.keys),
        replayStore: new InMemoryReplayStore(),
        revocationStore: new InMemoryRevocationStore(),
      },
    );
    expect(verified.status).toBe('verified');
  });

  test('only by one machine at a time', async () => {
    const machine = await startToldMachine();
    expect(await machine.machine('a')()).toBe(0);
    expect(await machine.machine('b')()).toBe('idle');
  });

  test('again after its server has failed, with the same bytes, and of the next state only after that', async () => {
    const { url, received } = startReceiver([500, 503]);
    const machine = await startToldMachine();
    const round = machine.machine('a');
    await machine.keep({ notify: webhookTo(url) });
    await round();
    await eventually(() => machine.results.length === 1);
    machine.states.set('mb_1', { status: 'paused', reason: '' });
    expect(await round()).toBe(0);
    for (const count of [2, 3]) {
      await eventually(() => waitsForLater(machine));
      machine.clock.nowMs += RETRIED_MS;
      await eventually(() => machine.results.length === count);
    }
    await settled(machine, 3);
    expect(await round()).toBe(1);
    await settled(machine, 4);
    const texts = received.map(({ text }) => text);
    expect(texts[1]).toBe(texts[0] ?? '');
    expect(texts[2]).toBe(texts[0] ?? '');
    const keys = received.map(({ body }) => body.idempotency_key);
    expect(new Set(keys).size).toBe(2);
    expect(received[3]?.body.result).toMatchObject({ media_buy_status: 'paused' });
    expect(machine.results).toEqual([
      'failed: status 500',
      'failed: status 503',
      'done: status 200',
      'done: status 200',
    ]);
  });

  test('why, where an operator has refused or canceled it', async () => {
    const { url, received } = startReceiver();
    const machine = await startToldMachine();
    machine.states.set('mb_1', { status: 'rejected', reason: 'the brand is not known' });
    await machine.keep({ notify: webhookTo(url, { version: '3.0' }) });
    await machine.machine('a')();
    await settled(machine, 1);
    expect(received[0]?.body).toMatchObject({
      status: 'rejected',
      message: 'Media buy mb_1 is rejected: the brand is not known',
      result: { media_buy_id: 'mb_1', status: 'rejected' },
    });
  });

  test('nothing more where it refuses, redirects or has taken its webhook back', async () => {
    const { url, received } = startReceiver([400, 307]);
    const machine = await startToldMachine();
    const round = machine.machine('a');
    await machine.keep({ notify: webhookTo(url) });
    await round();
    await settled(machine, 1);
    machine.states.set('mb_1', { status: 'paused', reason: '' });
    await round();
    await settled(machine, 2);
    expect(received.map(({ path }) => path)).toEqual(['/told', '/told']);
    expect(machine.results).toEqual(['given_up: status 400', 'given_up: status 307']);
    await machine.keep({});
    machine.states.set('mb_1', { status: 'active', reason: '' });
    expect(await round()).toBe(0);
  });
});

test('no address of the internal network is called, by its number or by a name', async () => {
  const { url, received } = startReceiver();
  const machine = await startToldMachine({ mayReachLoopback: false });
  await machine.keep({ notify: webhookTo(url) });
  await machine.keep({ notify: webhookTo(url.replace('127.0.0.1', 'localhost')) }, 'mb_2');
  await machine.machine('a')();
  await eventually(() => machine.results.length === 2);
  expect(received).toEqual([]);
  for (const result of machine.results)
    expect(result).toBe('failed: the host has no address that may be called');
});

test('credentials, tokens and addresses are in the record alone: not in the outbox, the log or the history', async () => {
  const { url, received } = startReceiver([500]);
  const machine = await startToldMachine();
  const secretUrl = `${url}/path-secret?key=query-secret`;
  const notify = webhookTo(secretUrl, {
    scheme: 'Bearer',
    credentials: CREDENTIALS,
    token: TOKEN,
  });
  const buy = await machine.keep({ notify, reporting: { ...notify, frequency: 'daily' } });
  await machine.machine('a')();
  await eventually(() => machine.results.length === 1);
  expect(received[0]?.headers.authorization).toBe(`Bearer ${CREDENTIALS}`);
  const rows = await rowsOf(machine);
  expect(rows).toHaveLength(1);
  const shown = JSON.stringify([rows, machine.logged, machine.results, BUY_TABLE.shownOf(buy)]);
  for (const secret of [CREDENTIALS, TOKEN, 'path-secret', 'query-secret']) {
    expect(shown).not.toContain(secret);
  }
});

test('reports come once for each day, in order, the last one as final', async () => {
  const { url, received } = startReceiver();
  const machine = await startToldMachine();
  const rounds = [machine.machine('a'), machine.machine('a')];
  const both = () => Promise.all(rounds.map((round) => round()));
  await machine.keep({
    reporting: { ...webhookTo(url, { task: 'media_buy_delivery' }), frequency: 'daily' },
  });
  await both();
  expect(await rowsOf(machine)).toEqual([]);
  machine.clock.nowMs = START_MS + DAY_MS;
  await both();
  await settled(machine, 1);
  // A machine that was off for two days makes up for them.
  machine.clock.nowMs += 2 * DAY_MS;
  await both();
  await settled(machine, 2);
  machine.states.set('mb_1', { status: 'completed', reason: '' });
  await both();
  await settled(machine, 3);
  machine.clock.nowMs += 10 * DAY_MS;
  await both();
  expect(await rowsOf(machine)).toEqual([]);
  expect(received.map(({ body }) => body.task_type)).toEqual(
    Array.from({ length: 3 }, () => 'media_buy_delivery'),
  );
  const period = (day: number) => ({ start: `2026-11-${day}`, end: `2026-11-${day + 1}` });
  const deliveries = [expect.objectContaining({ media_buy_id: 'mb_1' })];
  expect(received.map(({ body }) => body.result)).toEqual([
    {
      notification_type: 'scheduled',
      sequence_number: 1,
      next_expected_at: '2026-11-18T00:15:00.000Z',
      reporting_period: period(16),
      media_buy_deliveries: deliveries,
    },
    {
      notification_type: 'scheduled',
      sequence_number: 2,
      next_expected_at: '2026-11-19T00:15:00.000Z',
      reporting_period: period(17),
      media_buy_deliveries: deliveries,
    },
    {
      notification_type: 'final',
      sequence_number: 3,
      reporting_period: period(18),
      media_buy_deliveries: deliveries,
    },
  ]);
});
