import { existsSync } from 'node:fs';

const FORBIDDEN =
  'Give dataDir and everything in it to the user that runs Parley: chown --recursive with that user and dataDir. ls -ln shows the owners.';
const FULL_DISK = 'Make room on it: df -h and df -i on dataDir. It goes on by itself.';

/** What to do about the code of a system error. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS:
    'Look into dmesg for why, mend that, and mount it to be written to: mount -o remount,rw with its mount point. The service of the Debian package may write to /var/lib/parley alone, unless a drop-in has ReadWritePaths=: docs/deploy/service.md#the-sandbox.',
  ENOSPC: FULL_DISK,
  EDQUOT: FULL_DISK,
};

/** Why the data folder cannot be used, at a start: what to do, after the sentence that says so; '' where nobody knows. */
export function dataFolderAdvice(error: unknown, dataDir: string): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const advice = ADVICE[code];
  if (advice === undefined) return '';
  if (advice === FORBIDDEN && !existsSync(dataDir)) {
    return ` This user may not create that folder. Set PARLEY_DATA_DIR or dataDir to a folder that it may write to, as in PARLEY_DATA_DIR=~/parley-data.`;
  }
  return ` ${advice} Or set dataDir or PARLEY_DATA_DIR to another folder.`;
}
