import type { Cause } from '../lib/cause.ts';

/** What the system says of files under dataDir, of the database as of the journals. */
export const FORBIDDEN: Cause = {
  what: 'the user of Parley may not read or write a file under dataDir',
  advice:
    'Give dataDir and all that is in it to that user: chown --recursive with the user and dataDir. ls -ln shows whose they are.',
};

export const READ_ONLY: Cause = {
  what: 'the disk under dataDir is mounted read-only',
  advice:
    'Look into dmesg for why, mend that, and mount it to be written to: mount -o remount,rw with its mount point.',
};

/** By the code of a system error. */
export const FILE_CAUSES: Readonly<Record<string, Cause>> = {
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: READ_ONLY,
};
