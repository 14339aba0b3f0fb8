import type { AccountOf } from './budgets/account.ts';
import { decideCharges } from './budgets/decide-charges.ts';
import { settleFacts } from './budgets/settle-facts.ts';
import { columnEntry } from './column-text.ts';
import { type Database, type Query, readClockMs } from './database.ts';
import { deliveryOf, writeDelivery } from './delivery/delivery.ts';
import { isTransactionConflict } from './diagnose.ts';
import type { FactEntry, JournalEntry } from './entry.ts';
import { insertFacts } from './fact-rows.ts';
import { type Move, movePositions } from './positions.ts';
import { dueUrls, queueCalls } from './queue-calls.ts';
import { responsesOf, writeResponses } from './rates/responses.ts';
import { writeRollup } from './rollup.ts';
import { writeSamples } from './samples/request-samples.ts';
import { dueOfStoredCalls, excludeOthers } from './stored-calls-0.1.ts';

type LookToWrite = {
  readonly entries: readonly JournalEntry[];
  readonly moves: readonly Move[];
  /** The names of the partners whose campaigns are not in our config. */
  readonly remotePartners: ReadonlySet<string>;
  readonly accountOf: AccountOf;
  /** Those of them whose bids are priced here, by what is learned of them. */
  readonly searchPartners?: ReadonlySet<string> | undefined;
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
  {
    entries,
    moves,
    remotePartners,
    searchPartners,
    accountOf,
    nowMs,
    outboxRowsMax: rowsMax,
  }: LookToWrite,
) {
  const of = entriesByKind(entries.map(columnEntry));
  const without = of.facts.filter(({ calls }) => calls === undefined);
  await excludeOthers(query, kind, { facts: without.length, calls: of.calls.length });
  await movePositions(query, moves, await readClockMs({ kind, query }, nowMs));

  const stored = await insertFacts(
    query,
    of.facts.map(({ fact }) => fact),
  );
  const carried = new Map(of.facts.map(({ fact, calls }) => [fact, calls]));
  const own = stored.flatMap((fact) => dueUrls(fact, carried.get(fact) ?? []));
  const facts = stored.filter((fact) => carried.get(fact) === undefined);
  const due = await dueOfStoredCalls(query, facts, of.calls);
  const refusedCalls = await queueCalls(query, [...own, ...due], { kind, nowMs, rowsMax });

  const knowledge = { remotePartners, accountOf };
  const { facts: newFacts, late } = await decideCharges(query, kind, stored, knowledge);
  const lateFacts = late.map(({ fact }) => fact);
  await writeRollup(query, { facts: newFacts, charges: lateFacts, tallies: of.tallies });
  await settleFacts(query, [...newFacts, ...lateFacts], knowledge);
  const delivered = deliveryOf({ facts: newFacts, late }, remotePartners);
  await writeDelivery(query, [...of.delivery, ...delivered]);
  const isPricedHere = (partner: string) =>
    !remotePartners.has(partner) || searchPartners?.has(partner) === true;
  await writeResponses(query, responsesOf([...newFacts, ...lateFacts], isPricedHere));
  await writeSamples(query, of.samples);
  return {
    /** Facts that were not stored before, with what each is charged. */
    newFacts,
    /** Facts that were stored before, and are charged only now. */
    charges: lateFacts.filter(({ uncharged }) => uncharged === undefined),
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
    samples: entries.flatMap((entry) => (entry.kind === 'samples' ? entry.samples : [])),
  };
}
