import type { Query } from '../lib/sql/database.ts';
import { partsOfKey } from './history.ts';
import type { StoredRecord, StoreTable } from './store-table.ts';

/** The table as far as it is read. */
type FollowedTable<Stored extends StoredRecord> = Pick<
  StoreTable<Stored, never>,
  'name' | 'lastRevision' | 'keyOf' | 'readAfter' | 'deleted'
>;

type StoreReading<Stored> = {
  readonly changed: readonly Stored[];
  readonly takeIn: () => void;
};

/** How far the store was read. */
type Known<Stored> = {
  /** The last change. undefined: there was none. */
  readonly last: Stored | undefined;
  /** Whether the history has that change. Somebody may have deleted it there. */
  readonly isInHistory: boolean;
};

/** A change that somebody knows of, and where later ones of its kind are found. */
type AskedChange = Pick<StoreTable<never, never>, 'lastRevision'> & {
  readonly revision: number;
  readonly key: string | undefined;
  readonly changedMs: number | undefined;
};

/** The last revision of a kind, and whether the history has the change that was asked for. */
type StoreState = { readonly revision: number; readonly hasChange: boolean };

const NOTHING: Known<never> = { last: undefined, isInHistory: false };

const PAGE = 500;

/**
 * Follows one kind of record in the store, also where the database goes back. `onWentBack` is told where it has lost what
 * was taken in.
 */
export function followStore<Stored extends StoredRecord>(
  table: FollowedTable<Stored>,
  onWentBack: (words: string) => void,
) {
  const records = new Map<string, Stored>();
  const readable: ReadonlyMap<string, Stored> = records;
  let known: Known<Stored> = NOTHING;
  /** How often everything was to be read anew, and how many of these readings were taken in. */
  let [anewWanted, anewDone] = [1, 0];

  const reading = (
    changed: readonly Stored[],
    next: Known<Stored>,
    anew: number,
  ): StoreReading<Stored> => ({
    changed,
    takeIn() {
      for (const stored of changed) records.set(table.keyOf(stored), stored);
      known = next;
      anewDone = anew;
    },
  });

  const askedFor = (last: Stored | undefined): AskedChange => ({
    lastRevision: table.lastRevision,
    revision: last?.revision ?? 0,
    key: last && table.keyOf(last),
    changedMs: last?.changedMs,
  });

  return {
    /** What the state is read by, where that of several kinds is. */
    asked: () => askedFor(known.last),
    /** What differs from what was taken in. Until `takeIn` is called, the next reading has it again. */
    async read(query: Query, state?: StoreState): Promise<StoreReading<Stored>> {
      const { last, isInHistory } = known;
      const lastRevision = last?.revision ?? 0;
      const [now] = state ? [state] : await readStates(query, [askedFor(last)]);
      const { revision, hasChange } = now;
      const isBack = revision < lastRevision || (isInHistory && !hasChange);
      if (isBack && anewDone === anewWanted) {
        onWentBack(backWords(table.name, lastRevision, revision));
        anewWanted++;
      }
      if (anewDone < anewWanted) {
        const anew = anewWanted;
        const found = await readAll(query, table, 0);
        const end = found.at(-1);
        const [{ hasChange: isEndInHistory }] = await readStates(query, [askedFor(end)]);
        const next = { last: end, isInHistory: isEndInHistory };
        return reading(differences(table, records, found), next, anew);
      }
      const changed = revision === lastRevision ? [] : await readAll(query, table, lastRevision);
      const end = changed.at(-1);
      return reading(changed, end ? { last: end, isInHistory: true } : known, anewDone);
    },
    /** Takes in what is known from elsewhere, until the first reading. */
    assume(known: readonly Stored[]): void {
      for (const stored of known) records.set(table.keyOf(stored), stored);
    },
    /** Makes the next reading one of everything. */
    readAnew(): void {
      anewWanted++;
    },
    /** What was taken in, by key. A record that the database has lost is a deleted one. */
    records: readable,
    /** Of the last change that was taken in. */
    revision: () => known.last?.revision ?? 0,
  };
}

function backWords(name: string, before: number, now: number): string {
  if (now < before) return `the ${name} of the store went back from revision ${before} to ${now}`;
  return `the ${name} of the store went back, and have other changes up to revision ${before} now`;
}

/** Of several kinds by one statement: machines ask for it every second. The history has each change under its revision. */
async function readStates<const Kinds extends readonly AskedChange[]>(
  query: Query,
  kinds: Kinds,
): Promise<{ readonly [At in keyof Kinds]: StoreState }>;
async function readStates(query: Query, kinds: readonly AskedChange[]) {
  const columns = kinds.map(
    ({ lastRevision }, at) => `(${lastRevision}) as revision_${at},
      (select id from history where revision = cast($${at + 1} as bigint)) as subject_${at},
      (select at_ms from history where revision = cast($${at + 1} as bigint)) as at_ms_${at}`,
  );
  const known = kinds.map(({ revision }) => revision);
  const [row] = await query(`select ${columns.join(', ')}`, known);
  return kinds.map(({ key, changedMs }, at) => ({
    revision: Number(row?.[`revision_${at}`] ?? 0),
    hasChange:
      key !== undefined &&
      row?.[`subject_${at}`] === partsOfKey(key).id &&
      Number(row?.[`at_ms_${at}`]) === changedMs,
  }));
}

/** All changes after a revision, the earliest first. */
async function readAll<Stored extends StoredRecord>(
  query: Query,
  { readAfter }: FollowedTable<Stored>,
  afterRevision: number,
): Promise<readonly Stored[]> {
  const all: Stored[] = [];
  for (;;) {
    const page = await readAfter(query, all.at(-1)?.revision ?? afterRevision, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** The records that the database has in another form. Those that it does not have are deleted. */
function differences<Stored extends StoredRecord>(
  { keyOf, deleted }: FollowedTable<Stored>,
  records: ReadonlyMap<string, Stored>,
  found: readonly Stored[],
): readonly Stored[] {
  const keys = new Set(found.map(keyOf));
  const gone = [...records.values()].filter((stored) => !keys.has(keyOf(stored)));
  const isOther = (stored: Stored) => {
    const last = records.get(keyOf(stored));
    if (last?.revision !== stored.revision || last.changedMs !== stored.changedMs) return true;
    // Deleted where the database had lost it, and has it again.
    return last.state !== stored.state;
  };
  return [...gone.map(deleted), ...found.filter(isOther)];
}
