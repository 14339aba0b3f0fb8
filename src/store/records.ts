import type { Query } from '../lib/sql/database.ts';
import type { KindedRecord, RecordKind, StoredRecord } from './record-kind.ts';
import { recordsAfter } from './store.ts';

export type Records = ReturnType<typeof createRecords>;

/** Of every kind, by name and id. */
export type ConfigRecords = Readonly<Record<string, ReadonlyMap<string, StoredRecord>>>;

type Reading = {
  readonly changed: readonly KindedRecord[];
  readonly takeIn: () => void;
};

type ById = Map<string, StoredRecord>;

const NONE: ReadonlyMap<string, StoredRecord> = new Map();

/** All records as this machine knows them: those of the config, and those of the store as far as they were read. */
export function createRecords(ofConfig: () => ConfigRecords = () => ({})) {
  const stored = new Map<string, ById>();
  let last: StoredRecord | undefined;
  let isRead = false;

  function takeIn({ kind, record }: KindedRecord): void {
    const byId = stored.get(kind) ?? new Map();
    stored.set(kind, byId.set(record.id, record));
  }

  const here = (kind: string): ReadonlyMap<string, StoredRecord> => stored.get(kind) ?? NONE;
  /** What the config has. It stands above what the store has of the same id. */
  const given = (kind: string): ReadonlyMap<string, StoredRecord> => ofConfig()[kind] ?? NONE;

  const all = (kind: string, isWanted: (record: StoredRecord) => boolean) => {
    const own = given(kind);
    const others = [...here(kind).values()].filter((one) => !own.has(one.id) && isWanted(one));
    return [...own.values(), ...others];
  };

  return {
    ofConfig: (kind: string, id: string) => given(kind).get(id),
    countOfConfig: (kind: string) => given(kind).size,
    /** undefined: there is none, or it was deleted. */
    get<Definition, State extends string, Kept>(
      { name }: RecordKind<Definition, State, Kept>,
      id: string,
    ): StoredRecord<Definition, State, Kept> | undefined {
      const found = given(name).get(id) ?? here(name).get(id);
      return found?.state === 'deleted'
        ? undefined
        : (found as StoredRecord<Definition, State, Kept> | undefined);
    },
    /** Those of the config first. */
    all: <Definition, State extends string, Kept>({ name }: RecordKind<Definition, State, Kept>) =>
      all(name, ({ state }) => state !== 'deleted') as readonly StoredRecord<
        Definition,
        State,
        Kept
      >[],
    /** With those that were deleted. */
    ever: <Definition, State extends string, Kept>({ name }: RecordKind<Definition, State, Kept>) =>
      all(name, () => true) as readonly StoredRecord<Definition, State, Kept>[],
    /** As a transaction finds them: what is known, with what has changed since. */
    async current<Definition, State extends string, Kept>(
      query: Query,
      { name }: RecordKind<Definition, State, Kept>,
    ): Promise<readonly StoredRecord<Definition, State, Kept>[]> {
      const newer = (await recordsAfter(query, last?.revision ?? 0)).filter(
        ({ kind, record }) => kind === name && !given(name).has(record.id),
      );
      const changed = new Map(newer.map(({ record }) => [record.id, record]));
      const same = all(name, ({ id }) => !changed.has(id));
      return [...same, ...changed.values()].filter(
        ({ state }) => state !== 'deleted',
      ) as readonly StoredRecord<Definition, State, Kept>[];
    },
    /** Of the store alone, deleted ones too. */
    stored: (): readonly KindedRecord[] =>
      [...stored].flatMap(([kind, byId]) => [...byId.values()].map((record) => ({ kind, record }))),
    /** What differs from what was taken in. Until `takeIn` is called, the next reading has it again. */
    async read(query: Query): Promise<Reading> {
      const changed = await recordsAfter(query, last?.revision ?? 0);
      return {
        changed,
        takeIn(): void {
          for (const one of changed) takeIn(one);
          last = changed.at(-1)?.record ?? last;
          isRead = true;
        },
      };
    },
    isRead: () => isRead,
    /** Of the last change that was taken in. */
    revision: () => last?.revision ?? 0,
  };
}

/** For those who only look: what the config has, and what the store has now. */
export async function readRecords(query: Query, config: ConfigRecords): Promise<Records> {
  const records = createRecords(() => config);
  (await records.read(query)).takeIn();
  return records;
}
