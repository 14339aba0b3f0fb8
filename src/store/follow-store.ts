import type { Query } from '../lib/sql/database.ts';
import type { StoredRecord, StoreTable } from './store-table.ts';

const PAGE = 500;

/** Follows one kind of record in the store. */
export function followStore<Stored extends StoredRecord>({
  lastRevision,
  keyOf,
  readAfter,
}: Pick<StoreTable<Stored, never>, 'lastRevision' | 'keyOf' | 'readAfter'>) {
  const records = new Map<string, Stored>();
  const readable: ReadonlyMap<string, Stored> = records;
  let known = 0;

  /** All later changes, the earliest first. */
  async function readLater(query: Query): Promise<readonly Stored[]> {
    const [row] = await query(`select (${lastRevision}) as revision`);
    if (Number(row?.revision ?? 0) === known) return [];
    const all: Stored[] = [];
    for (;;) {
      const page = await readAfter(query, all.at(-1)?.revision ?? known, PAGE);
      all.push(...page);
      if (page.length < PAGE) return all;
    }
  }

  return {
    /** What has changed since. Until `takeIn` is called, the next reading has it again. */
    async read(query: Query) {
      const changed = await readLater(query);
      return {
        changed,
        takeIn(): void {
          for (const stored of changed) records.set(keyOf(stored), stored);
          known = changed.at(-1)?.revision ?? known;
        },
      };
    },
    /** What was taken in, by key. */
    records: readable,
    /** Of the last change that was taken in. */
    revision: () => known,
  };
}
