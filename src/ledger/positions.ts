import { insertAll, selectAll } from '../lib/sql/bulk.ts';
import type { DatabaseKind, Query } from '../lib/sql/database.ts';

/** How far a journal is drained: up to this offset of this segment, and all segments before it. */
export type JournalPosition = { readonly segment: number; readonly offset: number };

/** Of a journal that the database has no position of. */
export const BEGINNING: JournalPosition = { segment: 0, offset: 0 };

export type Positions = ReadonlyMap<string, JournalPosition>;

export const isSamePosition = (a: JournalPosition, b: JournalPosition | undefined): boolean =>
  a.segment === b?.segment && a.offset === b.offset;

export async function readPositions(
  query: Query,
  journals: readonly string[],
  lock: '' | 'for update' = '',
): Promise<Positions> {
  const select = (names: string) =>
    `select name, segment, byte_offset from journals where name in (${names}) order by name ${lock}`;
  const rows = await selectAll(query, journals, select);
  return new Map(
    rows.map(({ name, segment, byte_offset }) => [
      String(name),
      { segment: Number(segment), offset: Number(byte_offset) },
    ]),
  );
}

const insertNew = (values: string) =>
  `insert into journals (name, segment, byte_offset, moved_ms) values ${values} on conflict do nothing`;

/** Nobody else moves them before the transaction ends: a copy of these journals may be drained by another process. */
export async function lockPositions(
  query: Query,
  kind: DatabaseKind,
  journals: readonly string[],
): Promise<Positions> {
  const inOrder = journals.toSorted();
  if (kind === 'sqlite') return readPositions(query, inOrder);
  await insertAll(
    query,
    inOrder.map((name) => [name, 0, 0, 0]),
    insertNew,
  );
  return readPositions(query, inOrder, 'for update');
}

const upsert = (values: string) =>
  `insert into journals (name, segment, byte_offset, moved_ms) values ${values}
  on conflict (name) do update set segment = excluded.segment, byte_offset = excluded.byte_offset,
    moved_ms = excluded.moved_ms`;

export async function movePositions(query: Query, moved: Positions, nowMs: number): Promise<void> {
  const inOrder = [...moved].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = inOrder.map(([journal, { segment, offset }]) => [journal, segment, offset, nowMs]);
  await insertAll(query, rows, upsert);
}
