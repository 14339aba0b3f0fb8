import { existsSync } from 'node:fs';
import { enqueueCalls, OUTBOX_ROWS_MAX } from './call-rows.ts';
import { columnEntry } from './column-text.ts';
import type { Database, Query } from './database.ts';
import { writeDelivery } from './delivery/delivery-rows.ts';
import type { Entry } from './entry.ts';
import type { Fact } from './fact.ts';
import { insertFacts } from './fact-rows.ts';
import { createRollup } from './rollup.ts';

export type BatchOfSegment = {
  readonly segment: string;
  readonly file: string;
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

/** Changes what depends on new facts, in the same transaction. */
export type Settle = (query: Query, newFacts: readonly Fact[]) => Promise<void>;

/** Another process has drained this part of the segment meanwhile. */
class Moved extends Error {}

/** Writes a part of a journal into the tables and stores the new position, in one transaction. */
export async function writeBatch(
  database: Database,
  batch: BatchOfSegment,
): Promise<Written | 'moved'> {
  try {
    return await database.transaction((query) => writeWith(query, batch));
  } catch (error) {
    if (error instanceof Moved) return 'moved';
    throw error;
  }
}

async function writeWith(query: Query, batch: BatchOfSegment): Promise<Written> {
  await query('update ledger_turn set turns = turns + 1 where id = 1');
  await movePosition(query, batch);
  const entries = batch.entries.map(columnEntry);
  const facts = entries.flatMap((entry) => (entry.kind === 'fact' ? entry.fact : []));
  const calls = entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []));
  const newFacts = await insertFacts(query, facts);
  const rollup = createRollup();
  for (const fact of newFacts) rollup.addFact(fact);
  for (const entry of entries) if (entry.kind === 'tally') rollup.addTally(entry.tally);
  await rollup.write(query);
  await writeDelivery(
    query,
    entries.flatMap((entry) => (entry.kind === 'delivery' ? entry.cells : [])),
  );
  await batch.settle?.(query, newFacts);
  const { nowMs, outboxRowsMax: rowsMax = OUTBOX_ROWS_MAX } = batch;
  const refusedCalls = await enqueueCalls(query, { facts: newFacts, calls, nowMs, rowsMax });
  return { newFacts, refusedCalls };
}

async function movePosition(query: Query, batch: BatchOfSegment): Promise<void> {
  const { segment, file, fromOffset, toOffset } = batch;
  const moved =
    fromOffset === 0
      ? await query(
          'insert into journal_positions (segment, byte_offset) values ($1, $2) ' +
            'on conflict do nothing returning segment',
          [segment, toOffset],
        )
      : await query(
          'update journal_positions set byte_offset = $1 where segment = $2 and byte_offset = $3 ' +
            'returning segment',
          [toOffset, segment, fromOffset],
        );
  // A segment is renamed before its position is deleted: without a file, it was drained to its end.
  if (moved.length === 0 || !existsSync(file)) throw new Moved();
}

/** The offset of the next part of the segment. */
export async function positionOf(database: Database, segment: string): Promise<number> {
  const [row] = await database.query(
    'select byte_offset from journal_positions where segment = $1',
    [segment],
  );
  return Number(row?.byte_offset ?? 0);
}
