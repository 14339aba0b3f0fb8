import type { SegmentWriter } from './segment-writer.ts';

/** Enqueued lines are collected for this long. */
const ENQUEUE_DELAY_MS = 20;
const SYNC_DELAY_MS = 1000;

type LineGroup = {
  readonly lines: Buffer[];
  bytes: number;
  readonly waiters: ((error: Error | undefined) => void)[];
};

/** Lines that arrive during a write share the next one. Those that nobody waits for are synced within `SYNC_DELAY_MS`. */
export function createGroupCommit(
  segments: SegmentWriter,
  onWritten: (error: Error | undefined) => void,
) {
  let pending = emptyGroup();
  let backlogBytes = 0;
  let isWriting = false;
  let written = Promise.resolve();
  let enqueueTimer: Timer | undefined;
  /** Enqueued lines that are written and not synced. */
  let unsyncedLines = 0;
  let lostLines = 0;
  let isSyncDue = false;
  let syncTimer: Timer | undefined;

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
      while (pending.bytes > 0 || isSyncDue) {
        const group = pending;
        pending = emptyGroup();
        const error = await writeGroup(group);
        backlogBytes -= group.bytes;
        for (const settle of group.waiters) settle(error);
        onWritten(error);
      }
    } finally {
      // Reset before the callers that waited continue: their next line has to start a new write.
      isWriting = false;
    }
  }

  async function writeGroup({ lines, bytes, waiters }: LineGroup): Promise<Error | undefined> {
    const sync = isSyncDue || waiters.length > 0 ? 'now' : 'when-finished';
    isSyncDue = false;
    unsyncedLines += lines.length - waiters.length;
    let failure: Error | undefined;
    try {
      const isSynced = await segments.write(Buffer.concat(lines, bytes), sync);
      if (!isSynced) {
        syncTimer ??= setTimeout(syncAll, SYNC_DELAY_MS);
        return undefined;
      }
    } catch (error) {
      // The fate of all unsynced lines is open: they count as lost.
      lostLines += unsyncedLines;
      failure = error as Error;
    }
    unsyncedLines = 0;
    clearTimeout(syncTimer);
    syncTimer = undefined;
    return failure;
  }

  function syncAll(): Promise<void> {
    isSyncDue = true;
    return flush();
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
    /** Enqueued lines that could not be written or synced. */
    lostLines: () => lostLines,
    /** Writes and syncs everything that was taken. */
    async close(): Promise<void> {
      await syncAll();
      await segments.close();
    },
  };
}

function emptyGroup(): LineGroup {
  return { lines: [], bytes: 0, waiters: [] };
}
