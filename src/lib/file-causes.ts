import { existsSync } from 'node:fs';
import type { Cause } from './cause.ts';

/** What the system says of files under dataDir, of the database as of the journals. */
export const FORBIDDEN: Cause = {
  what: 'the user of Parley may not read or write a file under dataDir',
  advice:
    'Give dataDir and everything in it to the user that runs Parley: chown --recursive with that user and dataDir. ls -ln shows the owners.',
};

export const READ_ONLY: Cause = {
  what: 'the disk under dataDir is mounted read-only',
  advice:
    'Look into dmesg for why, mend that, and mount it to be written to: mount -o remount,rw with its mount point. The service of the Debian package may write to /var/lib/parley alone, unless a drop-in has ReadWritePaths=: docs/deploy/service.md#the-sandbox.',
};

export const FULL_DISK: Cause = {
  what: 'the disk under dataDir is full',
  advice: 'Make room on it: df -h and df -i on dataDir. It goes on by itself.',
};

/** By the code of a system error. */
export const FILE_CAUSES: Readonly<Record<string, Cause>> = {
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: READ_ONLY,
  ENOSPC: FULL_DISK,
  EDQUOT: FULL_DISK,
};

/** Why the data folder cannot be used, at a start: what to do, after the sentence that says so; '' where nobody knows. */
export function dataFolderAdvice(error: unknown, dataDir: string): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const cause = FILE_CAUSES[code];
  if (cause === undefined) return '';
  if (cause === FORBIDDEN && !existsSync(dataDir)) {
    return ` This user may not create that folder. Set PARLEY_DATA_DIR or dataDir to a folder that it may write to, as in PARLEY_DATA_DIR=~/parley-data.`;
  }
  return ` ${cause.advice} Or set dataDir or PARLEY_DATA_DIR to another folder.`;
}
