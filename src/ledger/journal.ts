import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type JournalEntry, LINE_BYTES_MAX, writeLine } from './journal-line.ts';
import { journalBytes, segmentName, syncFolder } from './read-journals.ts';

export type JournalOptions = {
  readonly folder: string;
  /** Never used before, on any machine with the same database: the ledger stores positions under it. */
  readonly name: string;
  /** A monotonic clock, in milliseconds. */
  readonly tickMs?: () => number;
  /** Called for each failed write, and once when the journals become full. */
  readonly onFault: (fault: JournalFault) => void;
  readonly segmentBytesMax?: number;
  readonly bytesMax?: number;
};

const SEGMENT_BYTES_MAX = 16 * 1024 ** 2;
/** For all journals of a folder together. */
export const JOURNAL_BYTES_MAX = 1024 ** 3;
/** Each worker keeps one drained segment open, and all share the limit: many workers get shorter segments. */
export function segmentBytesFor(workers: number): number {
  return Math.min(SEGMENT_BYTES_MAX, Math.floor(JOURNAL_BYTES_MAX / 4 / workers));
}

const BACKLOG_BYTES_MAX = 8 * 1024 ** 2;
/** The share of each limit that `add` may use. */
const ADD_SHARE_MAX = 0.9;
/** After a failed write, entries are rejected for this long. */
const RETRY_MS = 250;

/** The journal of one worker. Written entries survive the end of the process, synced ones also a power failure. */
export function openJournal(options: JournalOptions) {
  const { folder, name, onFault, tickMs = () => performance.now() } = options;
  const { segmentBytesMax = SEGMENT_BYTES_MAX, bytesMax = JOURNAL_BYTES_MAX } = options;
  const meter = createFolderMeter(folder, tickMs);
  let lastFailure: { readonly fault: JournalFault; readonly untilMs: number } | undefined;
  let isFull = false;
  let isClosed = false;
  let rejectedEntries = 0;

  const commits = createGroupCommit(createSegmentWriter(folder, name, segmentBytesMax), (error) => {
    lastFailure = error && { fault: failed(error.message), untilMs: tickMs() + RETRY_MS };
    if (lastFailure !== undefined) onFault(lastFailure.fault);
  });

  /** Why a line cannot be accepted now. `share` is the part of the limits that it may use. */
  function rejection(lineBytes: number, share: number): JournalFault | undefined {
    if (isClosed) return failed('the journal is closed');
    if (lineBytes > LINE_BYTES_MAX)
      return failed(`expected at most ${LINE_BYTES_MAX} bytes an entry`);
    if (lastFailure !== undefined && tickMs() < lastFailure.untilMs) return lastFailure.fault;
    if (commits.backlogBytes() + lineBytes > BACKLOG_BYTES_MAX * share) return BUSY;
    if (meter.bytes() + lineBytes <= bytesMax * share) return undefined;
    return { kind: 'full', reason: `${bytesMax} bytes in the journals wait to be drained` };
  }

  return {
    /** Resolves when the entry is synced, or with the reason why it will never be. */
    append(entry: JournalEntry): Promise<JournalFault | undefined> {
      const line = writeLine(entry);
      const fault = rejection(line.length, 1);
      if (fault?.kind === 'full' && !isFull) onFault(fault);
      isFull = fault?.kind === 'full';
      if (fault !== undefined) return Promise.resolve(fault);
      meter.add(line.length);
      return commits.commit(line).then((error) => error && failed(error.message));
    },
    /** Does not wait. Returns why the entry is rejected; the last part of the space is for `append`. */
    add(entry: JournalEntry): JournalFault | undefined {
      const line = writeLine(entry);
      const fault = rejection(line.length, ADD_SHARE_MAX);
      if (fault !== undefined) {
        rejectedEntries++;
        return fault;
      }
      meter.add(line.length);
      commits.enqueue(line);
      return undefined;
    },
    /** Why entries are rejected, or the last write failed. undefined where neither is so. */
    fault: () => lastFailure?.fault ?? rejection(0, ADD_SHARE_MAX),
    /** Accepted and not written yet. */
    backlogBytes: commits.backlogBytes,
    /** Entries of `add` that were rejected or not written. */
    lostEntries: () => rejectedEntries + commits.lostLines(),
    close(): Promise<void> {
      isClosed = true;
      return commits.close();
    },
  };
}

const MEASURE_MS = 1000;

/** The size of all journals of a folder: measured once a second, plus the bytes written since. */
function createFolderMeter(folder: string, tickMs: () => number) {
  let bytes = 0;
  let sinceMeasured = 0;
  let dueMs = Number.NEGATIVE_INFINITY;

  async function measure(): Promise<void> {
    sinceMeasured = 0;
    try {
      bytes = await journalBytes(folder);
    } catch {
      // It cannot be read: the next write reports it.
    }
  }

  return {
    bytes(): number {
      const now = tickMs();
      if (now >= dueMs) {
        dueMs = now + MEASURE_MS;
        void measure();
      }
      return bytes + sinceMeasured;
    },
    add(more: number): void {
      sinceMeasured += more;
    },
  };
}

/** Why an entry was not recorded. A notice then gets a 503, and bidding continues. */
export type JournalFault = {
  readonly kind: keyof typeof JOURNAL_FAULTS;
  /** For the log: it may hold paths and the text of a system error. */
  readonly reason: string;
};

/** What callers and operators are told of each kind. */
export const JOURNAL_FAULTS = {
  busy: 'the disk is too slow at the moment',
  full: 'the journals are full until the database has caught up',
  failed: 'it could not be written to disk',
} as const;

const BUSY: JournalFault = {
  kind: 'busy',
  reason: `${BACKLOG_BYTES_MAX} bytes wait for the disk already`,
};

function failed(reason: string): JournalFault {
  return { kind: 'failed', reason };
}

/** Lines that nobody waits for are collected for this long: each write is synced. */
const ENQUEUE_DELAY_MS = 500;

type LineGroup = {
  readonly lines: Buffer[];
  bytes: number;
  readonly waiters: ((error: Error | undefined) => void)[];
};

/** Lines that arrive during a write share the next one. */
function createGroupCommit(segments: SegmentWriter, onWritten: (error: Error | undefined) => void) {
  let pending = emptyGroup();
  let backlogBytes = 0;
  let isWriting = false;
  let written = Promise.resolve();
  let enqueueTimer: Timer | undefined;
  let lostLines = 0;

  function take(line: Buffer): void {
    pending.lines.push(line);
    pending.bytes += line.length;
    backlogBytes += line.length;
  }

  function flush(): Promise<void> {
    clearTimeout(enqueueTimer);
    enqueueTimer = undefined;
    if (!isWriting) written = writeGroups();
    return written;
  }

  async function writeGroups(): Promise<void> {
    isWriting = true;
    try {
      while (pending.bytes > 0) {
        const { lines, bytes, waiters } = pending;
        pending = emptyGroup();
        const error = await segments.write(Buffer.concat(lines, bytes)).then(
          () => undefined,
          (reason: Error) => reason,
        );
        if (error !== undefined) lostLines += lines.length - waiters.length;
        backlogBytes -= bytes;
        for (const settle of waiters) settle(error);
        onWritten(error);
      }
    } finally {
      // Reset before the callers that waited continue: their next line has to start a new write.
      isWriting = false;
    }
  }

  return {
    /** Resolves when the line is synced, to the error where it will never be. */
    commit(line: Buffer): Promise<Error | undefined> {
      take(line);
      const settled = new Promise<Error | undefined>((settle) => pending.waiters.push(settle));
      void flush();
      return settled;
    },
    /** Takes a line that no caller waits for. */
    enqueue(line: Buffer): void {
      take(line);
      enqueueTimer ??= setTimeout(flush, ENQUEUE_DELAY_MS);
    },
    /** Taken and not written yet. */
    backlogBytes: () => backlogBytes,
    /** Enqueued lines that could not be written. */
    lostLines: () => lostLines,
    /** Writes everything that was taken. */
    async close(): Promise<void> {
      await flush();
      await segments.close();
    },
  };
}

function emptyGroup(): LineGroup {
  return { lines: [], bytes: 0, waiters: [] };
}

type SegmentWriter = ReturnType<typeof createSegmentWriter>;

type OpenSegment = Awaited<ReturnType<typeof openSegment>>;

/** Appends to the segments of one journal, one after the other. Calls may not overlap. */
export function createSegmentWriter(folder: string, journal: string, segmentBytesMax: number) {
  let segment: OpenSegment | undefined;
  let opened = 0;

  async function close(): Promise<void> {
    const closing = segment;
    segment = undefined;
    await closing?.handle.close();
  }

  return {
    /**
     * Appends the bytes and syncs them. After a failure, the next call starts a new segment: an incomplete line and what
     * follows it in the same file would be read as one line.
     */
    async write(bytes: Buffer): Promise<void> {
      try {
        segment ??= await openSegment(folder, segmentName(journal, opened++));
        await writeAll(segment.handle, bytes);
        await syncSegment(segment);
        segment.bytes += bytes.length;
        if (segment.bytes >= segmentBytesMax) await close();
      } catch (error) {
        await close().catch(() => {});
        throw error;
      }
    },
    close,
  };
}

async function openSegment(folder: string, name: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  const handle = await open(file, 'wx', 0o600);
  try {
    await syncFolder(folder);
    return { handle, file, inode: (await handle.stat()).ino, bytes: 0 };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, null);
    if (bytesWritten === 0) throw new Error('the disk took nothing');
    written += bytesWritten;
  }
}

/** A drain that takes this writer for dead renames the segment, and nobody reads what is written after that. */
async function syncSegment({ handle, file, inode }: OpenSegment): Promise<void> {
  await handle.datasync();
  const found = await stat(file).catch(() => undefined);
  if (found?.ino !== inode)
    throw new Error(`${file} was renamed or removed while it was written to`);
}
