import { type Database, type Query, readClockMs } from '../lib/sql/database.ts';
import { columnEntry } from './column-text.ts';
import { attributeDue } from './conversions/attribute.ts';
import { insertConversions, isAnyDue } from './conversions/conversion-rows.ts';
import type { FactEntry, JournalEntry } from './entry.ts';
import { insertFacts } from './fact-rows.ts';
import { insertFeedback } from './feedback/feedback-rows.ts';
import { type Move, movePositions } from './positions.ts';
import { dueUrls, queueCalls } from './queue-calls.ts';
import { writeSamples } from './samples/request-samples.ts';
import { type LedgerKnowledge, writeEvents } from './write-events.ts';

type LookToWrite = LedgerKnowledge & {
  readonly entries: readonly JournalEntry[];
  readonly moves: readonly Move[];
  readonly nowMs: number;
  readonly outboxRowsMax: number;
  /** Samples of requests are kept for so many days. */
  readonly sampleDays?: number | undefined;
};

export type Written = Readonly<Awaited<ReturnType<typeof writeLook>>>;

/** A deadlock, or a transaction that cannot be ordered before or behind another: it may work the next time. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** Of one look. Postgres ends a transaction that others stand in a circle with. */
const TRIES_MAX = 5;

/** All in one transaction, or nothing. Rejects with `PositionChanged` where a journal is not at the expected position. */
export async function writeLook(database: Database, look: LookToWrite) {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction((query) => writeWith(query, database, look));
    } catch (error) {
      if (tries === TRIES_MAX || !CONFLICTS.has((error as { readonly errno?: unknown }).errno))
        throw error;
    }
  }
}

/** Rows that machines share come last and in this order: machines wait for each other briefly, never in a circle. */
async function writeWith(query: Query, { kind }: Database, look: LookToWrite) {
  const { entries, moves, nowMs, outboxRowsMax: rowsMax, sampleDays: days = 0 } = look;
  const of = entriesByKind(entries.map(columnEntry));
  const clockMs = await readClockMs({ kind, query }, nowMs);
  await movePositions(query, moves, clockMs);

  const stored = await insertFacts(
    query,
    of.facts.map(({ fact }) => fact),
  );
  const carried = new Map(of.facts.map(({ fact, calls }) => [fact, calls]));
  const due = stored.flatMap((fact) => dueUrls(fact, carried.get(fact) ?? []));
  const refusedCalls = await queueCalls(query, due, { kind, nowMs, rowsMax });

  await insertConversions(query, of.conversions);
  const { newConversions } =
    of.conversions.length === 0 ? NONE_DUE : await attributeDue(query, clockMs);
  const events = [...stored, ...newConversions];
  const { tallies, delivery } = of;
  const written = await writeEvents(query, kind, { events, tallies, delivery }, look);
  await insertFeedback(query, of.feedback);
  await writeSamples(query, { samples: of.samples, days, clockMs });
  return {
    ...written,
    /** Calls to partners that the outbox had no room for. */
    refusedCalls,
  };
}

const NONE_DUE: Awaited<ReturnType<typeof attributeDue>> = { newConversions: [], isDone: true };

/** Attributes conversions whose clicks were not there when they came. */
export async function settleDueConversions(
  { kind, query: ask, transaction }: Database,
  nowMs: number,
  knowledge: LedgerKnowledge,
) {
  if (!(await isAnyDue(ask, nowMs))) return { newEvents: [], isDone: true };
  return transaction(async (query) => {
    const { newConversions: events, isDone } = await attributeDue(query, nowMs);
    const added = { events, tallies: [], delivery: [] };
    const { newEvents } = await writeEvents(query, kind, added, knowledge);
    return { newEvents, isDone };
  });
}

function entriesByKind(entries: readonly JournalEntry[]) {
  return {
    facts: entries.filter((entry): entry is FactEntry => entry.kind === 'fact'),
    conversions: entries.flatMap((entry) => (entry.kind === 'conversion' ? entry.conversion : [])),
    feedback: entries.flatMap((entry) => (entry.kind === 'feedback' ? entry.feedback : [])),
    tallies: entries.flatMap((entry) => (entry.kind === 'tally' ? entry.tally : [])),
    delivery: entries.flatMap((entry) => (entry.kind === 'delivery' ? entry.cells : [])),
    samples: entries.flatMap((entry) => (entry.kind === 'samples' ? entry.samples : [])),
  };
}
