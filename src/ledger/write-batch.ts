import type { Fact } from '../sale/fact.ts';
import { enqueueCalls, OUTBOX_ROWS_MAX } from './call-rows.ts';
import { columnEntry } from './column-text.ts';
import type { Database, Query } from './database.ts';
import type { DeliveryCell } from './delivery/delivery.ts';
import { writeDelivery } from './delivery/delivery-rows.ts';
import type { Entry } from './entry.ts';
import { insertFacts } from './fact-rows.ts';
import { Moved, movePosition } from './lane-positions.ts';
import { holdLane } from './lanes.ts';
import { createRollup } from './rollup.ts';

/** The entries of one lane in a part of a segment. */
export type BatchOfLane = {
  readonly segment: string;
  readonly file: string;
  readonly lane: number;
  readonly lanes: number;
  readonly fromOffset: number;
  readonly toOffset: number;
  readonly entries: readonly Entry[];
  readonly nowMs: number;
  readonly outboxRowsMax?: number;
  readonly settle?: Settle | undefined;
};

export type Written = {
  /** Facts that were not stored before. */
  readonly newFacts: readonly Fact[];
  /** Calls to partners that the outbox had no room for. */
  readonly refusedCalls: number;
};

/** Changes the budgets by new facts, in the same transaction. Resolves to what the facts add to the delivery of campaigns. */
export type Settle = (query: Query, newFacts: readonly Fact[]) => Promise<readonly DeliveryCell[]>;

/** Writes a part of a journal into the tables and stores the lane's new position, in one transaction. */
export async function writeBatch(
  database: Database,
  batch: BatchOfLane,
): Promise<Written | 'moved'> {
  try {
    return await database.transaction(async (query) => {
      await holdLane(query, database.kind, batch);
      return writeWith(query, batch);
    });
  } catch (error) {
    if (error instanceof Moved) return 'moved';
    throw error;
  }
}

async function writeWith(query: Query, batch: BatchOfLane): Promise<Written> {
  await movePosition(query, batch);
  const entries = batch.entries.map(columnEntry);
  const factEntries = entries.filter((entry) => entry.kind === 'fact');
  const calls = entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []));
  const newFacts = await insertFacts(
    query,
    factEntries.map(({ fact }) => fact),
  );
  const { nowMs, outboxRowsMax: rowsMax = OUTBOX_ROWS_MAX } = batch;
  const refusedCalls = await enqueueCalls(query, {
    ...{ facts: newFacts, entries: factEntries, calls, nowMs, rowsMax },
  });
  // Lanes share the rows of counts and budgets. They come last, so that other lanes wait for them only briefly.
  const rollup = createRollup();
  for (const fact of newFacts) rollup.addFact(fact);
  for (const entry of entries) if (entry.kind === 'tally') rollup.addTally(entry.tally);
  await rollup.write(query);
  const ofFacts = (await batch.settle?.(query, newFacts)) ?? [];
  const counted = entries.flatMap((entry) => (entry.kind === 'delivery' ? entry.cells : []));
  await writeDelivery(query, [...counted, ...ofFacts]);
  return { newFacts, refusedCalls };
}
