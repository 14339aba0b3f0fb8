import Type, { type Static, type TObject, type TUnsafe } from 'typebox';
import { type OperatorRole, told } from '../lib/op.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { Refusal, refuse } from '../lib/refusal.ts';
import type { Query } from '../lib/sql/database.ts';
import { type HistoryRow, readHistory } from '../store/history.ts';
import { type RecordKind, type StoredRecord, shownOf } from '../store/record-kind.ts';
import type { Next } from '../store/store.ts';
import type { Host } from './host.ts';
import { op } from './op.ts';

/** A record as callers see it. `Shown` is what they see of what is kept. */
export type ShownRecord<Definition, State extends string, Shown> = DeepReadonly<Shown> &
  Pick<
    StoredRecord<Definition, State>,
    'id' | 'source' | 'definition' | 'revision' | 'changedBy'
  > & {
    // Nobody sees what is deleted.
    readonly state: State;
    /** Null: it is in the config. */
    readonly createdAt: string | null;
    readonly changedAt: string | null;
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

export const HistoryQuestion = Type.Object({
  before: Type.Optional(Type.Integer({ description: 'Only changes before this revision.' })),
});

export type RecordTerms<Definition, State extends string, Kept, Shown extends TObject, Figures> = {
  /** Who may change one. */
  readonly write: OperatorRole;
  /** The schema of what `kind.shownKept` makes of what is kept. */
  readonly shown: Shown;
  /** What only the machine knows: whether an account can have this currency. */
  readonly check?: (definition: Definition, host: Host) => Refusal | undefined;
  /** The id that what stands in an address means. */
  readonly idFrom?: (text: string) => string;
  /** What becomes of one where more follows from what people ask for than that. Within the transaction. */
  readonly next?: (
    host: Host,
    before: StoredRecord<Definition, State, Kept>,
    asked: Asked<Definition, State>,
  ) => Next<Definition, State, Kept> | Refusal;
  /** What callers see of one beside the record. */
  readonly more?: (
    host: Host,
    stored: StoredRecord<Definition, State, Kept>,
  ) => DeepReadonly<Partial<Static<Shown>>>;
  /** What the list has of each beside the record, in the order of the records of its page. */
  readonly figures?: (
    host: Host,
    page: readonly StoredRecord<Definition, State, Kept>[],
  ) => Promise<readonly Figures[]>;
  /** What has to be written in the transaction of a change of its state. */
  readonly alsoWithState?: (
    host: Host,
    query: Query,
    made: StoredRecord<Definition, State, Kept>,
  ) => Promise<unknown>;
};

/** Another definition, or another state. */
export type Asked<Definition, State extends string> =
  | { readonly definition: Definition }
  | { readonly state: State | 'deleted' };

/** List, create, read, replace, delete, state and history of a kind. `key` stands for the id in addresses: `{publisher}`. */
export function recordOps<
  const Path extends `/api/${string}`,
  const Key extends `{${string}}`,
  Definition,
  State extends string,
  Kept,
  Shown extends TObject,
  Figures = unknown,
>(
  path: Path,
  key: Key,
  kind: RecordKind<Definition, State, Kept>,
  terms: RecordTerms<Definition, State, Kept, Shown, Figures>,
) {
  type Seen = ShownRecord<Definition, State, Static<Shown>>;
  type Stored = StoredRecord<Definition, State, Kept>;
  const { write, shown, check, idFrom = (text) => text, figures, more, alsoWithState } = terms;
  const { name } = kind;
  const words = name.replaceAll('-', ' ');
  const aRecord = /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
  const states = Object.keys(kind.states) as State[];
  // As it is: the document of operations knows it by its identity.
  const Body = kind.schema as TUnsafe<Definition>;
  const Answer = recordAnswer(kind, shown);
  const one = `${path}/${key}` as const;
  const seen = (host: Host, stored: Stored) =>
    ({ ...shownRecord(kind, stored), ...more?.(host, stored) }) as Seen;
  const answerOf = (host: Host, result: Stored | Refusal) =>
    (result instanceof Refusal ? result : seen(host, result)) as never;
  const idOf = (parts: object): string => idFrom(Object.values(parts).join('/'));
  const nextBy = (host: Host, asked: Asked<Definition, State>) => (before: Stored) =>
    terms.next?.(host, before, asked) ?? asked;
  const also = (host: Host) =>
    alsoWithState && ((query: Query, made: Stored) => alsoWithState(host, query, made));

  return [
    op(`GET ${path}`, {
      role: 'read',
      summary: `Every ${words}, fifty a page`,
      query: ListQuestion,
      answer: told<RecordList<Seen & Figures>>(),
      waitMsMax: 30_000,
      async run({ host, query }) {
        const { rows, ...page } = pageOf(foundIn(host, kind, query), query.page);
        const own = (await figures?.(host, rows)) ?? [];
        return {
          ...page,
          rows: rows.map((row, at) => ({ ...seen(host, row), ...own[at] })),
        } as never;
      },
    }),
    op(`POST ${path}`, {
      role: write,
      summary: `Creates ${aRecord}`,
      hasKey: true,
      body: Body,
      answer: Answer,
      location: ({ id }) => `${path}/${encodeURIComponent(id)}`,
      async run({ host, body, by }) {
        const definition = body as Definition;
        return (
          check?.(definition, host) ?? answerOf(host, await host.store.create(kind, definition, by))
        );
      },
    }),
    op(`GET ${one}`, {
      role: 'read',
      summary: `One ${words}`,
      answer: Answer,
      async run({ host, parts }) {
        const id = idOf(parts);
        const found = await host.store.read(kind, id);
        return answerOf(host, found ?? refuse.notFound(`there is no ${name} "${id}"`));
      },
    }),
    op(`PUT ${one}`, {
      role: write,
      summary: `Replaces ${aRecord}`,
      ifMatch: 'required',
      body: Body,
      answer: Answer,
      async run({ host, parts, by, body }) {
        const definition = body as Definition;
        const change = { action: 'change', by, next: nextBy(host, { definition }) };
        return (
          check?.(definition, host) ??
          answerOf(host, await host.store.change(kind, idOf(parts), change))
        );
      },
    }),
    op(`DELETE ${one}`, {
      role: write,
      summary: `Deletes ${aRecord}`,
      ifMatch: 'optional',
      async run({ host, parts, by }) {
        const result = await host.store.change(kind, idOf(parts), {
          action: 'delete',
          by,
          next: nextBy(host, { state: 'deleted' }),
          also: also(host),
        });
        return result instanceof Refusal ? result : undefined;
      },
    }),
    op(`POST ${one}/state`, {
      role: write,
      summary: `Sets the state of ${aRecord}`,
      ifMatch: 'optional',
      body: Type.Object({ state: Type.Unsafe<State>(Type.Enum(states)) }),
      answer: Answer,
      async run({ host, parts, by, body }) {
        const { state } = body as { readonly state: State };
        const change = { action: 'state', by, next: nextBy(host, { state }), also: also(host) };
        return answerOf(host, await host.store.change(kind, idOf(parts), change));
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

/** The schema of a record as callers see it, with what they see of what is kept. */
export function recordAnswer<Definition, State extends string, Kept, Shown extends TObject>(
  { schema, states }: RecordKind<Definition, State, Kept>,
  shown: Shown,
) {
  const orNull = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
  const record = Type.Object({
    id: Type.String(),
    source: Type.Enum(['store', 'config']),
    state: Type.Enum(Object.keys(states)),
    revision: Type.Integer({ description: 'Also the ETag, for If-Match.' }),
    createdAt: orNull,
    changedAt: orNull,
    changedBy: Type.String(),
    definition: schema,
    ...shown.properties,
  });
  return Type.Unsafe<ShownRecord<Definition, State, Static<Shown>>>(record);
}

/** As callers see it. */
export function shownRecord<Definition, State extends string, Kept>(
  kind: RecordKind<Definition, State, Kept>,
  stored: StoredRecord<Definition, State, Kept>,
) {
  const { id, source, revision, createdMs, changedMs, changedBy } = stored;
  const isoOf = (ms: number) => (source === 'config' ? null : new Date(ms).toISOString());
  const [createdAt, changedAt] = [isoOf(createdMs), isoOf(changedMs)];
  const { state, definition, ...shown } = shownOf(kind, stored);
  // Nobody sees what is deleted.
  const own = { id, source, state: state as State, revision };
  return { ...own, createdAt, changedAt, changedBy, definition, ...shown };
}

export async function historyOf(
  host: Pick<Host, 'database'>,
  kind: string,
  id: string,
  before: number | undefined,
): Promise<ShownHistory> {
  const rows = await readHistory(host.database().query, { of: { kind, id }, before });
  return { rows: rows.map(({ kind: _, id: __, ...row }) => row) };
}

/** The records in which the words are, in the order of their ids, the very one first. */
export function foundIn<Definition, State extends string, Kept>(
  { records }: { readonly records: Pick<Host['records'], 'isRead' | 'all'> },
  kind: RecordKind<Definition, State, Kept>,
  { find = '', state }: Static<typeof ListQuestion>,
) {
  if (!records.isRead()) throw new Error('the records of the store are not known yet');
  const wanted = find.trim().toLowerCase();
  const has = (one: StoredRecord<Definition, State, Kept>) =>
    wanted === '' ||
    one.id.toLowerCase().includes(wanted) ||
    JSON.stringify(shownOf(kind, one)).toLowerCase().includes(wanted);
  return records
    .all(kind)
    .filter((one) => (state === undefined || one.state === state) && has(one))
    .sort((a, b) => (a.id === find || (a.id < b.id && b.id !== find) ? -1 : 1));
}

/** A page of a list. One behind the last shows the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  asked = 1,
  pageRows = PAGE_ROWS,
): RecordList<Row> {
  const total = rows.length;
  const pages = Math.max(1, Math.ceil(total / pageRows));
  const page = Math.min(asked, pages);
  return { total, page, pages, rows: rows.slice((page - 1) * pageRows, page * pageRows) };
}
