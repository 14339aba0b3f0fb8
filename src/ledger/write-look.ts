import type { AccountOf } from './budgets/account.ts';
import { settleFacts } from './budgets/settle-facts.ts';
import { columnEntry } from './column-text.ts';
import { type Database, type Query, readClockMs } from './database.ts';
import { deliveryOf, writeDelivery } from './delivery/delivery.ts';
import { isTransactionConflict } from './diagnose.ts';
import type { FactEntry, JournalEntry } from './entry.ts';
import { insertFacts } from './fact-rows.ts';
import { type Move, movePositions } from './positions.ts';
import { dueUrls, queueCalls } from './queue-calls.ts';
import { writeRollup } from './rollup.ts';
import { dueOfStoredCalls, excludeOthers } from './stored-calls-0.1.ts';

type LookToWrite = {
  readonly entries: readonly JournalEntry[];
  readonly moves: readonly Move[];
  /** The names of the partners whose campaigns are not in our config. */
  readonly remotePartners: ReadonlySet<string>;
  readonly accountOf: AccountOf;
  readonly nowMs: number;
  readonly outboxRowsMax: number;
};

export type Written = Readonly<Awaited<ReturnType<typeof writeLook>>>;

/** Of one look. Postgres ends a transaction that others stand in a circle with. */
const TRIES_MAX = 5;

/** All in one transaction, or nothing. Rejects with `PositionChanged` where a journal is not at the expected position. */
export async function writeLook(database: Database, look: LookToWrite) {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction((query) => writeWith(query, database, look));
    } catch (error) {
      if (tries === TRIES_MAX || !isTransactionConflict(error)) throw error;
    }
  }
}

/** Rows that machines share come last and in this order: machines wait for each other briefly, never in a circle. */
async function writeWith(
  query: Query,
  { kind }: Database,
  { entries, moves, remotePartners, accountOf, nowMs, outboxRowsMax: rowsMax }: LookToWrite,
) {
  const of = entriesByKind(entries.map(columnEntry));
  const without = of.facts.filter(({ calls }) => calls === undefined);
  await excludeOthers(query, kind, { facts: without.length, calls: of.calls.length });
  await movePositions(query, moves, await readClockMs({ kind, query }, nowMs));

  const newFacts = await insertFacts(
    query,
    of.facts.map(({ fact }) => fact),
  );
  const carried = new Map(of.facts.map(({ fact, calls }) => [fact, calls]));
  const own = newFacts.flatMap((fact) => dueUrls(fact, carried.get(fact) ?? []));
  const facts = newFacts.filter((fact) => carried.get(fact) === undefined);
  const stored = await dueOfStoredCalls(query, facts, of.calls);
  const refusedCalls = await queueCalls(query, [...own, ...stored], { kind, nowMs, rowsMax });

  await writeRollup(query, newFacts, of.tallies);
  await settleFacts(query, newFacts, { remotePartners, accountOf });
  await writeDelivery(query, [...of.delivery, ...deliveryOf(newFacts, remotePartners)]);
  return {
    /** Facts that were not stored before. */
    newFacts,
    /** Calls to partners that the outbox had no room for. */
    refusedCalls,
  };
}

function entriesByKind(entries: readonly JournalEntry[]) {
  return {
    facts: entries.filter((entry): entry is FactEntry => entry.kind === 'fact'),
    calls: entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : [])),
    tallies: entries.flatMap((entry) => (entry.kind === 'tally' ? entry.tally : [])),
    delivery: entries.flatMap((entry) => (entry.kind === 'delivery' ? entry.cells : [])),
  };
}
