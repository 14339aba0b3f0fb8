import { differencesOf } from '../lib/differences.ts';
import type { Author, By } from '../lib/op.ts';
import { Refusal, refuse } from '../lib/refusal.ts';
import { selectAll } from '../lib/sql/bulk.ts';
import type { Database, Query, Row } from '../lib/sql/database.ts';
import { nextRevision, writeHistory } from './history.ts';
import { type Call, callOf, madeBefore, once } from './once.ts';
import { type KindedRecord, type RecordKind, type StoredRecord, shownOf } from './record-kind.ts';

/** What becomes of a record. What is absent stays. */
export type Next<Definition = unknown, State extends string = string, Kept = unknown> = {
  readonly state?: State | 'deleted' | undefined;
  readonly definition?: Definition;
  readonly kept?: Kept;
};

export type Change<Definition = unknown, State extends string = string, Kept = unknown> = {
  /** For the history. */
  readonly action: string;
  readonly by: By;
  /** Decides within the transaction: nobody else changes the store meanwhile. */
  readonly next: (
    before: StoredRecord<Definition, State, Kept>,
    query: Query,
  ) => Next<Definition, State, Kept> | Refusal | Promise<Next<Definition, State, Kept> | Refusal>;
  /** Whatever has to be written with it. */
  readonly also?:
    | ((query: Query, made: StoredRecord<Definition, State, Kept>) => Promise<unknown>)
    | undefined;
};

/** What the kind does not say of a new record: an id that the definition does not have, another first state or kept values. */
export type First<Definition, State extends string, Kept> = Next<never, State, Kept> &
  Pick<Change<Definition, State, Kept>, 'also'> & {
    readonly id?: string;
    /** Whether what else is stored allows it. Within the transaction. */
    readonly check?: (query: Query) => Promise<Refusal | undefined>;
  };

type StoreParts = {
  /** Throws while it cannot be reached. */
  readonly database: () => Database;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** The record of the config with this id, which stands above the store. */
  readonly ofConfig: (kind: string, id: string) => StoredRecord | undefined;
  readonly countOfConfig: (kind: string) => number;
  /** Brings changes to this machine. Rejects where it cannot. */
  readonly refresh: () => Promise<void>;
};

export type Store = ReturnType<typeof createStore>;

/** Every record that people run, and the only way to change one. */
export function createStore(parts: StoreParts) {
  const { database, nowMs, newId, ofConfig, countOfConfig, refresh } = parts;

  /** The call that a change is, where it is made once. Another kind makes another call of it. */
  const callBy = ({ name }: { readonly name: string }, { who, once }: By): Call | undefined =>
    once && callOf({ key: `${who}/${once.key}`, body: `${name} ${once.body}` });

  /** One writer at a time. A call that is repeated with its key gets what the first one made. */
  async function inTurn(
    kind: RecordKind,
    id: string,
    { by, also }: Pick<Change, 'by' | 'also'>,
    work: (query: Query) => Promise<Written | Refusal>,
  ): Promise<StoredRecord | Refusal> {
    const given = ofConfig(kind.name, id);
    if (given !== undefined) return refuse.notAllowed(inConfigReason(id, given));
    const made = await database().transaction(async (query) => {
      const revision = await nextRevision(query);
      const make = async () => {
        const written = await work(query);
        if (written instanceof Refusal) return written;
        const made = await write(query, kind, { ...written, id, revision, nowMs: nowMs(), by });
        await also?.(query, made);
        return made;
      };
      const done = await once(query, callBy(kind, by), nowMs(), make);
      return done instanceof Refusal ? done : done.answer;
    });
    if (made instanceof Refusal) {
      // Another machine has changed it: whoever looks again sees that change.
      if (made.code === 'CHANGED_MEANWHILE') await refresh().catch(() => {});
      return made;
    }
    return (await told()) ?? made;
  }

  /** Brings what was changed to the workers, or says why they could not be told. */
  async function told(): Promise<Refusal | undefined> {
    try {
      await refresh();
      return undefined;
    } catch (error) {
      return refuse.notServedYet(
        `the change is stored, but the workers of this machine could not be told (${(error as Error).message}): it tries again every second`,
      );
    }
  }

  return {
    told,
    async read<Definition, State extends string, Kept>(
      kind: RecordKind<Definition, State, Kept>,
      id: string,
    ): Promise<StoredRecord<Definition, State, Kept> | undefined> {
      const found = ofConfig(kind.name, id);
      if (found !== undefined) return found as StoredRecord<Definition, State, Kept>;
      return findRecord(database().query, kind, id);
    },
    /** What this call came to when it was made before, for checks that need not hold any more. */
    async madeBefore<Definition, State extends string, Kept>(
      kind: RecordKind<Definition, State, Kept>,
      by: By,
    ): Promise<StoredRecord<Definition, State, Kept> | Refusal | undefined> {
      return madeBefore(database().query, callBy(kind, by), nowMs());
    },
    async create<Definition, State extends string, Kept>(
      kind: RecordKind<Definition, State, Kept>,
      given: Definition,
      by: By,
      { id: own, check, also, ...first }: First<Definition, State, Kept> = {},
    ) {
      const complete = kind.complete?.(given, undefined, nowMs()) ?? { definition: given };
      if (complete instanceof Refusal) return complete;
      const { definition } = complete;
      const id = own ?? idIn(kind, definition) ?? newId();
      const made = await inTurn(kind, id, { by, also: also as Change['also'] }, async (query) => {
        if ((await findRecord(query, kind, id)) !== undefined) {
          return refuse.exists(`there is a ${kind.name} "${id}" already`);
        }
        const [row] = await query(
          `select count(*) as records from records where kind = $1 and state <> 'deleted'`,
          [kind.name],
        );
        if (Number(row?.records) + countOfConfig(kind.name) >= kind.countMax) {
          return refuse.notAllowed(`there are ${kind.countMax} already: delete one first`);
        }
        const refused = await check?.(query);
        if (refused !== undefined) return refused;
        return { action: 'create', before: undefined, next: { ...complete, ...first } };
      });
      return made as StoredRecord<Definition, State, Kept> | Refusal;
    },
    async change<Definition, State extends string, Kept>(
      kind: RecordKind<Definition, State, Kept>,
      id: string,
      change: Change<Definition, State, Kept>,
    ) {
      const { action, by, also } = change;
      const made = await inTurn(kind, id, { by, also: also as Change['also'] }, async (query) => {
        const before = await findRecord<Definition, State, Kept>(query, kind, id);
        if (before === undefined) return refuse.notFound(`there is no ${kind.name} "${id}"`);
        if (by.revision !== undefined && by.revision !== before.revision) {
          return refuse.changedMeanwhile(
            `${before.changedBy} has changed it meanwhile: it is at revision ${before.revision} now`,
          );
        }
        const asked = await change.next(before, query);
        if (asked instanceof Refusal) return asked;
        const next = completed(kind, before, asked, nowMs());
        return next instanceof Refusal ? next : { action, before, next };
      });
      return made as StoredRecord<Definition, State, Kept> | Refusal;
    },
  };
}

function inConfigReason(id: string, { changedBy }: StoredRecord): string {
  return changedBy === 'the defaults'
    ? `"${id}" comes with the defaults: name what is to take its place in the config, and reload it`
    : `"${id}" is in ${changedBy}: change it there, and reload the config`;
}

function completed(
  kind: RecordKind,
  before: StoredRecord,
  made: Next,
  nowMs: number,
): Next | Refusal {
  const { state = before.state, definition } = made;
  const following: readonly string[] = kind.states[before.state] ?? [];
  if (state !== before.state && !following.includes(state)) {
    return refuse.notAllowed(notFollowing(kind, before.state, state));
  }
  if (definition === undefined) return made;
  const complete = kind.complete?.(definition, before, nowMs) ?? { definition };
  if (complete instanceof Refusal) return complete;
  const [was, is] = [idIn(kind, before.definition), idIn(kind, complete.definition)];
  if (is !== was) {
    const reason = `expected "${was}", which cannot change, but got "${is}"`;
    return refuse.notValid([{ field: kind.idIn ?? '', reason }]);
  }
  return { ...complete, ...made, definition: complete.definition };
}

function notFollowing(
  { states }: { readonly states: Readonly<Record<string, readonly string[]>> },
  from: string,
  to: string,
): string {
  if (to !== 'deleted') {
    const possible = (states[from] ?? []).filter((state) => state !== 'deleted').join(' or ');
    return `expected ${possible} after ${from}, but got ${to}`;
  }
  const removable = Object.keys(states).filter((state) => states[state]?.includes('deleted'));
  return `expected one that is ${removable.join(' or ')}, but it is ${from}`;
}

function idIn({ idIn: name }: { readonly idIn?: string }, definition: unknown): string | undefined {
  if (name === undefined) return undefined;
  return String((definition as Readonly<Record<string, unknown>>)[name]);
}

/** Writes a record whatever it was, in a transaction that changes more than this: whoever ends it tells the machine. */
export async function writeIn<Definition, State extends string, Kept>(
  query: Query,
  kind: RecordKind<Definition, State, Kept>,
  id: string,
  { action, by, nowMs, next }: WriteTerms<Definition, State, Kept>,
): Promise<StoredRecord<Definition, State, Kept>> {
  const revision = await nextRevision(query);
  const before = await findRecord<Definition, State, Kept>(query, kind, id);
  const writing = { id, action, before, next: next(before), revision, nowMs, by };
  return (await write(query, kind, writing)) as StoredRecord<Definition, State, Kept>;
}

type WriteTerms<Definition, State extends string, Kept> = {
  readonly action: string;
  readonly by: Author;
  readonly nowMs: number;
  /** undefined: it is new. */
  readonly next: (
    before: StoredRecord<Definition, State, Kept> | undefined,
  ) => Next<Definition, State, Kept>;
};

type Written = {
  readonly action: string;
  readonly before: StoredRecord | undefined;
  readonly next: Next;
};

type Writing = Written & {
  readonly id: string;
  readonly revision: number;
  readonly nowMs: number;
  readonly by: Author;
};

async function write(query: Query, kind: RecordKind, writing: Writing): Promise<StoredRecord> {
  const { id, action, before, next, revision, nowMs, by } = writing;
  const [first] = Object.keys(kind.states);
  const made = {
    ...(before ?? { source: 'store', state: first, kept: kind.kept }),
    ...(before === undefined && { createdMs: nowMs, createdRevision: revision }),
    ...Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)),
    ...{ id, revision, changedMs: nowMs, changedBy: by.who },
  } as StoredRecord;
  if (before !== undefined && made.definition === before.definition) {
    // A definition may be long: one that stays is not written again.
    await query(
      `update records set state = $3, kept = $4, revision = $5, changed_ms = $6, changed_by = $7
       where kind = $1 and id = $2`,
      [kind.name, id, made.state, JSON.stringify(made.kept), revision, nowMs, by.who],
    );
  } else {
    await query(
      `insert into records (${COLUMNS}, owner) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (kind, id) do update set ${REPLACED}`,
      [
        ...[kind.name, id, made.state, JSON.stringify(made.definition), JSON.stringify(made.kept)],
        ...[revision, made.createdMs, made.createdRevision, nowMs, by.who],
        kind.ownerOf?.(made.kept) ?? '',
      ],
    );
  }
  const changes = differencesOf(before && shownOf(kind, before), shownOf(kind, made));
  // Nobody sees that the exchange has kept something: an entry would say nothing.
  if (before !== undefined && changes.length === 0) return made;
  const entry = { revision, nowMs, author: by, action, kind: kind.name, id, changes };
  await writeHistory(query, entry);
  return made;
}

const COLUMNS =
  'kind, id, state, definition, kept, revision, created_ms, created_revision, changed_ms, changed_by';
const REPLACED = COLUMNS.split(', ')
  .slice(2)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

/** In a transaction: as it is now, unless it was deleted. */
export async function findRecord<Definition, State extends string, Kept>(
  query: Query,
  { name }: RecordKind<Definition, State, Kept>,
  id: string,
): Promise<StoredRecord<Definition, State, Kept> | undefined> {
  const [row] = await query(
    `select ${COLUMNS} from records where kind = $1 and id = $2 and state <> 'deleted'`,
    [name, id],
  );
  return row && (recordIn(row) as StoredRecord<Definition, State, Kept>);
}

/** Those that are not deleted, as the database has them, the earliest change first. Machines may not know all of them yet. */
export async function readRecords<Definition, State extends string, Kept>(
  query: Query,
  { name }: RecordKind<Definition, State, Kept>,
): Promise<readonly StoredRecord<Definition, State, Kept>[]> {
  const rows = await query(
    `select ${COLUMNS} from records where kind = $1 and state <> 'deleted' order by revision`,
    [name],
  );
  return rows.map(recordIn) as readonly StoredRecord<Definition, State, Kept>[];
}

/** Those of some owners that are not deleted, the earliest first, behind the one that was created at `after`. */
export async function readOwned<Definition, State extends string, Kept>(
  query: Query,
  { name }: RecordKind<Definition, State, Kept>,
  owners: readonly string[],
  { after, countMax }: { readonly after: number; readonly countMax: number },
): Promise<readonly StoredRecord<Definition, State, Kept>[]> {
  if (owners.length === 0) return [];
  const rows = await query(
    `select ${COLUMNS} from records where kind = $1 and state <> 'deleted' and ${ownedBy(owners, 3)}
     and created_revision > cast($2 as bigint) order by created_revision limit ${countMax}`,
    [name, after, ...owners],
  );
  return rows.map(recordIn) as readonly StoredRecord<Definition, State, Kept>[];
}

/** A page of those of some owners, the latest first. */
export async function readLatest<Definition, State extends string, Kept>(
  query: Query,
  { name }: RecordKind<Definition, State, Kept>,
  owners: readonly string[],
  { skipped, countMax }: { readonly skipped: number; readonly countMax: number },
): Promise<readonly StoredRecord<Definition, State, Kept>[]> {
  if (owners.length === 0) return [];
  const rows = await query(
    `select ${COLUMNS} from records where kind = $1 and state <> 'deleted' and ${ownedBy(owners, 2)}
     order by created_revision desc limit ${countMax} offset ${skipped}`,
    [name, ...owners],
  );
  return rows.map(recordIn) as readonly StoredRecord<Definition, State, Kept>[];
}

/** All of some owners, the earliest first. They need not fit into memory. */
export async function* eachOwned<Definition, State extends string, Kept>(
  query: Query,
  kind: RecordKind<Definition, State, Kept>,
  owners: readonly string[],
) {
  for (let after = 0; ; ) {
    const some = await readOwned(query, kind, owners, { after, countMax: PAGE });
    yield* some;
    const last = some.at(-1);
    if (last === undefined || some.length < PAGE) return;
    after = last.createdRevision;
  }
}

export async function countOwned(
  query: Query,
  { name }: { readonly name: string },
  owners: readonly string[],
): Promise<number> {
  if (owners.length === 0) return 0;
  const [row] = await query(
    `select count(*) as records from records
     where kind = $1 and state <> 'deleted' and ${ownedBy(owners, 2)}`,
    [name, ...owners],
  );
  return Number(row?.records);
}

const ownedBy = (owners: readonly string[], first: number): string =>
  `owner in (${owners.map((_, index) => `$${first + index}`).join(', ')})`;

/** Those with these ids, in any order. */
export async function findRecords<Definition, State extends string, Kept>(
  query: Query,
  { name }: RecordKind<Definition, State, Kept>,
  ids: readonly string[],
): Promise<readonly StoredRecord<Definition, State, Kept>[]> {
  const rows = await selectAll(
    query,
    ids,
    (list) =>
      `select ${COLUMNS} from records where kind = $1 and state <> 'deleted' and id in (${list})`,
    [name],
  );
  return rows.map(recordIn) as readonly StoredRecord<Definition, State, Kept>[];
}

/** The values were checked when they were written. */
function recordIn(row: Row): StoredRecord {
  return {
    id: String(row.id),
    source: 'store',
    state: String(row.state),
    definition: JSON.parse(String(row.definition)),
    kept: JSON.parse(String(row.kept)),
    revision: Number(row.revision),
    createdMs: Number(row.created_ms),
    createdRevision: Number(row.created_revision),
    changedMs: Number(row.changed_ms),
    changedBy: String(row.changed_by),
  };
}

const PAGE = 500;

/** The feed: what has changed of every kind without owners since a revision, the earliest change first, deleted records too. */
export async function recordsAfter(
  query: Query,
  revision: number,
): Promise<readonly KindedRecord[]> {
  const all: KindedRecord[] = [];
  for (;;) {
    const rows = await query(
      `select ${COLUMNS} from records where owner = '' and revision > cast($1 as bigint)
       order by revision limit ${PAGE}`,
      [all.at(-1)?.record.revision ?? revision],
    );
    for (const row of rows) all.push({ kind: String(row.kind), record: recordIn(row) });
    if (rows.length < PAGE) return all;
  }
}
