import { type FileHandle, open } from 'node:fs/promises';
import type { Query } from '../lib/sql/database.ts';
import { journalFolderOf } from './data-folder.ts';
import type { SegmentFlaw } from './flaws.ts';
import { isLineStart, type JournalEntry, LINE_BYTES_MAX, readLine } from './journal-line.ts';
import {
  BEGINNING,
  isSamePosition,
  type JournalFiles,
  type JournalPosition,
  listJournals,
  type Positions,
  readPositions,
  type Segment,
} from './segments.ts';

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

/** How much the journals of a data folder have that the database has not. For those who do not drain it themselves. */
export async function undrainedIn(query: Query, dataDir: string): Promise<number> {
  const journals = await listJournals(journalFolderOf(dataDir), () => false);
  const positions = await readPositions(
    query,
    journals.map(({ journal }) => journal),
  );
  return undrainedBytes(journals, positions);
}
