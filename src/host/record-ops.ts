import Type, { type Static, type TObject, type TUnsafe } from 'typebox';
import { type OperatorRole, told } from '../lib/op.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { Refusal, refuse } from '../lib/refusal.ts';
import { type HistoryRow, readHistory } from '../store/history.ts';
import { type RecordKind, type StoredRecord, shownOf } from '../store/record-kind.ts';
import type { Host } from './host.ts';
import { op } from './op.ts';

/** A record as callers see it. `Shown` is what they see of what is kept. */
export type ShownRecord<Definition, State extends string, Shown> = DeepReadonly<Shown> &
  Pick<
    StoredRecord<Definition, State>,
    'id' | 'source' | 'state' | 'definition' | 'revision' | 'changedBy'
  > & {
    readonly createdAt: string;
    readonly changedAt: string;
  };

export type ShownHistory = { readonly rows: readonly Omit<HistoryRow, 'kind' | 'id'>[] };

export type RecordList<Row> = {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
};

export const PAGE_ROWS = 50;

export const ListQuestion = Type.Object({
  find: Type.Optional(Type.String({ maxLength: 200, description: 'In the id or in any text.' })),
  state: Type.Optional(Type.String()),
  page: Type.Optional(Type.Integer({ minimum: 1 })),
});

const HistoryQuestion = Type.Object({
  before: Type.Optional(Type.Integer({ description: 'Only changes before this revision.' })),
});

export type RecordTerms<Definition, Shown extends TObject> = {
  /** Who may change one. */
  readonly write: OperatorRole;
  /** The schema of what `kind.shownKept` makes of what is kept. */
  readonly shown: Shown;
  /** What only the machine knows: whether an account can have this currency. */
  readonly check?: (definition: Definition, host: Host) => Refusal | undefined;
};

/** List, create, read, replace, delete, state and history of a kind. Addresses have its id at `{key}`. */
export function recordOps<
  const Path extends `/api/${string}`,
  const Key extends string,
  Definition,
  State extends string,
  Kept,
  Shown extends TObject,
>(
  path: Path,
  key: Key,
  kind: RecordKind<Definition, State, Kept>,
  { write, shown, check }: RecordTerms<Definition, Shown>,
) {
  type Seen = ShownRecord<Definition, State, Static<Shown>>;
  type Stored = StoredRecord<Definition, State, Kept>;
  const { name } = kind;
  const states = Object.keys(kind.states) as State[];
  // As it is: the document of operations knows it by its identity.
  const Body = kind.schema as TUnsafe<Definition>;
  const Answer = Type.Unsafe<Seen>(
    Type.Object({
      id: Type.String(),
      source: Type.Enum(['store', 'config']),
      state: Type.Enum(states),
      revision: Type.Integer({ description: 'Also the ETag, for If-Match.' }),
      createdAt: Type.String({ format: 'date-time' }),
      changedAt: Type.String({ format: 'date-time' }),
      changedBy: Type.String(),
      definition: kind.schema,
      ...shown.properties,
    }),
  );
  const one = `${path}/{${key}}` as const;
  const seen = (stored: Stored): Seen => shownRecord(kind, stored) as Seen;
  const answerOf = (result: Stored | Refusal) =>
    result instanceof Refusal ? result : seen(result);
  // One is in the braces.
  const idOf = (parts: object): string => Object.values(parts)[0] as string;

  return [
    op(`GET ${path}`, {
      role: 'read',
      summary: `Every ${name}, fifty a page`,
      query: ListQuestion,
      answer: told<RecordList<Seen>>(),
      run({ host, query }) {
        const { rows, ...page } = pageOf(foundIn(host, kind, query), query.page);
        return { ...page, rows: rows.map(seen) } as never;
      },
    }),
    op(`POST ${path}`, {
      role: write,
      summary: `Creates a ${name}`,
      hasKey: true,
      body: Body,
      answer: Answer,
      location: ({ id }) => `${path}/${encodeURIComponent(id)}`,
      async run({ host, body, by }) {
        const definition = body as Definition;
        const refused = check?.(definition, host);
        return (refused ?? answerOf(await host.store.create(kind, definition, by))) as never;
      },
    }),
    op(`GET ${one}`, {
      role: 'read',
      summary: `One ${name}`,
      answer: Answer,
      async run({ host, parts }) {
        const id = idOf(parts);
        const found = await host.store.read(kind, id);
        return (found ? seen(found) : refuse.notFound(`there is no ${name} "${id}"`)) as never;
      },
    }),
    op(`PUT ${one}`, {
      role: write,
      summary: `Replaces a ${name}`,
      ifMatch: 'required',
      body: Body,
      answer: Answer,
      async run({ host, parts, by, body }) {
        const definition = body as Definition;
        const refused = check?.(definition, host);
        if (refused !== undefined) return refused;
        const change = { action: 'change', by, next: () => ({ definition }) };
        return answerOf(await host.store.change(kind, idOf(parts), change)) as never;
      },
    }),
    op(`DELETE ${one}`, {
      role: write,
      summary: `Deletes a ${name}`,
      ifMatch: 'optional',
      async run({ host, parts, by }) {
        const change = { action: 'delete', by, next: () => ({ state: 'deleted' as const }) };
        const result = await host.store.change(kind, idOf(parts), change);
        return result instanceof Refusal ? result : undefined;
      },
    }),
    op(`POST ${one}/state`, {
      role: write,
      summary: `Sets the state of a ${name}`,
      ifMatch: 'optional',
      body: Type.Object({ state: Type.Unsafe<State>(Type.Enum(states)) }),
      answer: Answer,
      async run({ host, parts, by, body }) {
        const { state } = body as { readonly state: State };
        const change = { action: 'state', by, next: () => ({ state }) };
        return answerOf(await host.store.change(kind, idOf(parts), change)) as never;
      },
    }),
    op(`GET ${one}/history`, {
      role: 'ads',
      summary: 'Who changed what and when, the latest first',
      query: HistoryQuestion,
      answer: told<ShownHistory>(),
      run: ({ host, parts, query }) => historyOf(host, name, idOf(parts), query.before),
    }),
  ] as const;
}

/** As callers see it. */
export function shownRecord<Definition, State extends string, Kept>(
  kind: RecordKind<Definition, State, Kept>,
  stored: StoredRecord<Definition, State, Kept>,
) {
  const { id, source, revision, createdMs, changedMs, changedBy } = stored;
  const { state, definition, ...shown } = shownOf(kind, stored);
  const [createdAt, changedAt] = [isoOf(createdMs), isoOf(changedMs)];
  return { id, source, state, revision, createdAt, changedAt, changedBy, definition, ...shown };
}

const isoOf = (ms: number) => new Date(ms).toISOString();

export async function historyOf(
  host: Host,
  kind: string,
  id: string,
  before: number | undefined,
): Promise<ShownHistory> {
  const rows = await readHistory(host.database().query, { of: { kind, id }, before });
  return { rows: rows.map(({ kind: _, id: __, ...row }) => row) };
}

/** The records in which the words are, in the order of their ids. */
function foundIn<Definition, State extends string, Kept>(
  { records }: Pick<Host, 'records'>,
  kind: RecordKind<Definition, State, Kept>,
  { find = '', state }: Static<typeof ListQuestion>,
) {
  if (!records.isRead()) throw new Error('the records of the store are not known yet');
  const wanted = find.toLowerCase();
  const has = (one: StoredRecord<Definition, State, Kept>) =>
    wanted === '' ||
    one.id.toLowerCase().includes(wanted) ||
    JSON.stringify(shownOf(kind, one)).toLowerCase().includes(wanted);
  return records
    .all(kind)
    .filter((one) => (state === undefined || one.state === state) && has(one))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** A page of a list. One behind the last shows the last. */
export function pageOf<Row>(rows: readonly Row[], asked = 1): RecordList<Row> {
  const total = rows.length;
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
  const page = Math.min(asked, pages);
  return { total, page, pages, rows: rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS) };
}
