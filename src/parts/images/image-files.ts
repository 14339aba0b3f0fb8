import { mkdirSync, rmSync } from 'node:fs';
import { access, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFaultLog } from '../../ledger/fault-log.ts';
import type { Log } from '../../lib/log.ts';
import { repeat } from '../../lib/repeat.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { Records } from '../../store/records.ts';
import { IMAGE, readContent } from './image.ts';
import { type ImageName, imageNameIn } from './read-image.ts';

/**
 * Images of the database as files of this machine, which its workers read. The supervisor writes a file when a worker
 * has been asked for one that is not there.
 */

export function imageFolder(dataDir: string): string {
  return join(dataDir, 'image-cache');
}

/** The path of its file. undefined: it is not there. */
export async function findImageFile(
  folder: string,
  { name }: ImageName,
): Promise<string | undefined> {
  const file = join(folder, name);
  try {
    await access(file);
    return file;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of all files together. The one that was written first goes first, and comes back when somebody asks for it. */
const FILES_BYTES_MAX = 512 * 1024 * 1024;
/** Of the connections to the database, which the ledger needs too. */
const READS_AT_ONCE_MAX = 2;
const WAITING_MAX = 100;
/** Anybody may ask for names that there are not: each is one look into an index. */
const READS_PER_SECOND_MAX = 100;
/** How long an image that somebody has deleted may be served by another machine. */
const SWEEP_MS = 60_000;

/** `busy`: nobody could look, or too many ask. */
export type BroughtImage = 'there' | 'unknown' | 'busy';

/** Makes the file of an image, where the database has the image. */
export type BringImage = (path: string) => Promise<BroughtImage>;

type ImageFilesParts = {
  readonly dataDir: string;
  readonly database: () => Pick<Database, 'query'> | undefined;
  readonly records: Pick<Records, 'isRead' | 'get'>;
  readonly tickMs: () => number;
  readonly log: Log;
  /** Only tests have less room, and look more often. */
  readonly bytesMax?: number;
  readonly sweepMs?: number;
};

export type ImageFiles = ReturnType<typeof startImageFiles>;

/** With an empty folder: what a power failure has left there might be half an image. The caller holds the data folder. */
export function startImageFiles(parts: ImageFilesParts) {
  const { database, records, log, sweepMs = SWEEP_MS } = parts;
  const folder = imageFolder(parts.dataDir);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = createFiles(folder, parts.bytesMax ?? FILES_BYTES_MAX);
  const admit = createAdmission(parts.tickMs);
  const underWay = new Map<string, Promise<BroughtImage>>();
  const faults = createFaultLog(
    log,
    'images cannot be read from the database, or written to files',
  );

  async function bringNow(image: ImageName): Promise<BroughtImage> {
    const reachable = database();
    if (reachable === undefined) return 'busy';
    return admit(async () => {
      try {
        const content = await readContent(reachable.query, image);
        if (content === undefined) return 'unknown';
        await files.write(image, content);
        faults.recovered();
        return 'there';
      } catch (error) {
        faults.failed(error);
        return 'busy';
      }
    });
  }

  /** Removes what somebody has deleted on another machine. */
  async function sweep(): Promise<number> {
    try {
      if (!records.isRead()) return sweepMs;
      const gone = files.hashes().filter((hash) => records.get(IMAGE, hash) === undefined);
      await Promise.all(gone.map(files.remove));
    } catch (error) {
      faults.failed(error);
    }
    return sweepMs;
  }

  const bring: BringImage = (path) => {
    const image = imageNameIn(path);
    if (image === undefined) return Promise.resolve('unknown');
    const bringing =
      underWay.get(image.name) ?? bringNow(image).finally(() => underWay.delete(image.name));
    underWay.set(image.name, bringing);
    return bringing;
  };
  return { bring, remove: files.remove, stop: repeat(sweep) };
}

/** The files of a folder, by the hash of each. */
function createFiles(folder: string, bytesMax: number) {
  const files = new Map<string, { readonly name: string; readonly bytes: number }>();
  let sum = 0;

  async function remove(hash: string): Promise<void> {
    const file = files.get(hash);
    if (file === undefined) return;
    files.delete(hash);
    sum -= file.bytes;
    await rm(join(folder, file.name), { force: true });
  }

  return {
    hashes: () => [...files.keys()],
    remove,
    /** Workers see the whole file or none. */
    async write({ hash, name }: ImageName, content: Uint8Array): Promise<void> {
      await remove(hash);
      const part = join(folder, `${name}.part`);
      await writeFile(part, content, { mode: 0o600 });
      await rename(part, join(folder, name));
      sum += content.length;
      files.set(hash, { name, bytes: content.length });
      for (const oldest of files.keys()) {
        if (sum <= bytesMax || oldest === hash) break;
        await remove(oldest);
      }
    },
  };
}

/** Lets few look at a time, and so many in a second. */
function createAdmission(tickMs: () => number) {
  const waiting: (() => void)[] = [];
  let reading = 0;
  let second = 0;
  let count = 0;

  function isTooMany(): boolean {
    const now = Math.floor(tickMs() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count > READS_PER_SECOND_MAX || waiting.length >= WAITING_MAX;
  }

  return async (read: () => Promise<BroughtImage>): Promise<BroughtImage> => {
    if (isTooMany()) return 'busy';
    if (reading >= READS_AT_ONCE_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
    reading += 1;
    try {
      return await read();
    } finally {
      reading -= 1;
      waiting.shift()?.();
    }
  };
}
