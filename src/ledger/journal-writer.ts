import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from './entry.ts';
import { createFolderMeter } from './folder-meter.ts';
import { LINE_BYTES_MAX, writeLine } from './journal-line.ts';
import { segmentName } from './segment-name.ts';

/** Why an entry was not kept. Each is a reason to say 503; none is a reason to stop bidding. */
export type JournalFault = {
  /** 'full': the journals have reached their bound. 'busy': the disk is too slow. 'failed': it refused. */
  readonly kind: 'full' | 'busy' | 'failed';
  readonly reason: string;
};

/** A worker's journal. What it took survives the end of the process; what `append` took, also a power cut. */
export type Journal = {
  /** Settles when the entry is on the disk, or will never be. */
  readonly append: (entry: Entry) => Promise<JournalFault | undefined>;
  /** Not waited for, and refused while room is short: it may not take the place of what is waited for. */
  readonly add: (entry: Entry) => boolean;
  /** Taken and not yet written. */
  readonly backlogBytes: () => number;
  /** Entries that were added, and refused or not written. */
  readonly lostEntries: () => number;
  readonly close: () => Promise<void>;
};

export type JournalOptions = {
  readonly folder: string;
  /** Never used before, on any machine of the same database: the ledger remembers segments by it. */
  readonly name: string;
  /** A clock that is never set back, in milliseconds since any moment. */
  readonly tickMs?: () => number;
  /** Called when a write fails, and when the journals become full; not for each entry refused. */
  readonly onFault: (fault: JournalFault) => void;
  readonly segmentBytesMax?: number;
  readonly bytesMax?: number;
};

export const SEGMENT_BYTES_MAX = 16 * 1024 ** 2;
/** Of all journals in the folder together. */
export const JOURNAL_BYTES_MAX = 1024 ** 3;
/** With many workers shorter ones: each keeps one that is drained already, and they share the bound. */
export function segmentBytesFor(workers: number): number {
  return Math.min(SEGMENT_BYTES_MAX, Math.floor(JOURNAL_BYTES_MAX / 4 / workers));
}

const BACKLOG_BYTES_MAX = 8 * 1024 ** 2;
/** What is left to entries that are waited for. */
const ADD_SHARE_MAX = 0.9;
/** A disk that is full or broken is tried again no sooner. */
const RETRY_MS = 250;
/** Entries that nobody waits for are written together. */
const ADD_LINGER_MS = 20;
/** And are on the disk, for good, after this at most. */
const ADD_SYNC_MS = 1000;

type Settle = (fault: JournalFault | undefined) => void;
type Group = { readonly lines: Buffer[]; bytes: number; readonly waiters: Settle[] };
type Segment = {
  readonly handle: FileHandle;
  readonly file: string;
  readonly inode: number;
  bytes: number;
};

export function openJournal(options: JournalOptions): Journal {
  const { folder, name, onFault, tickMs = () => performance.now() } = options;
  const { segmentBytesMax = SEGMENT_BYTES_MAX, bytesMax = JOURNAL_BYTES_MAX } = options;
  const meter = createFolderMeter(folder, tickMs);
  let pending = emptyGroup();
  let backlogBytes = 0;
  let written = Promise.resolve();
  let isWriting = false;
  let linger: Timer | undefined;
  let segment: Segment | undefined;
  let opened = 0;
  let lastFailure: { readonly fault: JournalFault; readonly untilMs: number } | undefined;
  let isFull = false;
  let isClosed = false;
  let lostEntries = 0;
  /** Written and not synced. */
  let unsyncedEntries = 0;
  let isSyncDue = false;
  let syncTimer: Timer | undefined;

  function refusal(lineBytes: number, share: number): JournalFault | undefined {
    if (isClosed) return { kind: 'failed', reason: 'the journal is closed' };
    if (lineBytes > LINE_BYTES_MAX) {
      return { kind: 'failed', reason: `expected at most ${LINE_BYTES_MAX} bytes an entry` };
    }
    if (lastFailure !== undefined && tickMs() < lastFailure.untilMs) return lastFailure.fault;
    if (backlogBytes + lineBytes > BACKLOG_BYTES_MAX * share) {
      return { kind: 'busy', reason: `${BACKLOG_BYTES_MAX} bytes wait for the disk already` };
    }
    if (meter.bytes() + lineBytes > bytesMax * share) {
      return {
        kind: 'full',
        reason: `the journals hold ${bytesMax} bytes that wait to be drained`,
      };
    }
    return undefined;
  }

  function take(line: Buffer): void {
    pending.lines.push(line);
    pending.bytes += line.length;
    backlogBytes += line.length;
    meter.add(line.length);
  }

  function write(): Promise<void> {
    clearTimeout(linger);
    linger = undefined;
    if (!isWriting) written = writeGroups();
    return written;
  }

  async function writeGroups(): Promise<void> {
    isWriting = true;
    while (pending.bytes > 0 || isSyncDue) {
      // What comes from now on shares the next sync.
      const group = pending;
      pending = emptyGroup();
      const fault = await tryWrite(group);
      backlogBytes -= group.bytes;
      for (const settle of group.waiters) settle(fault);
      if (fault === undefined) continue;
      lostEntries += group.lines.length - group.waiters.length + unsyncedEntries;
      unsyncedEntries = 0;
      onFault(fault);
    }
    // Before those who waited go on, and append: they have to find that nobody writes.
    isWriting = false;
  }

  async function tryWrite(group: Group): Promise<JournalFault | undefined> {
    try {
      const isSyncing = isSyncDue;
      isSyncDue = false;
      if (segment === undefined && group.bytes === 0) return undefined;
      segment ??= await openSegment();
      await writeAll(segment.handle, Buffer.concat(group.lines, group.bytes));
      segment.bytes += group.bytes;
      const isFinished = segment.bytes >= segmentBytesMax;
      if (group.waiters.length > 0 || isFinished || isSyncing) await sync(segment);
      else syncLater(group.lines.length);
      lastFailure = undefined;
      if (isFinished) await closeSegment();
      return undefined;
    } catch (error) {
      const fault: JournalFault = { kind: 'failed', reason: (error as Error).message };
      lastFailure = { fault, untilMs: tickMs() + RETRY_MS };
      // What was written of the group is a torn end, which nothing may follow: readers stop at it.
      await closeSegment().catch(() => {});
      return fault;
    }
  }

  function syncLater(entries: number): void {
    unsyncedEntries += entries;
    syncTimer ??= setTimeout(() => {
      isSyncDue = true;
      void write();
    }, ADD_SYNC_MS);
  }

  /** A drain that takes this writer for dead renames the segment: what was written after that is read by nobody. */
  async function sync({ handle, file, inode }: Segment): Promise<void> {
    clearTimeout(syncTimer);
    syncTimer = undefined;
    await handle.datasync();
    const found = await stat(file).catch(() => undefined);
    if (found?.ino !== inode)
      throw new Error(`${file} was renamed or removed while it was written to`);
    unsyncedEntries = 0;
  }

  async function openSegment(): Promise<Segment> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, segmentName(name, opened++));
    const handle = await open(file, 'wx', 0o600);
    try {
      await syncFolder(folder);
      return { handle, file, inode: (await handle.stat()).ino, bytes: 0 };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function closeSegment(): Promise<void> {
    const closing = segment;
    segment = undefined;
    await closing?.handle.close();
  }

  return {
    append(entry) {
      const line = writeLine(entry);
      const fault = refusal(line.length, 1);
      if (fault?.kind === 'full' && !isFull) onFault(fault);
      isFull = fault?.kind === 'full';
      if (fault !== undefined) return Promise.resolve(fault);
      take(line);
      const settled = new Promise<JournalFault | undefined>((settle) => {
        pending.waiters.push(settle);
      });
      void write();
      return settled;
    },
    add(entry) {
      const line = writeLine(entry);
      if (refusal(line.length, ADD_SHARE_MAX) !== undefined) {
        lostEntries++;
        return false;
      }
      take(line);
      linger ??= setTimeout(write, ADD_LINGER_MS);
      return true;
    },
    backlogBytes: () => backlogBytes,
    lostEntries: () => lostEntries,
    async close() {
      isClosed = true;
      clearTimeout(syncTimer);
      isSyncDue = true;
      await write();
      await closeSegment();
    },
  };
}

function emptyGroup(): Group {
  return { lines: [], bytes: 0, waiters: [] };
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, null);
    if (bytesWritten === 0) throw new Error('the disk took nothing');
    written += bytesWritten;
  }
}

/** A file is safe only once its name is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
