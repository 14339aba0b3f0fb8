import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { ClickRef, Conversion, FactKind } from '../../src/core/sale/fact.ts';
import type { DrainOptions } from '../../src/ledger/drain.ts';
import type { JournalEntry } from '../../src/ledger/journal-line.ts';
import { runReport } from '../../src/ledger/report.ts';
import { settleDueConversions } from '../../src/ledger/write-look.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database, DatabaseLocation } from '../../src/lib/sql/database.ts';
import { account, total } from '../budgets/accounts.ts';
import { NOTHING_KNOWN } from '../budgets/world.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { countOf, drainOf, journalOf, openLedger } from './ledger.ts';
import { aFact } from './samples.ts';

afterAll(cleanUp);

/** In an hour: by the clock of Postgres no conversion is due again, so that it is looked at only when a test says so. */
const AT_MS = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
const SOLD_MS = AT_MS - 15_000;
const CPA_MICROS = 40_000_000;

/** A notice of an ad whose buyer pays for conversions. */
function notice(auctionId: string, kind: FactKind, atMs = AT_MS, isTest = false): JournalEntry {
  const fact = aFact({ auctionId, kind, atMs, soldMs: SOLD_MS, isTest });
  const charge = { per: 'conversion' as const, micros: CPA_MICROS };
  return { kind: 'fact', fact: { ...fact, sale: { ...fact.sale, charge } }, calls: [] };
}

const clickOn = (auctionId: string, more: Partial<ClickRef> = {}): ClickRef => ({
  auctionId,
  impId: '1',
  soldMs: SOLD_MS,
  windowDays: 7,
  isDirect: false,
  ...more,
});

function told(more: Partial<Conversion> = {}): JournalEntry {
  const conversion: Conversion = {
    atMs: AT_MS + 60_000,
    source: 'server',
    partner: 'acme',
    seat: 'seat-1',
    event: 'purchase',
    orderId: 'order-1',
    amountMicros: 100_000_000,
    currency: 'USD',
    valueMicros: 100_000_000,
    clicks: [clickOn('a')],
    ...more,
  };
  return { kind: 'conversion', conversion };
}

onEachDatabase(({ locate }) => {
  let location: DatabaseLocation;
  let database: Database;
  beforeEach(async () => {
    location = await locate();
    database = await openLedger(location);
  });

  /** Drains these entries as one machine with a journal of its own does, and then attributes what is due. */
  async function drain(entries: readonly JournalEntry[], options: Partial<DrainOptions> = {}) {
    const folder = temporaryFolder();
    await journalOf(folder, entries);
    const nowMs = () => AT_MS + 60_000;
    await drainOf(folder, database, { nowMs, ...options }).drainOnce();
  }

  /** A later look at what is due. */
  const later = (nowMs: number) => settleDueConversions(database, nowMs, NOTHING_KNOWN);

  async function counted() {
    const [row] = await database.query(
      `select sum(conversions) as told, sum(pixel_conversions) as pixels,
         sum(conversion_value_nanos) as value, sum(spend_nanos) as spend from rollups`,
    );
    const [budget] = await database.query('select sum(spent_total_nanos) as spent from budgets');
    expect(Number(budget?.spent ?? 0)).toBe(Number(row?.spend));
    const [own] = await database.query('select sum(spend_nanos) as spend from conversions');
    expect(Number(own?.spend ?? 0)).toBe(Number(row?.spend));
    const usd = (nanos: unknown) => Number(nanos) / 1e9;
    return [Number(row?.told), Number(row?.pixels), usd(row?.value), usd(row?.spend)];
  }

  const states = async () =>
    (await database.query('select state from conversions order by state')).map(
      ({ state }) => state,
    );

  test('an order counts once, told twice, in one journal or at two machines', async () => {
    await drain([notice('a', 'click'), told(), told()]);
    await drain([told()]);
    await drain([told({ clicks: [clickOn('b')] })]);
    expect(await counted()).toEqual([1, 0, 100, 40]);
    await drain([told({ orderId: 'order-2', valueMicros: 1_500_000 })]);
    expect(await counted()).toEqual([2, 0, 101.5, 80]);
    await drain([told({ seat: 'seat-2' })]);
    expect((await counted())[0]).toBe(3);
  });

  test('without an order id an event counts once for its last click', async () => {
    const bare = { orderId: '', clicks: [clickOn('a')] };
    await drain([notice('a', 'click'), told(bare), told(bare)]);
    await drain([told(bare), told({ ...bare, event: 'lead' })]);
    expect((await counted())[0]).toBe(2);
  });

  test('what a pixel says is counted apart, costs nothing, and takes no order from the server', async () => {
    await drain([notice('a', 'click'), told({ source: 'pixel', valueMicros: 9e9 })]);
    expect(await counted()).toEqual([0, 1, 0, 0]);
    await drain([told()]);
    expect(await counted()).toEqual([1, 1, 100, 40]);
    const [row] = await database.query(
      "select count, amount, detail from campaign_delivery where kind = 'converted'",
    );
    expect([Number(row?.count), Number(row?.amount)]).toEqual([1, 100_000_000]);
  });

  test('one whose click comes later, from another machine, waits for it and counts once', async () => {
    await drain([told()]);
    expect(await counted()).toEqual([0, 0, 0, 0]);
    expect(await states()).toEqual(['pending']);
    await drain([notice('a', 'click')]);
    const nowMs = AT_MS + 90_000;
    await Promise.all([later(nowMs), later(nowMs), later(nowMs)]);
    await later(nowMs + DAY_MS);
    expect(await counted()).toEqual([1, 0, 100, 40]);
    expect(await states()).toEqual(['attributed']);
  });

  test('one whose click never comes is given up after two days', async () => {
    await drain([told()]);
    await later(AT_MS + 2 * DAY_MS);
    expect(await states()).toEqual(['pending']);
    await later(AT_MS + 2 * DAY_MS + 700_000);
    expect(await states()).toEqual(['no-click']);
    await drain([notice('a', 'click')]);
    await later(AT_MS + 3 * DAY_MS);
    expect(await counted()).toEqual([0, 0, 0, 0]);
  });

  test('the window begins with the click, and its last moment counts', async () => {
    const clicks = [clickOn('a', { windowDays: 2 })];
    const endMs = AT_MS + 2 * DAY_MS;
    await drain([
      notice('a', 'click'),
      told({ clicks, orderId: 'in', atMs: endMs }),
      told({ clicks, orderId: 'late', atMs: endMs + 1 }),
    ]);
    expect((await counted())[0]).toBe(1);
    expect(await states()).toEqual(['attributed', 'late']);
  });

  test('the last click within its window counts', async () => {
    const clicks = [clickOn('a'), clickOn('b'), clickOn('c', { windowDays: 1 })];
    await drain([
      notice('a', 'click', AT_MS + 1000),
      notice('b', 'click', AT_MS + 3000),
      notice('c', 'click', AT_MS + 2000),
      told({ clicks, orderId: '1', atMs: AT_MS + 5000 }),
      told({ clicks: [clickOn('c'), clickOn('a')], orderId: '2', atMs: AT_MS + 5000 }),
    ]);
    const rows = await database.query('select auction_id from conversions order by order_id');
    expect(rows.map(({ auction_id }) => auction_id)).toEqual(['b', 'c']);
  });

  test('a click that is not on record yet is waited for a minute, then the others count', async () => {
    await drain([notice('a', 'click'), told({ clicks: [clickOn('a'), clickOn('b')] })]);
    expect(await states()).toEqual(['pending']);
    await later(AT_MS + 60_000 + 59_000);
    expect(await states()).toEqual(['pending']);
    await later(AT_MS + 60_000 + 120_000);
    expect(await states()).toEqual(['attributed']);
  });

  test('an ad whose link is direct has no click: any notice proves its sale, whose time counts', async () => {
    const clicks = [clickOn('a', { isDirect: true, windowDays: 1 })];
    await drain([
      notice('a', 'impression'),
      told({ clicks, orderId: '1', atMs: SOLD_MS + DAY_MS }),
      told({ clicks, orderId: '2', atMs: SOLD_MS + DAY_MS + 1 }),
      told({ clicks: [clickOn('a')], orderId: '3' }),
    ]);
    expect(await states()).toEqual(['attributed', 'late', 'pending']);
  });

  test('a loss proves no sale, and a click long after the order is not what led to it', async () => {
    await drain([
      notice('a', 'loss'),
      notice('b', 'click', AT_MS + 3_600_000),
      told({ clicks: [clickOn('a', { isDirect: true, windowDays: 1 })], atMs: AT_MS + DAY_MS }),
      told({ clicks: [clickOn('b')], orderId: '2' }),
    ]);
    expect(await states()).toEqual(['late', 'pending']);
  });

  test('one of a sale in test mode is kept and counts nowhere', async () => {
    await drain([notice('a', 'click', AT_MS, true), told()]);
    const [row] = await database.query('select state, spend_nanos from conversions');
    expect([row?.state, Number(row?.spend_nanos)]).toEqual(['attributed', 0]);
    for (const table of ['rollups', 'budgets', 'campaign_delivery', 'responses']) {
      expect([table, await countOf(database, table)]).toEqual([table, 0]);
    }
  });

  test('beyond the budget it is recorded with the reason, and charged what is left', async () => {
    const accountOf = () =>
      account({ money: total(100_000_000) }, { partner: 'acme', campaign: 'shoes' });
    const orders = ['1', '2', '3', '4'].map((orderId) => told({ orderId }));
    await drain([notice('a', 'click'), ...orders.slice(0, 2)], { accountOf });
    await drain(orders, { accountOf });
    expect(await counted()).toEqual([4, 0, 400, 100]);
    const rows = await database.query(
      'select uncharged, spend_nanos from conversions order by spend_nanos',
    );
    expect(rows.map(({ uncharged, spend_nanos }) => [uncharged, Number(spend_nanos)])).toEqual([
      ['over-budget', 0],
      ['over-budget', 20e9],
      ['', 40e9],
      ['', 40e9],
    ]);
  });

  test('values beyond what a column holds stop neither the drain nor the reports', async () => {
    await drain([notice('a', 'click')]);
    // A thousand times what an order may be worth, so that few of them are enough.
    const orderAt = (atMs: number) => (_: unknown, n: number) =>
      told({ orderId: `${atMs} ${n}`, atMs, valueMicros: 1e15 });
    for (const atMs of [AT_MS, AT_MS + 60_000, AT_MS + 120_000]) {
      for (const order of Array.from({ length: 10 }, orderAt(atMs))) await drain([order]);
    }
    expect(new Set(await states())).toEqual(new Set(['attributed']));
    const report = await runReport(database, { by: [], fromMs: 0, toMs: AT_MS + DAY_MS });
    const { conversions, conversion_value_nanos } = 'reason' in report ? {} : report.totals.sums;
    expect(conversions).toBe(30n);
    expect(conversion_value_nanos).toBe(12_000_000_000_000_000_000n);
  });

  test('they are deleted with the facts, but not while a click id is valid', async () => {
    const old = (days: number) => told({ orderId: `${days}`, atMs: AT_MS - days * DAY_MS });
    await drain([old(62), old(60), old(1)], { keepDays: 31 });
    const rows = await database.query('select order_id from conversions order by order_id');
    expect(rows.map(({ order_id }) => order_id)).toEqual(['1', '60']);
  });
});
