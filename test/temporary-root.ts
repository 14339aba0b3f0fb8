import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

export const MEMORY = '/dev/shm';
/** Several times what a whole run stores at a time. */
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * Where the folders of test runs lie unless TMPDIR says otherwise: in memory if there is room, since the databases of
 * tests would wait for a slow disk longer than for anything else.
 */
export function temporaryRoot(): string {
  const isInMemory = process.env.TMPDIR === undefined && hasRoom() && mayExecute();
  return isInMemory ? MEMORY : tmpdir();
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Tests write programs and run them. */
function mayExecute(): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const [, , , options = 'noexec'] =
    mounts.findLast((line) => line.split(' ')[1] === MEMORY)?.split(' ') ?? [];
  return !options.split(',').includes('noexec');
}
