import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { forgetPositions } from './lane-positions.ts';
import { readSegmentName } from './segment-name.ts';
import { syncFolder } from './sync-folder.ts';

export type Segment = {
  readonly segment: string;
  readonly file: string;
  readonly bytes: number;
  /** Whether no worker will write to it again. */
  readonly isFinished: boolean;
};

/** Damaged segments that are kept for an operator. Further ones are removed. */
const DAMAGED_FILES_MAX = 16;
const DAMAGED = '.damaged';
const DRAINED = '.drained';

/** The segments of a folder, each writer's in the order they were written. */
export async function listSegments(
  folder: string,
  isWriterAlive: (name: string) => boolean,
): Promise<readonly Segment[]> {
  const names = (await filesOf(folder)).flatMap((name) => readSegmentName(name) ?? []);
  const newest = new Map<string, number>();
  for (const { writer, number } of names) {
    newest.set(writer, Math.max(number, newest.get(writer) ?? 0));
  }
  const ordered = names.sort(
    (a, b) => (a.writer < b.writer ? -1 : a.writer > b.writer ? 1 : 0) || a.number - b.number,
  );
  // Checked before the size is read, so that nothing can be written in between.
  const finished = ordered.map(
    ({ writer, number }) => number < (newest.get(writer) ?? 0) || !isWriterAlive(writer),
  );
  const segments = ordered.map(async ({ segment }, index): Promise<Segment | undefined> => {
    const file = join(folder, segment);
    const bytes = await stat(file).then(
      ({ size }) => size,
      // Another drain removed it.
      () => undefined,
    );
    return bytes === undefined
      ? undefined
      : { segment, file, bytes, isFinished: finished[index] === true };
  });
  return (await Promise.all(segments)).filter((segment) => segment !== undefined);
}

export type Drained = {
  readonly segment: string;
  /** Its size when it was read to the end. */
  readonly bytes: number;
  readonly isDamaged: boolean;
};

/**
 * Removes a drained segment. Its positions in the databases are deleted only after its name has changed durably: a segment
 * without a position would be drained again.
 */
export async function retireSegment(
  folder: string,
  databases: readonly Database[],
  { segment, bytes, isDamaged }: Drained,
): Promise<void> {
  const damaged = (await filesOf(folder)).filter((name) => name.endsWith(DAMAGED));
  const isKept = isDamaged && damaged.length < DAMAGED_FILES_MAX;
  const retired = join(folder, `${segment}${isKept ? DAMAGED : DRAINED}`);
  await rename(join(folder, segment), retired);
  // A writer that seemed dead wrote to it. A write after the rename is noticed by the writer, which checks the name.
  if ((await stat(retired)).size !== bytes) {
    await rename(retired, join(folder, segment));
    throw new Error('a worker still writes to it');
  }
  await syncFolder(folder);
  for (const database of databases) await forgetPositions(database, segment);
  if (!isKept) await rm(retired, { force: true });
}

/** Completes removals that a killed drain had begun. */
export async function removeRetired(folder: string, databases: readonly Database[]): Promise<void> {
  for (const name of await filesOf(folder)) {
    if (!name.endsWith(DRAINED)) continue;
    const segment = name.slice(0, -DRAINED.length);
    for (const database of databases) await forgetPositions(database, segment);
    await rm(join(folder, name), { force: true });
  }
}

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // No journal was written yet.
    if ((error as { code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
}
