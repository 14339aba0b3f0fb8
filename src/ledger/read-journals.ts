import { open } from 'node:fs/promises';
import type { JournalEntry } from './entry.ts';
import { LINE_BYTES_MAX, readLine } from './journal-line.ts';
import { BEGINNING, isSamePosition, type JournalPosition, type Move } from './positions.ts';
import type { JournalFiles, Segment, SegmentFlaw } from './segments.ts';

export type Look = ReturnType<typeof startLook>;

/** A segment that could not be read. What its journal has behind it waits. */
export type ReadFailure = {
  readonly segment: string;
  readonly error: Error;
  readonly isWrittenTo: boolean;
};

export type LookMax = { readonly entries: number; readonly bytes: number };

export type LookSource = {
  readonly positionOf: (journal: string) => JournalPosition | undefined;
  /** Where the damage of a segment begins, if it is known to have any. */
  readonly damageOf: (segment: string) => number | undefined;
  readonly max: LookMax;
};

/** Reads what the journals had when they were listed and is not drained yet, as much as one look may have. */
export async function readJournals(
  journals: readonly JournalFiles[],
  source: LookSource,
): Promise<Look> {
  const look = startLook(source);
  for (const files of journals) {
    const segments = look.isFull() ? files.segments : await readJournal(files, source, look);
    if (segments.length > 0) look.rest.push({ journal: files.journal, segments });
  }
  return look;
}

/** Entries that are written in one transaction, and what is known once they are. */
function startLook({ max }: LookSource) {
  const entries: JournalEntry[] = [];
  let bytes = 0;
  return {
    entries,
    /** Of the journals that they are from. */
    moves: [] as Move[],
    /** Finished segments that have nothing left. */
    drained: [] as Segment[],
    flaws: [] as SegmentFlaw[],
    failures: [] as ReadFailure[],
    /** What the look had no room for. */
    rest: [] as JournalFiles[],
    linesLeft: () => max.entries - entries.length,
    isFull: () => entries.length >= max.entries || bytes >= max.bytes,
    add(more: readonly JournalEntry[], readBytes: number) {
      for (const entry of more) entries.push(entry);
      bytes += readBytes;
    },
  };
}

/** Resolves to the segments that the look had no room for. */
async function readJournal(
  { journal, segments }: JournalFiles,
  source: LookSource,
  look: Look,
): Promise<readonly Segment[]> {
  const from = source.positionOf(journal);
  let to = from ?? BEGINNING;
  let left: readonly Segment[] = [];
  for (const [index, segment] of segments.entries()) {
    const start = startIn(segment, to);
    const read = await readSegment(segment, start, source, look);
    if (read.offset > start) to = { segment: segment.number, offset: read.offset };
    if (read.stop === 'full') left = segments.slice(index);
    if (typeof read.stop === 'object') {
      const isWrittenTo = segments.some(({ isFinished }) => !isFinished);
      look.failures.push({ segment: segment.segment, error: read.stop, isWrittenTo });
    }
    if (read.stop !== 'end') break;
    if (segment.isFinished) look.drained.push(segment);
  }
  if (!isSamePosition(to, from ?? BEGINNING)) look.moves.push({ journal, from, to });
  return left;
}

/** The first byte of a segment that is not drained. */
function startIn({ number, bytes }: Segment, position: JournalPosition): number {
  if (number < position.segment) return bytes;
  return number === position.segment ? position.offset : 0;
}

async function readSegment(
  segment: Segment,
  start: number,
  { damageOf }: LookSource,
  look: Look,
): Promise<{ readonly offset: number; readonly stop: 'end' | 'full' | Error }> {
  const { segment: name, file, bytes } = segment;
  const to = Math.min(bytes, damageOf(name) ?? bytes);
  let offset = start;
  while (offset < to) {
    if (look.isFull()) return { offset, stop: 'full' };
    const batch = await readBatch({ file, from: offset, to }, look.linesLeft()).catch(
      // undefined: another process has drained and removed it.
      (error: Error & { readonly code?: string }) => (error.code === 'ENOENT' ? undefined : error),
    );
    if (batch === undefined || batch instanceof Error) return { offset, stop: batch ?? 'end' };
    const { entries, unknown: lines, nextOffset, stop } = batch;
    look.add(entries, nextOffset - offset);
    offset = nextOffset;
    if (lines > 0) look.flaws.push({ segment, flaw: 'unknown', offset, lines });
    if (stop === 'damaged') look.flaws.push({ segment, flaw: 'damaged', offset, lines: 0 });
    if (stop !== 'more') break;
  }
  return { offset, stop: 'end' };
}

/** What the journals had when they were listed and is not drained. */
export function undrainedBytes(
  journals: readonly JournalFiles[],
  positionOf: LookSource['positionOf'],
): number {
  let sum = 0;
  for (const { journal, segments } of journals) {
    const position = positionOf(journal) ?? BEGINNING;
    for (const one of segments) sum += Math.max(0, one.bytes - startIn(one, position));
  }
  return sum;
}

type Batch = {
  readonly entries: readonly JournalEntry[];
  /** The offset of each entry. */
  readonly offsets: readonly number[];
  /** Intact lines that this version does not know. */
  readonly unknown: number;
  /** The offset after the last line that was read. */
  readonly nextOffset: number;
  /**
   * Why reading stopped there. 'more': the batch is full. 'end': the file ends. 'torn': an incomplete line follows,
   * which is being written or whose write failed. 'damaged': a line with a wrong checksum follows.
   */
  readonly stop: 'more' | 'end' | 'torn' | 'damaged';
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
  const wanted = Math.min(READ_BYTES, to - from);
  const bytes = Buffer.allocUnsafe(wanted);
  let length = 0;
  while (length < wanted) {
    const { bytesRead } = await handle.read(bytes, length, wanted - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const batch = readLines(bytes.subarray(0, length), linesMax);
  const isCut = batch.stop === 'torn' && length === READ_BYTES && batch.nextOffset > 0;
  return {
    ...batch,
    offsets: batch.offsets.map((inBytes) => from + inBytes),
    nextOffset: from + batch.nextOffset,
    stop: isCut ? 'more' : batch.stop,
  };
}

/** Reads the entries at the beginning of any bytes. */
export function readLines(bytes: Buffer, linesMax: number): Batch {
  const entries: JournalEntry[] = [];
  const offsets: number[] = [];
  let unknown = 0;
  let offset = 0;
  const stopped = (stop: Batch['stop']): Batch => {
    return { entries, offsets, unknown, stop, nextOffset: offset };
  };
  for (let lines = 0; lines < linesMax; lines++) {
    if (offset === bytes.length) return stopped('end');
    const end = bytes.indexOf(NEWLINE, offset);
    if (end === -1) return stopped(bytes.length - offset > LINE_BYTES_MAX ? 'damaged' : 'torn');
    const read = readLine(bytes.subarray(offset, end));
    if (read === 'damaged') return stopped('damaged');
    if (read === 'unknown') unknown++;
    else {
      entries.push(read);
      offsets.push(offset);
    }
    offset = end + 1;
  }
  return stopped('more');
}
