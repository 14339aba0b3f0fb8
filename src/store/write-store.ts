import { differencesOf } from '../lib/differences.ts';
import type { Author } from '../lib/op.ts';
import type { Database, Query } from '../lib/sql/database.ts';
import { nextRevision, partsOfKey, writeHistory } from './history.ts';
import { NOT_FOUND, type RefusedChange } from './refused-change.ts';
import type { StoredRecord, StoreTable } from './store-table.ts';

type ChangeOptions<Stored, Next, Refused> = {
  readonly key: string;
  /** For the audit log. */
  readonly action: string;
  readonly author: Author;
  readonly nowMs: number;
  /** Decides within the transaction: nobody else changes the store meanwhile. */
  readonly decide: (current: Stored | undefined) => Next | Refused;
  /** In the same transaction. */
  readonly once?: Once<Stored, Refused> | undefined;
};

/** Keeps a call from taking effect twice. */
export type Once<Stored, Refused> = {
  /** Why the call is not made again. */
  readonly before: (query: Query) => Promise<Refused | undefined>;
  readonly after: (query: Query, stored: Stored) => Promise<void>;
};

/** A refusal has a `kind`, and what becomes of a record has none. */
type SomeRefusal = { readonly kind: string };

/** Changes one record and writes down who did it, or changes nothing. */
export async function changeRecord<
  Stored extends StoredRecord,
  Next extends object,
  Refused extends SomeRefusal,
>(
  database: Pick<Database, 'transaction'>,
  table: StoreTable<Stored, Next>,
  options: ChangeOptions<Stored, Next, Refused>,
): Promise<Stored | Refused> {
  return database.transaction((query) => changeIn(query, table, options));
}

type SeenChange<Stored, Next> = Omit<
  ChangeOptions<Stored, Next, RefusedChange<Stored>>,
  'decide' | 'once'
> & {
  /** The revision that the caller has seen. undefined: whatever it is. */
  readonly revision: number | undefined;
  readonly nextOf: (current: Stored) => Next | RefusedChange<Stored>;
  /** What becomes of one that is not there. undefined: nothing does. */
  readonly whenMissing?: Next | undefined;
};

/** Changes a record in the revision that the caller has seen. */
export function changeSeen<Stored extends StoredRecord, Next extends object>(
  database: Pick<Database, 'transaction'>,
  table: StoreTable<Stored, Next>,
  { revision, nextOf, whenMissing, ...change }: SeenChange<Stored, Next>,
): Promise<Stored | RefusedChange<Stored>> {
  return changeRecord<Stored, Next, RefusedChange<Stored>>(database, table, {
    ...change,
    decide(current) {
      if (current === undefined) return whenMissing ?? NOT_FOUND;
      if (revision === undefined || revision === current.revision) return nextOf(current);
      return { kind: 'stale', revision: current.revision, changedBy: current.changedBy };
    },
  });
}

export async function changeIn<
  Stored extends StoredRecord,
  Next extends object,
  Refused extends SomeRefusal,
>(
  query: Query,
  table: StoreTable<Stored, Next>,
  { key, action, author, nowMs, decide, once }: ChangeOptions<Stored, Next, Refused>,
): Promise<Stored | Refused> {
  const revision = await nextRevision(query);
  const made = await once?.before(query);
  if (made !== undefined) return made;
  const found = await table.read(query, key);
  const current = found?.state === 'deleted' ? undefined : found;
  const next = decide(current);
  if (isRefusal(next)) return next;
  const stored = table.completed(next, current, {
    revision,
    createdMs: current?.createdMs ?? nowMs,
    createdRevision: current?.createdRevision ?? revision,
    changedMs: nowMs,
    changedBy: author.who,
  });
  await table.write(query, stored);
  const changes = differencesOf(current && table.shownOf(current), table.shownOf(stored));
  await writeHistory(query, { revision, nowMs, author, action, ...partsOfKey(key), changes });
  await once?.after(query, stored);
  return stored;
}

function isRefusal<Refused extends SomeRefusal>(next: object | Refused): next is Refused {
  return 'kind' in next;
}
