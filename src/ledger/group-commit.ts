import type { SegmentWriter } from './segment-writer.ts';

/** Enqueued lines are collected for this long. */
const ENQUEUE_DELAY_MS = 20;
const SYNC_DELAY_MS = 1000;

type LineGroup = {
  readonly lines: Buffer[];
  bytes: number;
  readonly waiters: ((error: Error | undefined) => void)[];
};

/**
 * Writes lines in groups: lines that arrive during a write share the next write and the next sync. Lines with a
 * caller that waits are synced at once, the others within `SYNC_DELAY_MS`.
 */
export function createGroupCommit(
  segments: SegmentWriter,
  onWritten: (error: Error | undefined) => void,
) {
  let pending = emptyGroup();
  let backlogBytes = 0;
  let isWriting = false;
  let written = Promise.resolve();
  let enqueueTimer: Timer | undefined;
  const unsynced = createUnsynced(() => void flush());

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
    while (pending.bytes > 0 || unsynced.isDue()) {
      const group = pending;
      pending = emptyGroup();
      const error = await writeGroup(segments, group, unsynced);
      backlogBytes -= group.bytes;
      onWritten(error);
      for (const settle of group.waiters) settle(error);
    }
    // Reset before the callers that waited continue: their next line has to start a new write.
    isWriting = false;
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
    lostLines: unsynced.lost,
    /** Writes and syncs everything that was taken. */
    async close(): Promise<void> {
      unsynced.makeDue();
      await flush();
      await segments.close();
    },
  };
}

async function writeGroup(
  segments: SegmentWriter,
  { lines, bytes, waiters }: LineGroup,
  unsynced: ReturnType<typeof createUnsynced>,
): Promise<Error | undefined> {
  const enqueued = lines.length - waiters.length;
  try {
    const isSyncWanted = unsynced.takeDue() || waiters.length > 0;
    const sync = isSyncWanted ? 'now' : 'when-finished';
    const isSynced = await segments.write(Buffer.concat(lines, bytes), sync);
    if (isSynced) unsynced.clear();
    else unsynced.add(enqueued);
    return undefined;
  } catch (error) {
    unsynced.lose(enqueued);
    return error as Error;
  }
}

/** Counts lines that are written and not synced, and asks for a sync when the first of them is old enough. */
function createUnsynced(onDue: () => void) {
  let lines = 0;
  let lost = 0;
  let isDue = false;
  let timer: Timer | undefined;

  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    lines = 0;
  };
  const makeDue = () => {
    clearTimeout(timer);
    isDue = true;
  };

  return {
    add(count: number) {
      lines += count;
      timer ??= setTimeout(() => {
        makeDue();
        onDue();
      }, SYNC_DELAY_MS);
    },
    clear,
    /** A failed write or sync leaves the fate of all unsynced lines open: they count as lost. */
    lose(count: number) {
      lost += lines + count;
      clear();
    },
    lost: () => lost,
    makeDue,
    isDue: () => isDue,
    takeDue() {
      const wasDue = isDue;
      isDue = false;
      return wasDue;
    },
  };
}

function emptyGroup(): LineGroup {
  return { lines: [], bytes: 0, waiters: [] };
}
