import { insertAll, selectAll } from './bulk.ts';
import type { Query } from './database.ts';

/** How far a journal is drained: up to this offset of this segment, and all segments before it. */
export type Position = { readonly segment: number; readonly offset: number };

/** Of a journal that the database has no position of. */
export const BEGINNING: Position = { segment: 0, offset: 0 };

export type Move = {
  readonly journal: string;
  /** undefined: the database has none. */
  readonly from: Position | undefined;
  readonly to: Position;
};

/** A position in the database is not the one that this process has read or written last. */
export class PositionChanged extends Error {
  constructor() {
    super('the positions of the journals in the database keep changing');
  }
}

export function isSamePosition(a: Position | undefined, b: Position | undefined): boolean {
  return a?.segment === b?.segment && a?.offset === b?.offset;
}

/** The positions of those journals that have one. */
export async function readPositions(
  query: Query,
  journals: readonly string[],
): Promise<ReadonlyMap<string, Position>> {
  const before = 'select name, segment, byte_offset from journals where name in';
  const rows = await selectAll(query, { before, keys: journals });
  return new Map(
    rows.map(({ name, segment, byte_offset }) => [
      String(name),
      { segment: Number(segment), offset: Number(byte_offset) },
    ]),
  );
}

const INSERT = 'insert into journals (name, segment, byte_offset, moved_ms) values';

/** The columns of a list of values have these names on both databases. */
const UPDATE = {
  before: `update journals set
      segment = cast(moved.column2 as bigint), byte_offset = cast(moved.column3 as bigint),
      moved_ms = cast(moved.column4 as bigint)
    from (values`,
  after: `) as moved
    where name = moved.column1 and segment = cast(moved.column5 as bigint)
      and byte_offset = cast(moved.column6 as bigint)
    returning name`,
};

/** Throws where a position is another than `from`: what lies between `from` and `to` may be counted already. */
export async function movePositions(
  query: Query,
  moves: readonly Move[],
  nowMs: number,
): Promise<void> {
  const inOrder = moves.toSorted((a, b) => (a.journal < b.journal ? -1 : 1));
  const valuesOf = ({ journal, to }: Move) => [journal, to.segment, to.offset, nowMs];
  const moved = await insertAll(query, {
    ...UPDATE,
    rows: inOrder.flatMap((move) =>
      move.from === undefined ? [] : [[...valuesOf(move), move.from.segment, move.from.offset]],
    ),
  });
  const begun = await insertAll(query, {
    before: INSERT,
    after: 'on conflict do nothing returning name',
    rows: inOrder.filter(({ from }) => from === undefined).map(valuesOf),
  });
  if (moved.length + begun.length < moves.length) throw new PositionChanged();
}
