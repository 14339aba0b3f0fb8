import { differencesOf } from '../../lib/differences.ts';
import type { Author } from '../../lib/op.ts';
import type { Query } from '../../lib/sql/database.ts';
import { nextRevision, writeHistory } from '../../store/history.ts';
import type { StoredRecord, StoreTable } from './records.ts';

type ChangeOptions<Stored, Next> = {
  readonly key: string;
  /** For the audit log. */
  readonly action: string;
  readonly author: Author;
  readonly nowMs: number;
  /** Decides within the transaction: nobody else changes the store meanwhile. */
  readonly decide: (current: Stored | undefined) => Next;
};

/** Changes one record and writes down who did it, in a transaction. */
export async function changeIn<Stored extends StoredRecord, Next extends object>(
  query: Query,
  table: StoreTable<Stored, Next>,
  { key, action, author, nowMs, decide }: ChangeOptions<Stored, Next>,
): Promise<Stored> {
  const revision = await nextRevision(query);
  const found = await table.read(query, key);
  const current = found?.state === 'deleted' ? undefined : found;
  const stored = table.completed(decide(current), {
    revision,
    createdMs: current?.createdMs ?? nowMs,
    createdRevision: current?.createdRevision ?? revision,
    changedMs: nowMs,
    changedBy: author.who,
  });
  await table.write(query, stored);
  const changes = differencesOf(current && table.shownOf(current), table.shownOf(stored));
  await writeHistory(query, { revision, nowMs, author, action, ...partsOfKey(key), changes });
  return stored;
}

/** The kind and the id in the key of a record. */
export function partsOfKey(key: string): { readonly kind: string; readonly id: string } {
  const colon = key.indexOf(':');
  return { kind: key.slice(0, colon), id: key.slice(colon + 1) };
}
