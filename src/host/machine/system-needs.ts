import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import type { StartFault } from './worker-process.ts';

type SystemPaths = {
  /** Processes are started with it as their standard input. */
  readonly nullDevice: string;
  /** For the files that workers share. */
  readonly sharedRoot: string;
};

/**
 * What a chroot or a container may lack. Without it, the start would fail later, by an error that names something else.
 * /dev/urandom is not needed. Without /proc the runtime ends before this.
 */
export function systemFault({ nullDevice, sharedRoot }: SystemPaths): StartFault | undefined {
  if (!isCharacterDevice(nullDevice)) {
    return {
      reason: `Expected the device ${nullDevice}, without which no worker can be started, but there is none here. In a chroot make it with mknod -m 666 ${nullDevice} c 1 3; in a sandbox or container mount the usual /dev. docs/troubles.md says more.`,
    };
  }
  const closed = openFault(nullDevice);
  if (closed !== undefined) {
    return {
      reason: `Expected the device ${nullDevice} to be open to the user of Parley for reading and writing, since no worker can be started without it, but: ${closed}. Make it open to all with chmod 666 ${nullDevice}; in a sandbox or container mount the usual /dev. docs/troubles.md says more.`,
    };
  }
  try {
    accessSync(sharedRoot, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return {
      reason: `Expected a folder that can be written to for the files that workers share, but ${sharedRoot} is none: ${(error as Error).message}. Mount a tmpfs at /dev/shm, or set TMPDIR to a folder that the user of Parley may write to where there is no /dev/shm. docs/troubles.md says more.`,
    };
  }
}

/** As it is opened for a process. Its mode alone does not tell: a sandbox may forbid devices. */
function openFault(path: string): string | undefined {
  try {
    closeSync(openSync(path, 'r+'));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function isCharacterDevice(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isCharacterDevice() === true;
}
