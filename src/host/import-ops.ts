import Type from 'typebox';
import { perObject } from '../lib/lookup.ts';
import { type OperatorRole, TEXT, told } from '../lib/op.ts';
import { parseYamlAside } from '../lib/parse-yaml-aside.ts';
import { createQueue } from '../lib/queue.ts';
import { parsed, Refusal, refuse } from '../lib/refusal.ts';
import { fieldOf } from '../lib/schema-fault.ts';
import {
  exportText,
  IMPORT_FORMATS,
  type Importable,
  type ImportedEntry,
  type ImportFormat,
  planImport,
  runImport,
} from '../store/import.ts';
import { type RecordKind, type StoredRecord, shownOf } from '../store/record-kind.ts';
import type { First, Next } from '../store/store.ts';
import { mayCall } from './admin/access.ts';
import type { Host } from './host.ts';
import { op } from './op.ts';
import type { RecordTerms } from './record-ops.ts';

/** Of one text, and of one export. */
const IMPORT_RECORDS_MAX = 2000;

const IMPORT_BYTES_MAX = 1024 * 1024;

/** Each record is a transaction of its own. */
const IMPORT_MS_MAX = 60_000;

/** Texts of YAML that are read or wait. One is read at a time, since each takes memory. */
const TEXTS_MAX = 8;

export type ImportAnswer = {
  readonly entries: readonly ImportedEntry[];
  /** Of this preview: the text, and the records that there were. */
  readonly seen: string;
};

type ImportKinds = readonly { readonly name: string; readonly mayImport: boolean }[];

const Format = Type.Optional(Type.Unsafe<ImportFormat>(Type.Enum([...IMPORT_FORMATS])));

const ImportQuestion = Type.Object({
  format: Format,
  preview: Type.Optional(Type.Boolean({ description: 'Nothing is changed.' })),
  seen: Type.Optional(
    Type.String({
      description:
        'Of a preview: what it showed is done, without what it refused. Without it, one fault refuses all.',
    }),
  ),
});

const ExportQuestion = Type.Object({
  format: Format,
  find: Type.Optional(Type.String({ maxLength: 200, description: 'In the id or in any text.' })),
  state: Type.Optional(Type.String({ description: 'All that are not archived without it.' })),
  page: Type.Optional(Type.Integer({ minimum: 1, description: `Of ${IMPORT_RECORDS_MAX}.` })),
});

const queueOf = perObject((_: Host) => createQueue(TEXTS_MAX));

/** Files of any kind of record, in and out. */
export function importOps(kinds: readonly ((host: Host) => readonly Importable[])[]) {
  const all = (host: Host) => kinds.flatMap((of) => of(host));
  const find = (host: Host, name: string) =>
    all(host).find((one) => one.name === name) ??
    refuse.notFound(`nothing that is imported is called "${name}"`);

  return [
    op('GET /api/import', {
      role: 'read',
      summary: 'What can be imported and exported',
      answer: told<ImportKinds>(),
      run: ({ host, caller }) =>
        all(host).map(({ name, write }) => ({ name, mayImport: mayCall(caller, { role: write }) })),
    }),
    op('POST /api/import/{kind}', {
      role: 'ads',
      summary: 'Creates and replaces the records of this text, or says what that would change',
      query: ImportQuestion,
      body: TEXT,
      bodyTypes: ['application/yaml', 'application/json', 'text/csv'],
      bodyBytesMax: IMPORT_BYTES_MAX,
      waitMsMax: IMPORT_MS_MAX,
      answer: told<ImportAnswer>(),
      async run({ host, parts, query, body, by, caller }) {
        const importable = find(host, parts.kind);
        if (importable instanceof Refusal) return importable;
        const { write } = importable;
        if (!mayCall(caller, { role: write })) {
          return refuse.notPermitted(`expected the role ${write}, but got ${by.role}`);
        }
        const plan = await planImport(importable, body, {
          format: query.format ?? 'yaml',
          recordsMax: IMPORT_RECORDS_MAX,
          async parse(text) {
            const read = await queueOf(host)(() => parseYamlAside(text));
            return read === 'too-many' ? TOO_MANY_TEXTS : read;
          },
        });
        if (plan instanceof Refusal) return plan;
        const { entries, seen } = plan;
        const planned = entries.map(({ shown }) => shown);
        if (query.preview === true) return { entries: planned, seen };
        if (query.seen === undefined) {
          const faults = planned.flatMap((one) => one.faults.map(lineFault));
          if (faults.length > 0) return refuse.notValid(faults);
        } else if (query.seen !== seen) {
          return refuse.changedMeanwhile('somebody has changed it after the preview: preview it');
        }
        return { entries: await runImport(importable, plan, by), seen };
      },
    }),
    op('GET /api/export/{kind}', {
      role: 'read',
      summary: 'The records of a kind as an import takes them',
      query: ExportQuestion,
      async run({ host, parts, query }) {
        const importable = find(host, parts.kind);
        if (importable instanceof Refusal) return importable;
        const { format = 'yaml', page = 1, ...wanted } = query;
        const range = { from: (page - 1) * IMPORT_RECORDS_MAX, count: IMPORT_RECORDS_MAX };
        const { text } = await exportText(importable, { format, ...wanted, ...range });
        const file = `${importable.name.replaceAll(/[^\w-]/g, '-')}.${format}`;
        return new Response(text, {
          headers: {
            'Content-Type': `${TYPES[format]}; charset=utf-8`,
            'Content-Disposition': `attachment; filename="${file}"`,
          },
        });
      },
    }),
  ] as const;
}

export type ImportOps = ReturnType<typeof importOps>;

const TYPES: Readonly<Record<ImportFormat, string>> = {
  yaml: 'application/yaml',
  json: 'application/json',
  csv: 'text/csv',
};

const TOO_MANY_TEXTS = refuse.rateLimited('several files are being read: wait a second');

const lineFault = ({ line, field, reason }: ImportedEntry['faults'][number]) => ({
  field: field === '' ? `line ${line}` : `line ${line}, ${field}`,
  reason,
});

type ImportTerms<Definition, State extends string, Kept> = {
  /** In addresses. */
  readonly name: string;
  /** The key of the list in a file. */
  readonly list: string;
  /** The field that has the id. */
  readonly idIn: string;
  readonly write: OperatorRole;
  /** The key of a record whose definition has this id. */
  readonly keyOf?: (id: string) => string;
  /** Which of the records a file has. All where absent. */
  readonly has?: (stored: StoredRecord<Definition, State, Kept>) => boolean;
  readonly read?: (value: unknown) => Definition | Refusal;
  readonly check?: (definition: Definition) => Refusal | undefined;
  /** What a new one has beside its definition. */
  readonly first?: (definition: Definition) => First<Definition, State, Kept> | Refusal;
  readonly next?: (
    before: StoredRecord<Definition, State, Kept>,
    asked: { readonly definition: Definition },
  ) => Next<Definition, State, Kept> | Refusal;
};

type ImportSources = Pick<Host, 'store' | 'nowMs'> & {
  readonly records: Pick<Host['records'], 'isRead' | 'all' | 'get'>;
};

/** Records of a kind, or some of them, for files. */
export function importableOf<Definition, State extends string, Kept>(
  kind: RecordKind<Definition, State, Kept>,
  { records, store, nowMs }: ImportSources,
  {
    keyOf = (id) => id,
    read,
    check,
    first,
    next,
    has,
    ...terms
  }: ImportTerms<Definition, State, Kept>,
): Importable {
  const shownDefinition = (definition: Definition) =>
    kind.shownDefinition?.(definition) ?? definition;
  const idOf = (definition: unknown) => String(fieldOf(definition as object, terms.idIn));
  return {
    ...terms,
    schema: kind.schema,
    async read() {
      if (!records.isRead()) throw new Error('the records of the store are not known yet');
      return records
        .all(kind)
        .filter((one) => has?.(one) ?? true)
        .sort((a, b) => a.createdMs - b.createdMs)
        .map((one) => ({
          id: idOf(one.definition),
          state: one.state,
          revision: one.revision,
          definition: shownOf(kind, one).definition,
          fixed: one.source === 'config' ? `it is in ${one.changedBy}` : undefined,
        }));
    },
    check(value, present) {
      const given = read === undefined ? (parsed(kind.schema, value) as Definition) : read(value);
      if (given instanceof Refusal) return given;
      const before = present && records.get(kind, keyOf(present.id));
      const made = kind.complete?.(given, before, nowMs()) ?? { definition: given };
      if (made instanceof Refusal) return made;
      const refused = check?.(given) ?? (before && next?.(before, { definition: given }));
      if (refused instanceof Refusal) return refused;
      return { definition: given, shown: shownDefinition(made.definition) };
    },
    async create(definition: Definition, by) {
      const own = first?.(definition);
      return own instanceof Refusal ? own : store.create(kind, definition, by, own);
    },
    replace: (id, definition: Definition, by) =>
      store.change(kind, keyOf(id), {
        action: 'change',
        by,
        next: (before) => next?.(before, { definition }) ?? { definition },
      }),
  };
}

/** A kind of record whose definition has its id. */
export const kindImport =
  <Definition, State extends string, Kept>(
    kind: RecordKind<Definition, State, Kept> & { readonly idIn: string },
    { name, write, check }: KindTerms<Definition>,
  ) =>
  (host: Host): readonly Importable[] => [
    importableOf(kind, host, {
      ...{ name, write, list: name, idIn: kind.idIn },
      ...(check && { check: (definition) => check(definition, host) }),
    }),
  ];

type KindTerms<Definition> = Pick<
  RecordTerms<Definition, never, never, never, never>,
  'write' | 'check'
> & {
  /** In addresses, and as the key of the list in a file. */
  readonly name: string;
};
