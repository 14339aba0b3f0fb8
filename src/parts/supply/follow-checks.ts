import type { Query } from '../../lib/sql/database.ts';
import type { StoredCheck } from './standing.ts';
import { readChecks, supplyKey } from './supply-store.ts';

/** Longer than a transaction takes: a check may be committed after a later one. */
const OVERLAP_MS = 30_000;

/** Follows the checks of all machines. */
export function followChecks() {
  let known = new Map<string, StoredCheck>();
  let fromMs = 0;
  let anew = 1;
  let anewDone = 0;

  function take(key: string, stored: StoredCheck): boolean {
    fromMs = Math.max(fromMs, stored.atMs);
    if (known.get(key)?.atMs === stored.atMs) return false;
    known.set(key, stored);
    return true;
  }

  return {
    /** Resolves to whether there is news. */
    async read(query: Query): Promise<boolean> {
      const wanted = anew;
      if (anewDone === wanted) {
        const found = await readChecks(query, Math.max(0, fromMs - OVERLAP_MS));
        return [...found].filter(([key, stored]) => take(key, stored)).length > 0;
      }
      const found = await readChecks(query, 0);
      known = new Map(found);
      fromMs = [...found.values()].reduce((last, { atMs }) => Math.max(last, atMs), 0);
      anewDone = wanted;
      return true;
    },
    /** The database went back: the next reading is one of everything. */
    readAnew(): void {
      anew++;
    },
    /** Whether the checks are known. They are not before the first reading. */
    isRead: () => anewDone > 0,
    take: (publisher: string, stored: StoredCheck) => take(supplyKey(publisher), stored),
    checkOf: (publisher: string) => known.get(supplyKey(publisher)),
  };
}
