import type { Difference } from '../lib/differences.ts';
import type { Author } from '../lib/op.ts';
import type { Query } from '../lib/sql/database.ts';

/** An entry keeps so many changes. A record has fewer fields, unless it has long lists. */
export const CHANGES_MAX = 500;

const HISTORY_PAGE = 50;

type HistoryEntry = {
  /** Of the turn of the writer. */
  readonly revision: number;
  readonly nowMs: number;
  readonly author: Author;
  readonly action: string;
  /** What was changed: a kind of record or another thing that is changed, and its id. */
  readonly kind: string;
  readonly id: string;
  readonly changes: readonly Difference[];
};

/** Who did what, in the transaction that does it. */
export async function writeHistory(query: Query, entry: HistoryEntry): Promise<void> {
  const { revision, nowMs, author, action, kind, id, changes } = entry;
  await query(
    `insert into history (revision, at_ms, who, role, action, kind, id, changes)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[revision, nowMs, author.who, author.role, action, kind, id],
      JSON.stringify(changes.slice(0, CHANGES_MAX)),
    ],
  );
}

/** Waits for other writers and returns the revision of this one. */
export async function nextRevision(query: Query): Promise<number> {
  const [row] = await query(
    'update store_turn set revision = revision + 1 where id = 1 returning revision',
  );
  return Number(row?.revision);
}

export type HistoryQuestion = {
  /** undefined: everything that was done. */
  readonly of?: { readonly kind: string; readonly id: string } | undefined;
  /** Only entries before this one. undefined: the latest. */
  readonly before?: number | undefined;
};

export type HistoryRow = Readonly<Awaited<ReturnType<typeof readHistory>>[number]>;

/** The latest first. */
export async function readHistory(query: Query, { of, before }: HistoryQuestion) {
  const filter = of === undefined ? '' : 'and kind = $2 and id = $3';
  const rows = await query(
    `select revision, at_ms, who, role, action, kind, id, changes from history
     where revision < cast($1 as bigint) ${filter} order by revision desc limit ${HISTORY_PAGE}`,
    [before ?? Number.MAX_SAFE_INTEGER, ...(of === undefined ? [] : [of.kind, of.id])],
  );
  return rows.map((row) => ({
    revision: Number(row.revision),
    atMs: Number(row.at_ms),
    who: String(row.who),
    role: String(row.role),
    action: String(row.action),
    kind: String(row.kind),
    id: String(row.id),
    changes: JSON.parse(String(row.changes)) as readonly Difference[],
  }));
}

/** The role of whoever has changed the state of a record last. undefined: nobody has. */
export async function readStateRole(
  query: Query,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<string | undefined> {
  // A quote within a text of JSON is escaped, so nothing but the field is found.
  const [row] = await query(
    `select role from history where kind = $1 and id = $2 and changes like '%"field":"state"%'
     order by revision desc limit 1`,
    [kind, id],
  );
  return row && String(row.role);
}
