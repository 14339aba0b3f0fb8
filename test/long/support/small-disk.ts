import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atCleanUp } from '../../process.ts';

/** A file system of a few megabytes, in memory. Mounting it needs root. */
export type SmallDisk = {
  readonly folder: string;
  /** Leaves not a byte of room. */
  readonly fill: () => void;
  readonly makeRoom: () => void;
};

const CHUNK_BYTES = [1024 * 1024, 4096];

export function mountSmallDisk(megabytes: number): SmallDisk {
  // Beside the folder of the run: if the run is killed, nobody can remove a folder on which a disk is mounted.
  const folder = mkdtempSync(join(tmpdir(), 'parley-small-disk-'));
  system('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder);
  atCleanUp(() => {
    system('umount', '--lazy', folder);
    rmdirSync(folder);
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'w');
      for (const bytes of CHUNK_BYTES) {
        while (isWritten(file, Buffer.alloc(bytes, 1)));
      }
      closeSync(file);
    },
    makeRoom: () => rmSync(filler),
  };
}

function isWritten(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

function system(...words: readonly [string, ...string[]]): void {
  const { exitCode, stderr } = Bun.spawnSync([...words]);
  if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
}
