import { expect, test } from 'bun:test';
import { NOON_MS, SALE } from '../../../test/notices/a-sale.ts';
import { DAY_MS } from '../../lib/day.ts';
import type { Fact, FactKind, Sale } from '../../sale/fact.ts';
import { keyOf, NO_ACCOUNTS } from './account.ts';
import { settleFacts } from './settle-facts.ts';

const SOLD: Sale = { ...SALE, partner: 'house', priceMicros: 5_000_000 };
const KEY = keyOf(SOLD);
const EARNED = (5_000_000 * SOLD.shareBasisPoints) / 10_000;
const MINUTE = NOON_MS / 60_000;
const DAY = Math.floor(NOON_MS / DAY_MS);

const fact = (kind: FactKind, sale: Sale = SOLD, atMs = NOON_MS): Fact => ({
  kind,
  atMs,
  sale,
  priceMicros: sale.priceMicros,
});

/** Columns of each table. */
const WIDTHS = { budgets: 8, budget_outcomes: 7 };

/** The rows that are added for these facts, by table. */
async function rowsOf(facts: readonly Fact[], remote: readonly string[] = []) {
  const rows: Record<'budgets' | 'budget_outcomes', unknown[][]> = {
    budgets: [],
    budget_outcomes: [],
  };
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (text.startsWith('select')) return [];
    const table = text.includes('insert into budgets') ? 'budgets' : 'budget_outcomes';
    const width = WIDTHS[table];
    for (let i = 0; i < values.length; i += width) rows[table].push(values.slice(i, i + width));
    return [];
  };
  await settleFacts(query, facts, { remotePartners: new Set(remote), accountOf: NO_ACCOUNTS });
  return rows;
}

test('a bill ends the reservation of its price and its impression, and is spent', async () => {
  expect(await rowsOf([fact('bill'), fact('bill')])).toEqual({
    budget_outcomes: [[3, KEY, MINUTE, 10_000, 2, 0, 0]],
    budgets: [[KEY, 'UTC', DAY, 10_000_000, 10_000_000, 2 * EARNED, 2, 2]],
  });
});

test('a loss ends the reservation, and nothing is spent', async () => {
  expect(await rowsOf([fact('loss')])).toEqual({
    budget_outcomes: [[3, KEY, MINUTE, 0, 0, 5000, 1]],
    budgets: [],
  });
});

test('of a loss and a bill of one sale only the bill ends its reservation', async () => {
  expect(await rowsOf([fact('loss'), fact('bill')])).toEqual({
    budget_outcomes: [[3, KEY, MINUTE, 5000, 1, 0, 0]],
    budgets: [[KEY, 'UTC', DAY, 5_000_000, 5_000_000, EARNED, 1, 1]],
  });
});

test('the spend is of the day of the notice, and the reservation of the minute of the sale', async () => {
  const later = await rowsOf([fact('bill'), fact('bill', SOLD, NOON_MS + DAY_MS)]);
  expect(later.budgets.map(([, , day]) => day)).toEqual([DAY, DAY + 1]);
  expect(later.budget_outcomes).toEqual([[3, KEY, MINUTE, 10_000, 2, 0, 0]]);
  const earlier = { ...SOLD, soldMs: NOON_MS - 60_000 };
  const sold = await rowsOf([fact('bill'), fact('bill', earlier)]);
  expect(sold.budget_outcomes.map(([, , minute]) => minute)).toEqual([MINUTE - 1, MINUTE]);
});

test('only the kind of notice that bills is spent', async () => {
  const nothing = { budgets: [], budget_outcomes: [] };
  for (const kind of ['win', 'impression', 'viewable', 'click'] as const) {
    expect(await rowsOf([fact(kind)])).toEqual(nothing);
  }
  const byImpression = { ...SOLD, billsOn: 'impression' as const };
  expect(await rowsOf([fact('bill', byImpression)])).toEqual(nothing);
  expect((await rowsOf([fact('impression', byImpression)])).budgets).toHaveLength(1);
});

test('sales in test mode, without a campaign, and of remote partners are not settled', async () => {
  const nothing = { budgets: [], budget_outcomes: [] };
  expect(await rowsOf([fact('bill', { ...SOLD, isTest: true })])).toEqual(nothing);
  expect(await rowsOf([fact('bill', { ...SOLD, campaign: '' })])).toEqual(nothing);
  expect(await rowsOf([fact('bill')], ['house'])).toEqual(nothing);
});
