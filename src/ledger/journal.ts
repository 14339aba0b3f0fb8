import type { JournalEntry } from './entry.ts';
import { createGroupCommit } from './group-commit.ts';
import { LINE_BYTES_MAX, writeLine } from './journal-line.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { journalBytes } from './segments.ts';

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
