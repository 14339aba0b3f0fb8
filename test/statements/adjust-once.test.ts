import { afterAll, expect, test } from 'bun:test';
import { DAY_MS } from '../../src/lib/day.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf, openLedger, openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { ANN, MONTH, reasonOf, statementsOf, told } from './support.ts';

afterAll(cleanUp);

const ADJUSTMENTS = "records where kind = 'adjustment'";

const CORRECTION = {
  kind: 'correction',
  month: MONTH,
  publisher: 'pub-1',
  amount: '-12.50',
  reason: 'as agreed',
};

onEachDatabase(({ kind, locate }) => {
  test('calls with one key at the same time book once, on Postgres also those of several machines', async () => {
    const location = await locate();
    const first = await openLedger(location);
    // A file of SQLite has one machine.
    const machines = [first, kind === 'sqlite' ? first : await openLedger(location)];
    const calls = machines.flatMap((one) => {
      const api = statementsOf(one);
      return [0, 1].map(() => api.adjust(CORRECTION, ANN, 'one'));
    });
    const ids = (await Promise.all(calls)).map((made) => told(made).id);
    expect(new Set(ids).size).toBe(1);
    expect(await Promise.all(machines.map((one) => countOf(one, ADJUSTMENTS)))).toEqual([1, 1]);
  });
});

test('a call that was made is answered as it was, though its month is closed and the currency another one now', async () => {
  const database = await openOwnLedger();
  const first = told(await statementsOf(database).adjust(CORRECTION, ANN, 'one'));
  told(await statementsOf(database).close(MONTH, ANN));
  const changed = statementsOf(database, {
    currencies: { 'pub-1': 'JPY' },
    nowMs: Date.parse('2025-06-15') + DAY_MS / 2,
  });
  expect(told(await changed.adjust(CORRECTION, ANN, 'one'))).toEqual(first);
});

test('a key is good for no other call', async () => {
  const database = await openOwnLedger();
  const api = statementsOf(database);
  const first = told(await api.adjust(CORRECTION, ANN, 'one'));
  expect(told(await api.adjust(CORRECTION, ANN, 'one'))).toEqual(first);
  const other = await api.adjust({ ...CORRECTION, reason: 'another' }, ANN, 'one');
  expect(reasonOf(other)).toBe('another call was made with this Idempotency-Key');
  expect(await countOf(database, ADJUSTMENTS)).toBe(1);
});
