import { afterAll, beforeEach, expect, test } from 'bun:test';
import { drainOf, journalOf, openLedger } from '../../../test/ledger/ledger.ts';
import { AT_MS, aFact, factEntry } from '../../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import type { ClickRef, Conversion } from '../../sale/conversion.ts';
import type { FactKind, SaleEvent } from '../../sale/fact.ts';
import type { Database } from '../database.ts';
import type { JournalEntry } from '../entry.ts';

let database: Database;
beforeEach(async () => {
  database = await openLedger({ kind: 'sqlite', file: `${temporaryFolder()}/parley.db` });
});
afterAll(cleanUp);

const HOUR_MS = 3_600_000;

function notice(auctionId: string, kind: FactKind, more: { isTest?: boolean; atMs?: number } = {}) {
  const { isTest = false, atMs = AT_MS } = more;
  const fact = aFact({ auctionId, kind, atMs, soldMs: AT_MS });
  const charge = { per: 'conversion' as const, micros: 40_000_000 };
  return factEntry({ ...fact, sale: { ...fact.sale, charge, isTest } });
}

const clickOn = (auctionId: string, more: Partial<ClickRef> = {}): ClickRef => ({
  auctionId,
  impId: '1',
  soldMs: AT_MS,
  windowDays: 1,
  isDirect: false,
  ...more,
});

function told(clicks: readonly ClickRef[], more: Partial<Conversion> = {}): JournalEntry {
  const who = { source: 'server' as const, partner: 'acme', seat: 'seat-1' };
  const worth = { amountMicros: 1_000_000, currency: 'USD', valueMicros: 1_000_000 };
  const what = { event: 'purchase', orderId: '' };
  return {
    kind: 'conversion',
    conversion: { atMs: AT_MS + HOUR_MS, ...who, ...what, ...worth, clicks, ...more },
  };
}

/** Drains these entries, then attributes what is due, and says which events were new. */
async function drained(entries: readonly JournalEntry[], nowMs = AT_MS + HOUR_MS) {
  const folder = temporaryFolder();
  await journalOf(folder, entries);
  const events: SaleEvent[] = [];
  const onNewFacts = (fresh: readonly SaleEvent[]) => events.push(...fresh);
  await drainOf(folder, database, { nowMs: () => nowMs, onNewFacts }).drainOnce();
  return events.map(({ kind }) => kind);
}

const states = async () =>
  (await database.query('select state from conversions order by state')).map(({ state }) => state);

test('one of a sale in test mode is kept and counts nowhere', async () => {
  await drained([notice('a', 'click', { isTest: true }), told([clickOn('a')])]);
  const [row] = await database.query('select state, spend_nanos from conversions');
  expect([row?.state, Number(row?.spend_nanos)]).toEqual(['attributed', 0]);
  for (const table of ['rollups', 'budgets', 'campaign_delivery', 'responses']) {
    const rows = await database.query(`select 1 from ${table}`);
    expect([table, rows.length]).toEqual([table, 0]);
  }
});

test('a loss proves no sale, and a click long after the order is not what led to it', async () => {
  await drained([
    notice('a', 'loss'),
    notice('b', 'click', { atMs: AT_MS + 2 * HOUR_MS }),
    told([clickOn('a', { isDirect: true })], { orderId: '1' }),
    told([clickOn('b')], { orderId: '2' }),
  ]);
  expect(await states()).toEqual(['late', 'pending']);
});
