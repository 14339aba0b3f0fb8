import type { Fact } from '../../sale/fact.ts';
import { insertAll } from '../bulk.ts';
import type { Database, Query } from '../database.ts';
import {
  applySettlement,
  mergeSettlements,
  type Settlement,
  settlementOf,
} from './settle-facts.ts';

const ROUND_MAX = 100;

/** Keeps what new facts add to budgets, in the transaction that stores them in a database without the budgets. */
export async function keepSettlement(
  query: Query,
  facts: readonly Fact[],
  remotePartners: ReadonlySet<string>,
): Promise<void> {
  const settlement = settlementOf(facts, remotePartners);
  if (settlement.outcomes.length === 0) return;
  await query('insert into settlements (id, body) values ($1, $2)', [
    crypto.randomUUID(),
    JSON.stringify(settlement),
  ]);
}

/**
 * Adds the settlements of another database to the budgets, each of them once. All machines may do so at any time: the
 * row of `settlement_turns` lets one at a time. A settlement that is added is marked in the same transaction, and its
 * mark goes only after the settlement itself is deleted in its database.
 */
export async function forwardSettlements(
  home: Database,
  from: Database,
  source: number,
): Promise<void> {
  for (;;) {
    const added = await home.transaction((query) => forwardRound(query, from, source));
    if (added === 0) return;
  }
}

async function forwardRound(query: Query, from: Database, source: number): Promise<number> {
  await query(
    `insert into settlement_turns as t (source, turns) values ($1, 1)
     on conflict (source) do update set turns = t.turns + 1`,
    [source],
  );
  const marks = await query('select id from applied_settlements where source = $1', [source]);
  for (const { id } of marks) {
    await from.query('delete from settlements where id = $1', [String(id)]);
  }
  if (marks.length > 0) await query('delete from applied_settlements where source = $1', [source]);
  const rows = await from.query(`select id, body from settlements limit ${ROUND_MAX}`);
  // Written by `keepSettlement`.
  const settlements = rows.map(({ body }) => JSON.parse(String(body)) as Settlement);
  await applySettlement(query, mergeSettlements(settlements));
  await insertAll(query, {
    before: 'insert into applied_settlements (source, id) values',
    after: '',
    rows: rows.map(({ id }) => [source, String(id)]),
  });
  return rows.length;
}

/** Settlements of machines that have died are found this often. */
const SWEEP_MS = 1000;

export type Forwarder = {
  readonly keep: typeof keepSettlement;
  /** Every settlement that this machine has kept before is in the budgets afterwards. */
  readonly forward: () => Promise<void>;
};

export function createForwarder(
  home: () => Database | undefined,
  {
    database,
    source,
    nowMs,
  }: {
    readonly database: Database;
    readonly source: number;
    readonly nowMs: () => number;
  },
): Forwarder {
  let hasKept = true;
  let sweptMs = 0;
  return {
    async keep(query, facts, remotePartners) {
      hasKept = true;
      await keepSettlement(query, facts, remotePartners);
    },
    async forward() {
      const now = nowMs();
      if (!hasKept && Math.abs(now - sweptMs) < SWEEP_MS) return;
      const first = home();
      if (first === undefined) throw new Error('the first database cannot be reached');
      await forwardSettlements(first, database, source);
      hasKept = false;
      sweptMs = now;
    },
  };
}
