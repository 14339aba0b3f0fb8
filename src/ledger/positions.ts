import { insertAll, selectAll } from '../lib/sql/bulk.ts';
import type { Database, Query } from '../lib/sql/database.ts';

/** How far a journal is drained: up to this offset of this segment, and all segments before it. */
export type JournalPosition = { readonly segment: number; readonly offset: number };

/** Of a journal that the database has no position of. */
export const BEGINNING: JournalPosition = { segment: 0, offset: 0 };

export type Move = {
  readonly journal: string;
  /** undefined: the database has none. */
  readonly from: JournalPosition | undefined;
  readonly to: JournalPosition;
};

/** A position in the database is not the one that this process has read or written last. */
export class PositionChanged extends Error {
  constructor() {
    super('the positions of the journals in the database keep changing');
  }
}

export function isSamePosition(
  a: JournalPosition | undefined,
  b: JournalPosition | undefined,
): boolean {
  return a?.segment === b?.segment && a?.offset === b?.offset;
}

export async function readPositions(
  query: Query,
  journals: readonly string[],
): Promise<ReadonlyMap<string, JournalPosition>> {
  const select = (names: string) =>
    `select name, segment, byte_offset from journals where name in (${names})`;
  const rows = await selectAll(query, journals, select);
  return new Map(
    rows.map(({ name, segment, byte_offset }) => [
      String(name),
      { segment: Number(segment), offset: Number(byte_offset) },
    ]),
  );
}

const insertNew = (values: string) =>
  `insert into journals (name, segment, byte_offset, moved_ms) values ${values}
  on conflict do nothing returning name`;

/** The columns of a list of values have these names on both databases. */
const update = (values: string) =>
  `update journals set
    segment = cast(moved.column2 as bigint), byte_offset = cast(moved.column3 as bigint),
    moved_ms = cast(moved.column4 as bigint)
  from (values ${values}) as moved
  where name = moved.column1 and segment = cast(moved.column5 as bigint)
    and byte_offset = cast(moved.column6 as bigint)
  returning name`;

/** Throws where a position is another than `from`: what lies between `from` and `to` may be counted already. */
export async function movePositions(
  query: Query,
  moves: readonly Move[],
  nowMs: number,
): Promise<void> {
  const inOrder = moves.toSorted((a, b) => (a.journal < b.journal ? -1 : 1));
  const valuesOf = ({ journal, to }: Move) => [journal, to.segment, to.offset, nowMs];
  const known = inOrder.flatMap((move) =>
    move.from === undefined ? [] : [[...valuesOf(move), move.from.segment, move.from.offset]],
  );
  const unknown = inOrder.filter(({ from }) => from === undefined).map(valuesOf);
  const moved = await insertAll(query, known, update);
  const begun = await insertAll(query, unknown, insertNew);
  if (moved.length + begun.length < moves.length) throw new PositionChanged();
}

/** The positions of this machine's journals, as this process has read or written them last. */
export function createKnownPositions({ query }: Database) {
  const known = new Map<string, JournalPosition | undefined>();

  async function read(journals: readonly string[]): Promise<void> {
    const found = await readPositions(query, journals);
    for (const journal of journals) known.set(journal, found.get(journal));
  }

  return {
    /** Reads those that are not known, and forgets those of other journals. */
    async open(journals: readonly string[]): Promise<void> {
      const listed = new Set(journals);
      for (const journal of known.keys()) if (!listed.has(journal)) known.delete(journal);
      await read(journals.filter((journal) => !known.has(journal)));
    },
    /** Reads all of them again: one was not where it should be. */
    refresh: () => read([...known.keys()]),
    of: (journal: string) => known.get(journal),
    moved(moves: readonly Move[]): void {
      for (const { journal, to } of moves) known.set(journal, to);
    },
    /** The answer was lost: they may be moved or not. */
    maybeMoved(moves: readonly Move[]): void {
      for (const { journal } of moves) known.delete(journal);
    },
  };
}
