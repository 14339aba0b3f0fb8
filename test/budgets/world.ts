import { NO_DIMENSIONS } from '../../src/core/sale/dimensions.ts';
import type { Fact, FactKind, Sale } from '../../src/core/sale/fact.ts';
import { type Account, keyOf, NO_ACCOUNTS } from '../../src/ledger/budgets/account.ts';
import { decideCharges } from '../../src/ledger/budgets/decide-charges.ts';
import type { TrafficShare } from '../../src/ledger/budgets/pacing.ts';
import {
  createSellerPortions,
  createWorkerPortions,
  limitedBy,
  portionWords,
  type SellerPortions,
  type WorkerPortions,
} from '../../src/ledger/budgets/portion-memory.ts';
import { createSeller, type Seller } from '../../src/ledger/budgets/seller.ts';
import { insertFacts } from '../../src/ledger/fact-rows.ts';
import { createHeartbeat } from '../../src/ledger/heartbeat.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { CLOCK_SQL, type Database, type Query } from '../../src/lib/sql/database.ts';
import { BY_CLOCK, FIVE_DOLLARS_CPM } from './accounts.ts';

/** What a drain knows of campaigns, in tests that are about spend alone. */
export const NOTHING_KNOWN = { remotePartners: new Set<string>(), accountOf: NO_ACCOUNTS };

/** 10:00 UTC on some day. */
export const START_MS = 20_000 * 86_400_000 + 36_000_000;

export type Machine = {
  readonly id: string;
  readonly tag: number;
  /** How far its clock is ahead of the world's. */
  readonly aheadMs: number;
  readonly seller: Seller;
  readonly portions: SellerPortions;
  readonly worker: WorkerPortions;
};

/** Less than after which a machine thinks that the database was away. */
const TICKING_MS = 9000;

/** How the next transaction ends: as it should, undone, or done without anyone hearing of it. */
export type Fate = 'well' | 'undone' | 'unheard';

/** Machines on one ledger, with a clock that a test moves, also the one of Postgres. */
export function createWorld(
  database: Database,
  accounts: readonly Account[],
  startMs = START_MS,
  shareOf: TrafficShare = BY_CLOCK,
) {
  let nowMs = startMs;
  let made = 0;
  let fate: Fate = 'well';
  const facts: Fact[] = [];
  const ends: string[] = [];
  /** By machine that lags: what its journal holds, and since when. */
  const lagging = new Map<number, { readonly kept: Fact[]; readonly sinceMs: number }>();

  const fated: Database = {
    ...database,
    async transaction(work) {
      const own = fate;
      const result = await database.transaction(async (query) => {
        const done = await work((text, values) =>
          query(text.replace(CLOCK_SQL.postgres, String(nowMs)), values),
        );
        if (own === 'undone') throw new Error('the connection was lost');
        return done;
      });
      if (own === 'unheard') throw new Error('the connection was lost');
      return result;
    },
  };

  function startMachine(tag: number, aheadMs = 0): Machine {
    const id = `machine-${made++}`;
    const heartbeat = createHeartbeat({
      machine: id,
      nowMs: () => nowMs + aheadMs,
      end: (reason) => void ends.push(reason),
    });
    const rows = accounts.length;
    const memory = new BigUint64Array(portionWords(rows));
    const portions = createSellerPortions(memory, id, rows);
    const worker = createWorkerPortions(memory, rows);
    const assigned = accounts.map((account, index) => ({ index, account }));
    for (const { index, account } of assigned) worker.assign(index, limitedBy(account));
    const seller = createSeller({
      database: fated,
      assigned,
      portions,
      startMs: nowMs + aheadMs,
      heartbeat,
      shareOf,
    });
    return { id, tag, aheadMs, seller, portions, worker };
  }

  /** Sells an impression if the portion allows it. */
  function sell(
    { worker, aheadMs }: Machine,
    campaign: number,
    priceMicros: number,
  ): Sale | undefined {
    const account = accounts[campaign];
    worker.countTrial(campaign, 'fit');
    const isExpected = account?.riskMicros !== undefined;
    const portion = worker.reserve(campaign, priceMicros, nowMs + aheadMs, isExpected);
    if (account === undefined || portion === undefined) return undefined;
    return saleOf(account, { soldMs: nowMs, priceMicros, portion });
  }

  /** Sells all that the portion allows at once, or so much. */
  function sellOut(machine: Machine, countMax = Number.POSITIVE_INFINITY): readonly Sale[] {
    const sales: Sale[] = [];
    while (sales.length < countMax) {
      const sale = sell(machine, 0, FIVE_DOLLARS_CPM);
      if (sale === undefined) break;
      sales.push(sale);
    }
    return sales;
  }

  async function settle(told: readonly Fact[]): Promise<void> {
    const knowledge = {
      remotePartners: new Set<string>(),
      accountOf: (key: string) => accounts.find((account) => keyOf(account) === key),
    };
    const settled = await database.transaction(async (query) => {
      const stored = await insertFacts(query, told);
      const decided = await decideCharges(query, database.kind, stored, knowledge);
      await decided.settle();
      return decided.events;
    });
    facts.push(...settled.filter((event): event is Fact => event.kind !== 'conversion'));
  }

  /** Notices come in on any machine; what they say is stored at once, unless that machine lags. */
  async function notify(kind: FactKind, sales: readonly Sale[], price = 1, at = 0): Promise<void> {
    const told = sales.map((sale) => factOf(kind, sale, nowMs, price));
    const journal = lagging.get(at)?.kept;
    if (journal === undefined) await settle(told);
    else journal.push(...told);
  }

  async function drain(tag: number): Promise<void> {
    const journal = lagging.get(tag);
    lagging.delete(tag);
    if (journal !== undefined) await settle(journal.kept);
  }

  async function call({ seller, tag, aheadMs }: Machine, task: 'tick' | 'refill', how: Fate) {
    fate = how;
    try {
      await seller[task](nowMs + aheadMs, (lagging.get(tag)?.sinceMs ?? nowMs) + aheadMs);
    } catch (error) {
      if (how === 'well') throw error;
    } finally {
      fate = 'well';
    }
  }

  return {
    startMachine,
    sell,
    sellOut,
    notify,
    drain,
    /** From now on what this machine hears stays in its journal. */
    lag(tag: number) {
      if (!lagging.has(tag)) lagging.set(tag, { kept: [], sinceMs: nowMs });
    },
    lagging: () => [...lagging.keys()],
    facts,
    /** Why a process was to end. */
    ends,
    nowMs: () => nowMs,
    advance(ms: number) {
      nowMs += ms;
    },
    /** Lets time pass in which these machines tick. */
    async pass(ms: number, machines: readonly Machine[]) {
      for (let left = ms; left > 0; left -= TICKING_MS) {
        nowMs += Math.min(left, TICKING_MS);
        for (const machine of machines) await call(machine, 'tick', 'well');
      }
    },
    tick: (machine: Machine, how: Fate = 'well') => call(machine, 'tick', how),
    /** As a supervisor does ten times a second. */
    refill: (machine: Machine, how: Fate = 'well') => call(machine, 'refill', how),
  };
}

export type World = ReturnType<typeof createWorld>;

let sold = 0;

export function saleOf(account: Account, change: Partial<Sale> = {}): Sale {
  return {
    auctionId: `auction-${sold++}`,
    impId: '1',
    soldMs: START_MS,
    partner: account.partner,
    seat: 'boots-co',
    campaign: account.campaign,
    creative: 'c',
    priceMicros: 5_000_000,
    billsOn: 'bill',
    isTest: false,
    portion: 0,
    shareBasisPoints: 10_000,
    charge: { per: 'impression' },
    dimensions: { ...NO_DIMENSIONS, publisher: 'p' },
    ...change,
  };
}

export function factOf(kind: FactKind, sale: Sale, atMs: number, price = 1): Fact {
  return { kind, atMs, sale, priceMicros: Math.max(1, Math.floor(sale.priceMicros * price)) };
}

export const TABLES = ['facts', 'budgets', 'budget_days', 'portions', 'machines'];

export async function emptyTables(query: Query): Promise<void> {
  for (const table of TABLES) await query(`delete from ${table}`);
}

export type LedgerRow = Readonly<Record<string, number>>;

export async function ledgerRow(query: Query, account: Account): Promise<LedgerRow> {
  const [row = {}] = await query('select * from budgets where campaign = $1', [keyOf(account)]);
  const { campaign: _, ...budget } = row;
  const [portions = {}] = await query(
    `select coalesce(sum(held_micros), 0) as portions_micros,
      coalesce(sum(held_impressions), 0) as portions_impressions from portions where campaign = $1`,
    [keyOf(account)],
  );
  const days = await query(
    'select ends_ms, nanos, impressions from budget_days where campaign = $1 order by ends_ms desc limit 2',
    [keyOf(account)],
  );
  const [last, before] = days.map(({ ends_ms, nanos, impressions }) => ({
    endsMs: Number(ends_ms),
    nanos: Number(nanos),
    impressions: Number(impressions),
  }));
  const numbers = {
    ...budget,
    ...portions,
    day: (last?.endsMs ?? 0) / DAY_MS - 1,
    spent_day_nanos: last?.nanos ?? 0,
    impressions_day: last?.impressions ?? 0,
    spent_before_nanos: before?.nanos ?? 0,
  };
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]));
}
