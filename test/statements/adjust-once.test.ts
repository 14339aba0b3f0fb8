import { afterAll, expect, test } from 'bun:test';
import { DAY_MS } from '../../src/lib/day.ts';
import { start } from '../admin/server.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf, openLedger, openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { apiOf, type ErrorBody } from '../store/api.ts';
import { ANN, MONTH, statementsOf, told } from './support.ts';

afterAll(cleanUp);

const CORRECTION = {
  kind: 'correction',
  month: MONTH,
  publisher: 'pub-1',
  amount: '-12.50',
  reason: 'as agreed',
};

const keyed = (value: object, key = 'one') => ({ key, body: JSON.stringify(value) });

onEachDatabase(({ kind, locate }) => {
  test('calls with one key at the same time book once, on Postgres also those of several machines', async () => {
    const location = await locate();
    const first = await openLedger(location);
    // A file of SQLite has one machine.
    const machines = [first, kind === 'sqlite' ? first : await openLedger(location)];
    const calls = machines.flatMap((one) => {
      const api = statementsOf(one);
      return [0, 1].map(() => api.adjust(CORRECTION, ANN, keyed(CORRECTION)));
    });
    const ids = (await Promise.all(calls)).map((made) => told(made).id);
    expect(new Set(ids).size).toBe(1);
    expect(await Promise.all(machines.map((one) => countOf(one, 'adjustments')))).toEqual([1, 1]);
  });
});

test('a call that was made is answered as it was, though its month is closed and the currency another one now', async () => {
  const database = await openOwnLedger();
  const first = told(await statementsOf(database).adjust(CORRECTION, ANN, keyed(CORRECTION)));
  told(await statementsOf(database).close(MONTH, ANN));
  const changed = statementsOf(database, {
    currencies: { 'pub-1': 'JPY' },
    nowMs: Date.parse('2025-06-15') + DAY_MS,
  });
  expect(told(await changed.adjust(CORRECTION, ANN, keyed(CORRECTION)))).toEqual(first);
});

test('the admin port takes the key from its header, and refuses another body with the code that campaigns have', async () => {
  const database = await openOwnLedger();
  const token = 'a-long-enough-token-admin';
  const url = start({
    tokens: [{ name: 'the-admin', token, role: 'admin' }],
    api: { statements: statementsOf(database) },
  });
  const adjust = (value: object, headers = { 'Idempotency-Key': 'one' }) =>
    apiOf(url, token).call('POST', '/api/statements/adjustments', value, headers);
  const first = await adjust(CORRECTION);
  const second = await adjust(CORRECTION);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(await second.text()).toBe(await first.text());
  const other = await adjust({ ...CORRECTION, reason: 'another' });
  const { error } = (await other.json()) as ErrorBody;
  expect([other.status, error.code]).toEqual([422, 'KEY_USED']);
  expect(error.details.reason).toBe('another call was made with this Idempotency-Key');
  expect(await countOf(database, 'adjustments')).toBe(1);
});
