import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { insertAll, selectAll } from '../lib/sql/bulk.ts';
import type { DatabaseKind, Query } from '../lib/sql/database.ts';
import { isLineStart, type JournalEntry, LINE_BYTES_MAX, readLine } from './journal-line.ts';

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

/** Why a segment is not drained whole. Of one that is cut, nothing is kept: no entry can be made of what follows. */
export type Flaw = 'damaged' | 'unknown' | 'cut';

export type SegmentFlaw = {
  readonly segment: Segment;
  readonly flaw: Flaw;
  /** Where it was found. */
  readonly offset: number;
  /** An entry is a line, and a damaged newline makes one line of two entries. */
  readonly lines: number;
  /** Of the lines that are damaged or cut. */
  readonly bytes?: number;
};

/** A segment that could not be read. What its journal has behind it waits. */
export type ReadFailure = {
  readonly segment: string;
  readonly error: Error;
  readonly isWrittenTo: boolean;
};

export type LookMax = { readonly entries: number; readonly bytes: number };

/** Where to begin in a journal. `isAgain`: it may be drained beyond it, so that only what is stored once is taken. */
export type Start = { readonly position: JournalPosition; readonly isAgain: boolean };

/** Entries that are written in one transaction, and what is known once they are. */
export type Look = {
  readonly entries: JournalEntry[];
  bytes: number;
  /** How far the journals with entries in this look are drained. */
  readonly moved: Map<string, JournalPosition>;
  /** Finished segments that have nothing left. */
  readonly drained: Segment[];
  readonly flaws: SegmentFlaw[];
  readonly failures: ReadFailure[];
  /** The journals may have more. */
  isFull: boolean;
};

/** The kinds of entries that the database stores once, however often they come. */
const ONCE: ReadonlySet<JournalEntry['kind']> = new Set(['fact', 'conversion', 'feedback']);

/** Reads what the journals had when they were listed and is not drained yet, as much as one look may have. */
export async function readJournals(
  journals: readonly JournalFiles[],
  startOf: (journal: string) => Start,
  max: LookMax,
): Promise<Look> {
  const look: Look = {
    entries: [],
    bytes: 0,
    moved: new Map(),
    drained: [],
    flaws: [],
    failures: [],
    isFull: false,
  };
  for (const { journal, segments } of journals) {
    const { position, isAgain } = startOf(journal);
    let to = position;
    for (const segment of segments) {
      if (look.isFull) break;
      const start = startIn(segment, to);
      const { offset, error } = await readSegment(segment, { start, isAgain, max }, look);
      if (offset > start) to = { segment: segment.number, offset };
      if (error !== undefined) {
        const isWrittenTo = segments.some(({ isFinished }) => !isFinished);
        look.failures.push({ segment: segment.segment, error, isWrittenTo });
        break;
      }
      if (segment.isFinished && !look.isFull) look.drained.push(segment);
    }
    if (!isSamePosition(to, position)) look.moved.set(journal, to);
  }
  return look;
}

/** The first byte of a segment that is not drained. */
function startIn({ number, bytes }: Segment, position: JournalPosition): number {
  if (number < position.segment) return bytes;
  return number === position.segment ? position.offset : 0;
}

type Reading = { readonly start: number; readonly isAgain: boolean; readonly max: LookMax };

/** Goes on behind damaged lines. An offset that it ends at is always behind a newline. */
async function readSegment(
  segment: Segment,
  { start, isAgain, max }: Reading,
  look: Look,
): Promise<{ readonly offset: number; readonly error?: Error }> {
  const { file, bytes: to } = segment;
  let offset = start;
  while (offset < to && !look.isFull) {
    const linesMax = max.entries - look.entries.length;
    const batch = await readBatch({ file, from: offset, to }, linesMax).catch(
      // undefined: another process has drained and removed it.
      (error: Error & { readonly code?: string }) => (error.code === 'ENOENT' ? undefined : error),
    );
    if (batch === undefined) break;
    if (batch instanceof Error) return { offset, error: batch };
    const { entries, unknown: lines, damage, nextOffset, stop } = batch;
    for (const entry of entries) if (!isAgain || ONCE.has(entry.kind)) look.entries.push(entry);
    look.bytes += nextOffset - offset;
    look.isFull = look.entries.length >= max.entries || look.bytes >= max.bytes;
    if (lines > 0) look.flaws.push({ segment, flaw: 'unknown', offset, lines });
    if (damage !== undefined) look.flaws.push({ segment, flaw: 'damaged', ...damage });
    offset = nextOffset;
    if (stop === 'more') continue;
    // What a live worker writes may be complete at the next look.
    if (segment.isFinished && stop !== 'end') {
      const flaw = stop === 'torn' ? 'cut' : 'damaged';
      look.flaws.push({ segment, flaw, offset, lines: 1, bytes: to - offset });
    }
    break;
  }
  return { offset };
}

/** What the journals had when they were listed and is not drained. */
export function undrainedBytes(journals: readonly JournalFiles[], positions: Positions): number {
  let sum = 0;
  for (const { journal, segments } of journals) {
    const position = positions.get(journal) ?? BEGINNING;
    for (const one of segments) sum += Math.max(0, one.bytes - startIn(one, position));
  }
  return sum;
}

/** Of the damaged lines of a batch: where the first one begins, and how many bytes they have together. */
type Damage = { readonly offset: number; readonly lines: number; readonly bytes: number };

type Batch = {
  readonly entries: readonly JournalEntry[];
  /** Intact lines that this version does not know. */
  readonly unknown: number;
  /** Lines with a wrong checksum. */
  readonly damage: Damage | undefined;
  /** The offset after the last line that was read. */
  readonly nextOffset: number;
  /**
   * Why reading stopped there. 'more': the batch is full. 'end': the file ends. 'torn': an incomplete line follows,
   * which is being written or whose write failed. 'no-line': bytes follow that no line begins with.
   */
  readonly stop: 'more' | 'end' | 'torn' | 'no-line';
};

/** Enough for at least one line of any length. */
const READ_BYTES = 2 * LINE_BYTES_MAX;
const NEWLINE = 0x0a;

/** Reads the part of a file from one offset to before another. */
export async function readBatch(
  { file, from, to }: { readonly file: string; readonly from: number; readonly to: number },
  linesMax: number,
): Promise<Batch> {
  await using handle = await open(file, 'r');
  const bytes = await readBytes(handle, from, to);
  const batch = readLines(bytes, linesMax);
  const isCut = bytes.length === READ_BYTES && (batch.stop === 'torn' || batch.stop === 'no-line');
  // No line is as long as this.
  if (isCut && batch.nextOffset === 0) {
    const nextOffset = await lineEnd(handle, from + READ_BYTES, to);
    if (nextOffset === undefined) return { ...batch, nextOffset: from, stop: 'no-line' };
    const damage = { offset: from, lines: 1, bytes: nextOffset - from };
    return { ...batch, damage, nextOffset, stop: 'more' };
  }
  const { damage } = batch;
  return {
    ...batch,
    damage: damage && { ...damage, offset: from + damage.offset },
    nextOffset: from + batch.nextOffset,
    stop: isCut ? 'more' : batch.stop,
  };
}

async function readBytes(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const wanted = Math.min(READ_BYTES, to - from);
  const bytes = Buffer.allocUnsafe(wanted);
  let length = 0;
  while (length < wanted) {
    const { bytesRead } = await handle.read(bytes, length, wanted - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** The offset behind the next newline. */
async function lineEnd(handle: FileHandle, from: number, to: number): Promise<number | undefined> {
  for (let offset = from; offset < to; offset += READ_BYTES) {
    const end = (await readBytes(handle, offset, to)).indexOf(NEWLINE);
    if (end !== -1) return offset + end + 1;
  }
  return undefined;
}

/** Reads the entries at the beginning of any bytes. */
export function readLines(bytes: Buffer, linesMax: number): Batch {
  const entries: JournalEntry[] = [];
  let unknown = 0;
  let damage: Damage | undefined;
  let offset = 0;
  const stopped = (stop: Batch['stop']): Batch => {
    return { entries, unknown, damage, stop, nextOffset: offset };
  };
  while (entries.length + unknown < linesMax) {
    if (offset === bytes.length) return stopped('end');
    const end = bytes.indexOf(NEWLINE, offset);
    if (end === -1) return stopped(isLineStart(bytes.subarray(offset)) ? 'torn' : 'no-line');
    const read = readLine(bytes.subarray(offset, end));
    if (read === 'damaged') {
      const before = damage ?? { offset, lines: 0, bytes: 0 };
      damage = { ...before, lines: before.lines + 1, bytes: before.bytes + end + 1 - offset };
    } else if (read === 'unknown') unknown++;
    else entries.push(read);
    offset = end + 1;
  }
  return stopped('more');
}

/** How much the journals of a folder have that the database has not. For those who do not drain it themselves. */
export async function undrainedIn(query: Query, folder: string): Promise<number> {
  const journals = await listJournals(folder, () => false);
  const positions = await readPositions(
    query,
    journals.map(({ journal }) => journal),
  );
  return undrainedBytes(journals, positions);
}
