import { isRunning } from '../lib/is-running.ts';

/** Journals are known for ever by their names, and by the supervisor whose worker writes them. */
export function journalName(newId: () => string): string {
  return `${process.pid}-${newId()}`;
}

/**
 * Whether a worker may still write to a journal. Two supervisors may share a folder, so one that is not
 * ours counts as written to while its supervisor runs.
 */
export function createIsWriterAlive(ownJournals: ReadonlySet<string>): (name: string) => boolean {
  return (name) => {
    if (ownJournals.has(name)) return true;
    const pid = Number(/^\d+/.exec(name)?.[0] ?? 0);
    return pid !== process.pid && isRunning(pid);
  };
}
