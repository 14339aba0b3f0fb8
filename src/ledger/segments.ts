import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { insertAll, selectAll } from '../lib/sql/bulk.ts';
import type { DatabaseKind, Query } from '../lib/sql/database.ts';

const SEGMENT_NAME = /^(.+)-(\d{1,9})\.log$/;

/** The name of the file of a segment. */
export function segmentName(journal: string, number: number): string {
  return `${journal}-${number}.log`;
}

/** undefined for files that are not segments. */
export function readSegmentName(segment: string) {
  const [, journal, number] = SEGMENT_NAME.exec(segment) ?? [];
  return journal === undefined ? undefined : { segment, journal, number: Number(number) };
}

export type Segment = {
  /** The name of its file. */
  readonly segment: string;
  readonly number: number;
  readonly file: string;
  /** Its size when it was listed. */
  readonly bytes: number;
  /** Whether no worker will write to it again. */
  readonly isFinished: boolean;
};

/** The segments of one worker, in the order they were written. */
export type JournalFiles = { readonly journal: string; readonly segments: readonly Segment[] };

/** The journals of a folder, in the order of their names. */
export async function listJournals(
  folder: string,
  isWriterAlive: (journal: string) => boolean,
): Promise<readonly JournalFiles[]> {
  const names = (await filesOf(folder)).flatMap((name) => readSegmentName(name) ?? []);
  const byJournal = [...Map.groupBy(names, ({ journal }) => journal)];
  const journals = byJournal
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(async ([journal, own]) => {
      const inOrder = own.toSorted((a, b) => a.number - b.number);
      // Before the sizes are read: nothing can be written between the two.
      const writtenTo = isWriterAlive(journal) ? inOrder.at(-1) : undefined;
      const segments = inOrder.map(async (name): Promise<readonly Segment[]> => {
        const { segment, number } = name;
        const file = join(folder, segment);
        const bytes = await stat(file).then(({ size }) => size, ifGone(undefined));
        const isFinished = name !== writtenTo;
        return bytes === undefined ? [] : [{ segment, number, file, bytes, isFinished }];
      });
      return { journal, segments: (await Promise.all(segments)).flat() };
    });
  return (await Promise.all(journals)).filter(({ segments }) => segments.length > 0);
}

/** The size of all journals of a folder. */
export async function journalBytes(folder: string): Promise<number> {
  const journals = await listJournals(folder, () => true);
  const segments = journals.flatMap((journal) => journal.segments);
  return segments.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Between these two names a segment is checked for the last time. */
const REMOVING = '.removing';

/** Removes a drained segment. Resolves to false where it has grown since it was listed, and keeps it. */
export async function removeSegment({ file, bytes }: Segment): Promise<boolean> {
  const renamed = `${file}${REMOVING}`;
  const isThere = await rename(file, renamed).then(() => true, ifGone(false));
  if (!isThere) return true;
  // A writer that seemed dead wrote to it. A write after the rename is noticed by the writer, which checks the name.
  if ((await stat(renamed)).size !== bytes) {
    await rename(renamed, file);
    return false;
  }
  await rm(renamed, { force: true });
  return true;
}

/** Undoes removals that a killed process had begun. The position of the journal says what is left to drain. */
export async function undoRemovals(folder: string): Promise<void> {
  for (const name of await filesOf(folder)) {
    const file = join(folder, name);
    if (name.endsWith(REMOVING)) {
      await rename(file, file.slice(0, -REMOVING.length)).catch(ifGone(undefined));
    }
  }
}

/** A synced file survives a power failure only once its name is durable. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

export async function filesOf(folder: string): Promise<readonly string[]> {
  // No journal was written yet.
  return readdir(folder).catch(ifGone([]));
}

/** Another process may remove a file at any time. */
export function ifGone<T>(value: T): (error: { readonly code?: unknown }) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}

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
