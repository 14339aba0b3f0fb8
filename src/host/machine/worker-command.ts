import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The single-file executable runs a worker if its first argument is this. */
export const WORKER_ARGUMENT = 'run-worker';

const SOURCE = fileURLToPath(new URL('../worker/process.ts', import.meta.url));

/** The command that starts a worker process of the same version. */
export function workerCommand(): string[] {
  return Bun.isStandaloneExecutable
    ? [ownExecutable(), WORKER_ARGUMENT]
    : [process.execPath, SOURCE];
}

/** An upgrade replaces the file while the supervisor runs. This link leads to the old one. */
function ownExecutable(): string {
  const link = `/proc/${process.pid}/exe`;
  return existsSync(link) ? link : process.execPath;
}

/** Makes this process a worker, in the executable. */
export const becomeWorker = (): Promise<unknown> => import('../worker/process.ts');
