import { isRunning } from '../lib/is-running.ts';

/** A name that is never used again. It starts with the pid of the supervisor whose worker writes the journal. */
export function journalName(newId: () => string): string {
  return `${process.pid}-${newId()}`;
}

/**
 * Whether a worker may still write to a journal. Two supervisors may share a folder: a journal of another one counts as
 * in use while that supervisor runs.
 */
export function createIsWriterAlive(ownJournals: ReadonlySet<string>): (name: string) => boolean {
  return (name) => {
    if (ownJournals.has(name)) return true;
    const pid = Number(/^\d+/.exec(name)?.[0] ?? 0);
    return pid !== process.pid && isRunning(pid);
  };
}
