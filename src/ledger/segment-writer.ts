import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentName } from './segment-name.ts';
import { syncFolder } from './sync-folder.ts';

/** Appends to the segments of one journal, one after the other. Calls may not overlap. */
export type SegmentWriter = {
  /**
   * Appends the bytes. Syncs where asked to, and where the segment is finished by them. Resolves to whether
   * everything written so far is synced. After a failure, the next call starts a new segment: readers stop at an
   * incomplete line, so nothing may follow it in the same file.
   */
  readonly write: (bytes: Buffer, isSyncWanted: boolean) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

export type SegmentWriterOptions = {
  readonly folder: string;
  /** The name of the journal. */
  readonly name: string;
  readonly segmentBytesMax: number;
};

type OpenSegment = {
  readonly handle: FileHandle;
  readonly file: string;
  readonly inode: number;
  bytes: number;
};

export function createSegmentWriter(options: SegmentWriterOptions): SegmentWriter {
  let segment: OpenSegment | undefined;
  let opened = 0;

  async function close(): Promise<void> {
    const closing = segment;
    segment = undefined;
    await closing?.handle.close();
  }

  async function write(bytes: Buffer, isSyncWanted: boolean): Promise<boolean> {
    if (segment === undefined && bytes.length === 0) return true;
    segment ??= await openSegment(options, opened++);
    await writeAll(segment.handle, bytes);
    segment.bytes += bytes.length;
    const isFinished = segment.bytes >= options.segmentBytesMax;
    const isSynced = isSyncWanted || isFinished;
    if (isSynced) await sync(segment);
    if (isFinished) await close();
    return isSynced;
  }

  return {
    async write(bytes, isSyncWanted) {
      try {
        return await write(bytes, isSyncWanted);
      } catch (error) {
        await close().catch(() => {});
        throw error;
      }
    },
    close,
  };
}

async function openSegment(
  { folder, name }: SegmentWriterOptions,
  number: number,
): Promise<OpenSegment> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, segmentName(name, number));
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
async function sync({ handle, file, inode }: OpenSegment): Promise<void> {
  await handle.datasync();
  const found = await stat(file).catch(() => undefined);
  if (found?.ino !== inode)
    throw new Error(`${file} was renamed or removed while it was written to`);
}
