import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentName, syncFolder } from './segments.ts';

export type SegmentWriter = ReturnType<typeof createSegmentWriter>;

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
     * Appends the bytes. Syncs where asked to, and where the segment is finished by them. Resolves to whether
     * everything written so far is synced. After a failure, the next call starts a new segment: an incomplete line
     * and what follows it in the same file would be read as one line.
     */
    async write(bytes: Buffer, sync: 'now' | 'when-finished'): Promise<boolean> {
      if (segment === undefined && bytes.length === 0) return true;
      try {
        segment ??= await openSegment(folder, segmentName(journal, opened++));
        await writeAll(segment.handle, bytes);
        segment.bytes += bytes.length;
        const isFinished = segment.bytes >= segmentBytesMax;
        const isSynced = sync === 'now' || isFinished;
        if (isSynced) await syncSegment(segment);
        if (isFinished) await close();
        return isSynced;
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
