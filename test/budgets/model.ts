import { expect } from 'bun:test';
import fc from 'fast-check';
import { type Fact, RESERVATION_MS, type Sale, spendNanos } from '../../src/core/sale/fact.ts';
import type { Account } from '../../src/ledger/budgets/account.ts';
import { dayOf } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import {
  createWorld,
  emptyTables,
  type Fate,
  ledgerRow,
  type Machine,
  type World,
} from './world.ts';

export type Event =
  | { readonly kind: 'tick' | 'refill'; readonly machine: number; readonly fate: Fate }
  | {
      readonly kind: 'sell';
      /** Whether it ticks before, as a busy machine does. */
      readonly isTicking: boolean;
      readonly machine: number;
      readonly times: number;
      readonly cpm: number;
    }
  | {
      readonly kind: 'bill' | 'lose';
      readonly picks: readonly number[];
      readonly price: number;
      /** Who hears of it. */
      readonly machine: number;
    }
  /** Whether all machines tick meanwhile. */
  | { readonly kind: 'wait'; readonly ms: number; readonly isTicking?: boolean }
  | { readonly kind: 'crash' | 'restart' | 'lag' | 'drain'; readonly machine: number };

const machine = fc.nat(2);

/** Longer waits would take too many ticks. */
const TICKING_MS_MAX = 400_000;

/** Longer than this no machine is silent that has facts in its journal. */
const HEARD_MS_MAX = 300_000;

export const CALM = [
  fc.record({
    kind: fc.constantFrom('tick' as const, 'refill' as const),
    machine,
    fate: fc.constant('well' as const),
  }),
  fc.record({
    kind: fc.constant('sell' as const),
    isTicking: fc.boolean(),
    machine,
    times: fc.integer({ min: 1, max: 8 }),
    cpm: fc.oneof(fc.constant(5_000_000), fc.integer({ min: 1, max: 5_000_000 })),
  }),
  fc.record({
    kind: fc.constantFrom('bill' as const, 'bill' as const, 'lose' as const),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
    price: fc.oneof(fc.constant(1), fc.double({ min: 0.1, max: 1, noNaN: true })),
    machine,
  }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 100, max: 3000 }) },
      { weight: 3, arbitrary: fc.integer({ min: 10_000, max: 400_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 3_600_000, max: 40_000_000 }) },
    ),
    isTicking: fc.boolean(),
  }),
] as const;

export const ROUGH = [
  ...CALM,
  fc.record({
    kind: fc.constantFrom('tick' as const, 'refill' as const),
    machine,
    fate: fc.constantFrom<Fate>('undone', 'unheard'),
  }),
  fc.record({ kind: fc.constantFrom('crash' as const, 'restart' as const), machine }),
  fc.record({ kind: fc.constantFrom('lag' as const, 'drain' as const), machine }),
] as const;

/** Where bills wait in journals for minutes, while there is more to sell. */
export const LAGGING = [
  fc.record({
    kind: fc.constant('sell' as const),
    isTicking: fc.constant(true),
    machine,
    times: fc.constant(8),
    cpm: fc.constant(5_000_000),
  }),
  fc.record({
    kind: fc.constant('bill' as const),
    picks: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
    price: fc.constant(1),
    machine,
  }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.integer({ min: 20_000, max: HEARD_MS_MAX }),
    isTicking: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('lag' as const), machine }),
] as const;

/** Where machines are killed with sales that are billed afterwards, while others sell what they had left. */
export const KILLED = [
  LAGGING[0],
  LAGGING[1],
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.integer({ min: 100, max: 20_000 }),
    isTicking: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('crash' as const), machine }),
] as const;

/** Plays events on up to three machines, and checks after each that no budget is exceeded. */
export async function play(database: Database, account: Account, events: readonly Event[]) {
  await emptyTables(database.query);
  const world = createWorld(database, [account]);
  const machines = [0, 1, 2].map((tag) => world.startMachine(tag));
  /** Sold and not yet told of. */
  let open: Sale[] = [];

  for (const event of events) {
    // What is billed in time never exceeds the budget; what comes later is not part of the promise.
    open = open.filter(({ soldMs }) => world.nowMs() - soldMs < RESERVATION_MS);
    switch (event.kind) {
      case 'tick':
      case 'refill': {
        const ticking = machines[event.machine] as Machine;
        await world[event.kind](ticking, event.fate);
        if (event.fate === 'well') await checkHeld(database, account, world, machines);
        break;
      }
      case 'sell': {
        const seller = machines[event.machine] as Machine;
        if (event.isTicking) await world.tick(seller);
        for (let i = 0; i < event.times; i++) {
          const sale = world.sell(seller, 0, event.cpm);
          if (sale !== undefined) open.push(sale);
        }
        break;
      }
      case 'bill':
      case 'lose': {
        const picked = new Set(event.picks.map((pick) => open[pick % open.length]));
        const sales = open.filter((sale) => picked.has(sale));
        open = open.filter((sale) => !picked.has(sale));
        const kind = event.kind === 'bill' ? 'bill' : 'loss';
        await world.notify(kind, sales, event.price, event.machine);
        break;
      }
      case 'wait':
        // A machine that lags is heard of; of one that is down nobody knows what its journals hold.
        for (const tag of world.lagging()) {
          if (event.ms > HEARD_MS_MAX) await world.drain(tag);
        }
        if (event.isTicking && event.ms <= TICKING_MS_MAX) await world.pass(event.ms, machines);
        else world.advance(event.ms);
        for (const tag of world.lagging()) await world.tick(machines[tag] as Machine);
        break;
      case 'lag':
        world.lag(event.machine);
        break;
      case 'drain':
        await world.drain(event.machine);
        break;
      case 'restart':
        await (machines[event.machine] as Machine).seller.close();
        machines[event.machine] = world.startMachine(event.machine);
        break;
      case 'crash':
        machines[event.machine] = world.startMachine(event.machine);
    }
    await checkLedger(database, account, world.facts);
  }
  for (const tag of world.lagging()) await world.drain(tag);
  await checkLedger(database, account, world.facts);
  // Answers that were lost are no sign of it.
  expect(world.ends).toEqual([]);
  return { world, machines };
}

/** What machines can sell is held by the budget. */
async function checkHeld(
  database: Database,
  account: Account,
  world: World,
  machines: readonly Machine[],
): Promise<void> {
  const row = await ledgerRow(database.query, account);
  const selling = machines.filter(({ worker }) => worker.canPay(0, 1000, world.nowMs()));
  for (const kind of ['micros', 'impressions'] as const) {
    const left = selling.reduce((sum, { portions }) => sum + portions.leftOf(0)[kind], 0);
    expect(left).toBeLessThanOrEqual(row[`held_${kind}`] ?? 0);
  }
}

async function checkLedger(
  database: Database,
  account: Account,
  facts: readonly Fact[],
): Promise<void> {
  const row = await ledgerRow(database.query, account);
  const bills = facts.filter(({ kind }) => kind === 'bill');
  const lastDay = Math.max(0, ...bills.map(({ atMs }) => dayOf(atMs)));
  const ofDay = bills.filter(({ atMs }) => dayOf(atMs) === lastDay);
  const nanos = (some: readonly Fact[]) => some.reduce((sum, fact) => sum + spendNanos(fact), 0);
  expect(row.spent_total_nanos ?? 0).toBe(nanos(bills));
  expect(row.spent_day_nanos ?? 0).toBe(nanos(ofDay));
  expect(row.impressions_total ?? 0).toBe(bills.length);
  expect(row.impressions_day ?? 0).toBe(ofDay.length);
  expect(row.held_micros ?? 0).toBe(row.portions_micros ?? 0);
  expect(row.held_impressions ?? 0).toBe(row.portions_impressions ?? 0);
  const { money, impressions } = account.budget ?? {};
  const none = Number.POSITIVE_INFINITY;
  // A bill that the budget did not have is not charged, so that the spend alone would not show what was oversold.
  expect(bills.filter(({ uncharged }) => uncharged !== undefined)).toEqual([]);
  expect(nanos(bills)).toBeLessThanOrEqual((money?.total ?? none) * 1000);
  expect(nanos(ofDay)).toBeLessThanOrEqual((money?.daily ?? none) * 1000);
  expect(bills.length).toBeLessThanOrEqual(impressions?.total ?? none);
  expect(ofDay.length).toBeLessThanOrEqual(impressions?.daily ?? none);
}

/** Once everything has expired, one machine can spend all that is left. */
export async function spendTheRest(
  database: Database,
  account: Account,
  { world, machines }: { readonly world: World; readonly machines: readonly Machine[] },
): Promise<void> {
  const [last, ...others] = machines as [Machine, ...Machine[]];
  for (const other of others) await other.seller.close();
  await world.pass(9 * 60_000, [last]);
  for (let quiet = 0; quiet < 3; ) {
    const sales: Sale[] = [];
    for (let sale = sell(); sale !== undefined; sale = sell()) sales.push(sale);
    await world.notify('bill', sales);
    quiet = sales.length === 0 ? quiet + 1 : 0;
    world.advance(1000);
    await world.tick(last);
  }
  const row = await ledgerRow(database.query, account);
  const { money, impressions } = account.budget ?? {};
  const leftMicros =
    (money?.total ?? Number.POSITIVE_INFINITY) - (row.spent_total_nanos ?? 0) / 1000;
  const leftImpressions =
    (impressions?.total ?? Number.POSITIVE_INFINITY) - (row.impressions_total ?? 0);
  expect(leftMicros < account.unitMicros || leftImpressions === 0).toBeTrue();

  function sell(): Sale | undefined {
    return world.sell(last, 0, 5_000_000);
  }
}
