import { mkdirSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Host } from '../../host/host.ts';
import { type ImageName, imageFolder, imageNameIn } from '../../host/http/stored-images.ts';
import type { BringImage, BroughtImage } from '../../host/worker/messages.ts';
import { createFaultLog } from '../../ledger/fault-log.ts';
import type { Log } from '../../lib/log.ts';
import { perObject } from '../../lib/lookup.ts';
import { repeat } from '../../lib/repeat.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { Records } from '../../store/records.ts';
import { IMAGE, readContent } from './image.ts';

/**
 * Images of the database as files of this machine, which its workers read. The supervisor writes a file when a worker
 * has been asked for one that is not there.
 */

/** Of all files together. The one that was written first goes first, and comes back when somebody asks for it. */
const FILES_BYTES_MAX = 512 * 1024 * 1024;
/** Images that wait to be written, one after the other: the ledger needs the database too. */
const WAITING_MAX = 100;
/** How long an image that somebody has deleted may be served by another machine. */
const SWEEP_MS = 60_000;

type ImageFilesParts = {
  readonly dataDir: string;
  readonly database: () => Pick<Database, 'query'> | undefined;
  readonly records: Pick<Records, 'isRead' | 'get'>;
  readonly log: Log;
  /** Only tests have less room, and look more often. */
  readonly bytesMax?: number;
  readonly sweepMs?: number;
};

export const imageFilesOf = perObject(({ work, ledger, records, log }: Host) =>
  startImageFiles({
    dataDir: work().setup.config.dataDir,
    database: ledger.database,
    records,
    log,
  }),
);

/** With an empty folder: what a power failure has left there might be half an image. The caller holds the data folder. */
export function startImageFiles(parts: ImageFilesParts) {
  const { database, records, log, bytesMax = FILES_BYTES_MAX, sweepMs = SWEEP_MS } = parts;
  const folder = imageFolder(parts.dataDir);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = new Map<string, { readonly name: string; readonly bytes: number }>();
  let sum = 0;
  const waiting = new Map<string, Promise<BroughtImage>>();
  let last: Promise<unknown> = Promise.resolve();
  const faults = createFaultLog(
    log,
    'images cannot be read from the database, or written to files',
  );

  async function remove(hash: string): Promise<void> {
    const file = files.get(hash);
    if (file === undefined) return;
    files.delete(hash);
    sum -= file.bytes;
    await rm(join(folder, file.name), { force: true });
  }

  /** Workers see the whole file or none. */
  async function write({ hash, name }: ImageName, content: Uint8Array): Promise<void> {
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
  }

  async function bringNow(image: ImageName): Promise<BroughtImage> {
    try {
      const reachable = database();
      if (reachable === undefined) return 'busy';
      const content = await readContent(reachable.query, image);
      if (content === undefined) return 'unknown';
      await write(image, content);
      faults.recovered();
      return 'there';
    } catch (error) {
      faults.failed(error);
      return 'busy';
    }
  }

  /** Removes what somebody has deleted on another machine. */
  async function sweep(): Promise<number> {
    try {
      const gone = (hash: string) => records.get(IMAGE, hash) === undefined;
      if (records.isRead()) await Promise.all([...files.keys()].filter(gone).map(remove));
    } catch (error) {
      faults.failed(error);
    }
    return sweepMs;
  }

  /** Anybody may ask for names that there are not: the records say so, and the database is not asked. */
  const bring: BringImage = async (path) => {
    const image = imageNameIn(path);
    if (image === undefined) return 'unknown';
    const { name, hash, mime } = image;
    if (!records.isRead()) return 'busy';
    if (records.get(IMAGE, hash)?.definition.mime !== mime) return 'unknown';
    const known = waiting.get(name);
    if (known !== undefined) return known;
    if (waiting.size >= WAITING_MAX) return 'busy';
    const bringing = last.then(() => bringNow(image)).finally(() => waiting.delete(name));
    waiting.set(name, bringing);
    last = bringing;
    return bringing;
  };
  return { bring, remove, stop: repeat(sweep) };
}
