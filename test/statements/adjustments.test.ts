import { afterAll, describe, expect, test } from 'bun:test';
import type { Database } from '../../src/lib/sql/database.ts';
import { readHistory } from '../../src/store/history.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf, openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import {
  ANN,
  amountsOf,
  fieldOf,
  MONTH,
  NEXT_MONTH,
  PRICE,
  PUB,
  reasonOf,
  record,
  sold,
  statementsOf,
  told,
} from './support.ts';

afterAll(cleanUp);

/** The first three days of a farm of clicks, of two partners, beside good traffic. */
const traffic = (database: Database) =>
  record(database, [
    sold({ id: 'bad-1', at: '2024-10-01T10:00Z', price: PRICE }),
    sold({ id: 'bad-2', at: '2024-10-02T10:00Z', price: PRICE, partner: 'zenith', campaign: 'c' }),
    sold({ id: 'good', at: '2024-10-02T11:00Z', price: PRICE }),
    sold({ id: 'other', at: '2024-10-02T10:00Z', price: PRICE, publisher: 'pub-2' }),
  ]);

const INVALID = {
  kind: 'invalid-traffic',
  month: MONTH,
  publisher: 'pub-1',
  from: '2024-10-01',
  to: '2024-10-02T11:00Z',
  reason: 'a farm of clicks',
};

onEachDatabase(({ open }) => {
  test('invalid traffic is deducted from the publisher and credited to its buyers, to the billionth and with its reason', async () => {
    const database = await open();
    await traffic(database);
    const api = statementsOf(database);
    const made = told(await api.adjust(INVALID, ANN));
    told(await api.close(MONTH, ANN));
    const publisher = told(await api.statement(MONTH, PUB));
    expect(amountsOf(publisher)).toEqual([
      'day 2024-10-01 1.75',
      'day 2024-10-02 3.50',
      'invalid-traffic 2024-10-01 -1.75',
      'invalid-traffic 2024-10-02 -1.75',
    ]);
    expect(publisher).toMatchObject({ total: '1.75', usd: '1.75' });
    expect(publisher.lines[3]).toMatchObject({
      adjustment: made.id,
      reason: 'a farm of clicks',
      impressions: -1,
      usd: '-1.75',
    });
    expect(told(await api.statement(MONTH, { partner: 'zenith' })).total).toBe('0.00');
    expect(amountsOf(told(await api.statement(MONTH, { partner: 'acme' })))).toEqual([
      'day 2024-10-01 2.50',
      'day 2024-10-02 5.00',
      'invalid-traffic 2024-10-01 -2.50',
    ]);
    expect(told(await api.statement(MONTH, { publisher: 'pub-2' })).total).toBe('1.75');
  });

  test('who added and deleted an adjustment is in the audit log', async () => {
    const database = await open();
    const api = statementsOf(database);
    const { id } = told(await api.adjust(INVALID, ANN));
    await api.removeAdjustment(id, { who: 'ben', role: 'admin' });
    const rows = await readHistory(database.query, {
      of: { kind: 'adjustment', id },
    });
    expect(rows.map(({ who, action }) => `${who} ${action}`)).toEqual(['ben delete', 'ann create']);
    expect(await api.adjustments(undefined)).toEqual([]);
    expect(reasonOf(await api.removeAdjustment(id, ANN))).toBe(`there is no adjustment "${id}"`);
  });
});

test('invalid traffic of a closed month is deducted in the next one', async () => {
  const database = await openOwnLedger();
  await traffic(database);
  const api = statementsOf(database);
  told(await api.close(MONTH, ANN));
  told(await api.adjust({ ...INVALID, month: undefined, partner: 'zenith' }, ANN));
  told(await api.close(NEXT_MONTH, ANN));
  expect(told(await api.statement(NEXT_MONTH, PUB)).total).toBe('-1.75');
  expect(told(await api.statement(NEXT_MONTH, { partner: 'zenith' })).total).toBe('-2.50');
  expect(reasonOf(await api.statement(NEXT_MONTH, { partner: 'acme' }))).toStartWith('nothing');
  // It is no late sum of the month that it is of.
  told(await api.close('2024-12', ANN));
  expect(await countOf(database, "statements where month = '2024-12'")).toBe(0);
});

test('a whole month of invalid traffic leaves nothing to pay in any currency', async () => {
  const database = await openOwnLedger();
  await record(
    database,
    Array.from({ length: 90 }, (_, index) =>
      sold({
        id: `s-${index}`,
        at: `2024-10-${String(1 + (index % 30)).padStart(2, '0')}`,
        price: 7_777_777,
      }),
    ),
  );
  const parts = {
    currencies: { 'pub-1': 'EUR', acme: 'JPY' },
    rates: { EUR: 1.0837, JPY: 0.0067 },
  };
  const api = statementsOf(database, parts);
  told(await api.adjust({ ...INVALID, to: '2024-11-01' }, ANN));
  told(await api.close(MONTH, ANN));
  expect(told(await api.statement(MONTH, PUB))).toMatchObject({ total: '0.00', usd: '0.00' });
  expect(told(await api.statement(MONTH, { partner: 'acme' })).total).toBe('0');
});

test('a correction is a line in the currency of its account, and makes a statement by itself', async () => {
  const database = await openOwnLedger();
  const api = statementsOf(database, { currencies: { acme: 'EUR' }, rates: { EUR: 1.1 } });
  const correction = {
    kind: 'correction',
    month: MONTH,
    partner: 'acme',
    amount: '-12.5',
    reason: 'as agreed',
  };
  told(await api.adjust(correction, ANN));
  expect(told(await api.statement(MONTH, { partner: 'acme' })).lines).toEqual([
    {
      kind: 'correction',
      of: null,
      usd: null,
      rate: null,
      amount: '-12.50',
      impressions: null,
      clicks: null,
      conversions: null,
      adjustment: expect.any(String),
      reason: 'as agreed',
    },
  ]);
  const now = statementsOf(database);
  expect(reasonOf(await now.close(MONTH, ANN))).toMatch(
    /^adjustment \S+ is in EUR, and its account is in USD now/,
  );
  told(await api.close(MONTH, ANN));
});

test('an adjustment of a closed month stays', async () => {
  const database = await openOwnLedger();
  const api = statementsOf(database);
  const { id } = told(await api.adjust(INVALID, ANN));
  told(await api.close(MONTH, ANN));
  expect(reasonOf(await api.removeAdjustment(id, ANN))).toBe(
    '2024-10 is closed with this adjustment: add one that takes it back',
  );
  expect(await api.adjustments(MONTH)).toHaveLength(1);
});

test('a first month is not closed beside adjustments of an earlier one, which would be lost', async () => {
  const database = await openOwnLedger();
  const api = statementsOf(database);
  told(await api.adjust(INVALID, ANN));
  expect(reasonOf(await api.close(NEXT_MONTH, ANN))).toBe(
    '2024-10 has adjustments: close it first, or delete them',
  );
});

describe('an adjustment is refused', () => {
  const CORRECTION = {
    kind: 'correction',
    month: MONTH,
    publisher: 'pub-1',
    amount: '1.00',
    reason: 'r',
  };
  const PERIOD = { from: '2024-09-01', to: '2024-09-02' };
  test.each([
    ['kind', { ...CORRECTION, kind: 'gift' }],
    ['publisher', { ...CORRECTION, partner: 'acme' }],
    ['publisher', { ...CORRECTION, publisher: undefined }],
    ['amount', { ...CORRECTION, amount: '1.001' }],
    ['amount', { ...CORRECTION, amount: '1e3' }],
    ['amount', { ...CORRECTION, amount: '0.00' }],
    ['amount', { ...CORRECTION, amount: '99999999999999.99' }],
    ['amount', { ...CORRECTION, amount: 5 }],
    ['reason', { ...CORRECTION, reason: ' ' }],
    ['reason', { ...CORRECTION, reason: 'x'.repeat(501) }],
    ['month', { ...CORRECTION, month: '2024-13' }],
    ['month', { ...CORRECTION, month: '2025-07' }],
    ['publisher', { ...INVALID, publisher: '' }],
    ['from', { ...INVALID, from: 'monday' }],
    ['from', { ...INVALID, to: '2024-09-30' }],
    ['from', { ...INVALID, to: '2024-10-02T11:00:30Z' }],
    ['to', { ...INVALID, to: '2024-11-02' }],
    ['from', { ...INVALID, ...PERIOD }],
  ])('for its %s: %j', async (field, value) => {
    const api = statementsOf(await openOwnLedger());
    expect(fieldOf(await api.adjust(value, ANN))).toBe(field);
    expect(await api.adjustments(undefined)).toEqual([]);
  });

  test('where another one deducts a part of the same traffic', async () => {
    const api = statementsOf(await openOwnLedger());
    const first = { ...INVALID, partner: 'acme', campaign: 'shoes' };
    const { id } = told(await api.adjust(first, ANN));
    const again = { ...INVALID, from: '2024-10-02T10:59Z', to: '2024-10-09' };
    for (const value of [again, { ...again, partner: 'acme' }, { ...again, campaign: 'shoes' }]) {
      expect(reasonOf(await api.adjust(value, ANN))).toBe(
        `adjustment ${id} deducts a part of this traffic already`,
      );
    }
    for (const other of [
      { ...again, from: '2024-10-02T11:00Z' },
      { ...INVALID, partner: 'zenith' },
      { ...INVALID, partner: 'acme', campaign: 'hats' },
      { ...INVALID, publisher: 'pub-2' },
    ]) {
      told(await api.adjust(other, ANN));
    }
  });

  test('for a month that is closed, or before one that is', async () => {
    const api = statementsOf(await openOwnLedger());
    told(await api.close(MONTH, ANN));
    for (const month of [MONTH, '2024-09']) {
      expect(reasonOf(await api.adjust({ ...CORRECTION, month }, ANN))).toBe(
        `${month} is closed, or before a closed month: expected 2024-11 or a later month`,
      );
    }
  });

  test('where a month has 500 of them', async () => {
    const database = await openOwnLedger();
    const api = statementsOf(database);
    told(await api.adjust(CORRECTION, ANN));
    await database.query(
      `insert into records (kind, id, state, definition, kept, owner, revision, created_ms, created_revision, changed_ms, changed_by)
       with recursive n(i) as (select 1000 union all select i + 1 from n where i < 1498)
       select kind, 'copy-' || i, state, definition, kept, owner, i, created_ms, i, changed_ms, changed_by
       from n, records`,
    );
    expect(reasonOf(await api.adjust(CORRECTION, ANN))).toBe('2024-10 has 500 adjustments already');
  });
});
