import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { stringify } from 'yaml';
import { type Difference, differencesOf } from '../lib/differences.ts';
import { FAULTS_MAX } from '../lib/faults.ts';
import { type Author, type OperatorRole, TEXT, told } from '../lib/op.ts';
import { parseYamlAside } from '../lib/parse-yaml-aside.ts';
import { type FieldFault, parsed, Refusal, refuse } from '../lib/refusal.ts';
import { fieldOf, isObject, pathTo } from '../lib/schema-fault.ts';
import { type FaultyYaml, lineOfPath, type YamlDocument } from '../lib/yaml.ts';
import { type RecordKind, type StoredRecord, shownOf } from '../store/record-kind.ts';
import type { First, Next } from '../store/store.ts';
import { mayCall } from './admin/access.ts';
import { pathCsv, readPathCsv } from './csv-paths.ts';
import type { Host } from './host.ts';
import { op } from './op.ts';
import { foundIn, ListQuestion } from './record-ops.ts';

const TYPES = { yaml: 'application/yaml', json: 'application/json', csv: 'text/csv' } as const;
export type ImportFormat = keyof typeof TYPES;
export const IMPORT_FORMATS = Object.keys(TYPES) as readonly ImportFormat[];
const Format = Type.Optional(Type.Unsafe<ImportFormat>(Type.Enum([...IMPORT_FORMATS])));

/** Of one text, and of one export. */
const RECORDS_MAX = 2000;
const BYTES_MAX = 1024 * 1024;
/** Each record is a transaction of its own. */
const IMPORT_MS_MAX = 60_000;
/** There may be thousands of entries in one answer. */
const ENTRY_FAULTS_MAX = 10;

/** What a record of a text comes to. */
export type ImportedEntry = {
  readonly line: number;
  /** '' where it has none. */
  readonly id: string;
  readonly outcome: 'new' | 'changed' | 'same' | 'refused';
  readonly changes: readonly Difference[];
  /** The first ones. */
  readonly faults: readonly (FieldFault & { readonly line: number })[];
};

/** `seen`: of this preview: the text, and the records that there were. */
export type ImportAnswer = { readonly entries: readonly ImportedEntry[]; readonly seen: string };

type Terms<Definition, State extends string, Kept, Own> = {
  /** In addresses: `publishers`, `campaigns:own`. What stands before the colon is the key of the list in a file. */
  readonly name: string;
  readonly write: OperatorRole;
  readonly check?: (definition: Definition, host: Own) => Refusal | undefined;
  /** Before the id of the definition in that of the record. A file has the records whose id begins with it. */
  readonly prefix?: string;
  /** What a new one has beside its definition. */
  readonly first?: (definition: Definition) => First<Definition, State, Kept>;
  readonly next?: (
    before: StoredRecord<Definition, State, Kept>,
    asked: { readonly definition: Definition },
  ) => Next<Definition, State, Kept> | Refusal;
};

export type ImportHost = Pick<Host, 'store' | 'nowMs'> & {
  readonly records: Pick<Host['records'], 'isRead' | 'all' | 'get'>;
};

export type Importable = ReturnType<typeof importableOf>;

/** Records of a kind, or some of them, for files. */
export function importableOf<Definition, State extends string, Kept, Own extends ImportHost>(
  kind: RecordKind<Definition, State, Kept>,
  host: Own,
  terms: Terms<Definition, State, Kept, Own>,
) {
  const { name, write: role, check, prefix = '', first, next = (_, asked) => asked } = terms;
  const { schema, idIn = 'id' } = kind;
  return {
    ...{ name, role, schema, idIn, prefix },
    /** With definitions as people see them. */
    present: (question = {}): readonly StoredRecord[] =>
      foundIn(host, kind, question)
        .filter(({ id }) => id.startsWith(prefix))
        .map((one) => ({ ...one, definition: shownOf(kind, one).definition })),
    /** What would be stored, as people would see it, and how it is stored. */
    planned(value: unknown, present: StoredRecord | undefined) {
      const definition = parsed(schema, value) as Definition | Refusal;
      if (definition instanceof Refusal) return definition;
      const before = present && host.records.get(kind, present.id);
      const made = kind.complete?.(definition, before, host.nowMs()) ?? { definition };
      if (made instanceof Refusal) return made;
      const refused = check?.(definition, host) ?? (before && next(before, { definition }));
      if (refused instanceof Refusal) return refused;
      const write = (by: Author): Promise<object | Refusal> =>
        present === undefined
          ? host.store.create(kind, definition, by, first?.(definition))
          : host.store.change(kind, present.id, {
              action: 'change',
              by: { ...by, revision: present.revision },
              next: (now) => next(now, { definition }),
            });
      return { shown: kind.shownDefinition?.(made.definition) ?? made.definition, write };
    },
  };
}

/** A record of a text. */
type Entry = {
  readonly line: number;
  readonly id: string;
  /** A line of CSV keeps what it has no column for; YAML and JSON have all of it. */
  readonly applied: (current?: unknown) => unknown;
  readonly lineOf: (path: string) => number;
};

/** The key of the list in a file. */
const listOf = ({ name }: Importable) => name.replace(/:.*/, '');

/** Why a text has no records. */
const notRead = (faults: readonly { readonly line: number; readonly reason: string }[]) =>
  refuse.notValid(
    faults.slice(0, FAULTS_MAX).map(({ line, reason }) => ({ field: `line ${line}`, reason })),
  );

/** The records of a text: a CSV, or what was read of it as YAML. */
export function entriesOf(
  importable: Importable,
  text: string | YamlDocument | FaultyYaml,
): readonly Entry[] | Refusal {
  const { schema, idIn } = importable;
  if (typeof text === 'string') {
    const rows = readPathCsv(schema, text);
    if ('reason' in rows) return notRead([rows]);
    return rows.map((row) => ({ ...row, id: row.textOf(idIn), lineOf: () => row.line }));
  }
  if (!('value' in text)) return notRead(text.faults);
  const list = listOf(importable);
  const { value } = text;
  const [other] = isObject(value) ? Object.keys(value).filter((key) => key !== list) : [];
  const items = isObject(value) ? value[list] : value;
  const lineOf = (path: string) => lineOfPath(text, path) ?? 1;
  if (!Array.isArray(items) || other !== undefined) {
    const got = other === undefined ? '' : `, but got the key "${other.slice(0, 100)}"`;
    const reason = `expected a list, or one under the key ${list}${got}`;
    return notRead([{ line: lineOf(other ?? ''), reason }]);
  }
  return items.map((item: unknown, index): Entry => {
    const at = `${isObject(value) ? list : ''}[${index}]`;
    const id = isObject(item) ? fieldOf(item, idIn) : undefined;
    return {
      line: lineOf(at),
      id: typeof id === 'string' ? id : '',
      applied: () => item,
      lineOf: (path) => lineOf(path.startsWith('[') ? `${at}${path}` : pathTo(at, path)),
    };
  });
}

/** What becomes of the records of a text, one after the other; what is not in it stays. Without an author, nothing changes. */
export async function importEntries(
  importable: Importable,
  entries: readonly Entry[],
  present: readonly StoredRecord[],
  by?: Author,
): Promise<readonly ImportedEntry[]> {
  const stored = new Map(present.map((one) => [one.id, one]));
  const lines = new Map<string, number>();
  const imported: ImportedEntry[] = [];
  for (const entry of entries) {
    const { line, id, lineOf } = entry;
    const made = await outcomeOf(importable, entry, stored.get(importable.prefix + id), lines, by);
    const { faults = [], reason, field = '' } = made instanceof Refusal ? made.details : {};
    const all = reason === undefined || faults.length > 0 ? faults : [{ field, reason }];
    imported.push({
      ...{ line, id, changes: [], ...(made instanceof Refusal ? { outcome: 'refused' } : made) },
      faults: all.slice(0, ENTRY_FAULTS_MAX).map((one) => ({ line: lineOf(one.field), ...one })),
    });
    if (id !== '' && !lines.has(id)) lines.set(id, line);
    // Each may have thousands of fields.
    await setImmediate();
  }
  return imported;
}

async function outcomeOf(
  importable: Importable,
  { id, applied }: Entry,
  present: StoredRecord | undefined,
  lines: ReadonlyMap<string, number>,
  by: Author | undefined,
): Promise<(Pick<ImportedEntry, 'outcome'> & Partial<ImportedEntry>) | Refusal> {
  if (lines.has(id)) {
    const reason = `"${id}" is used twice: line ${lines.get(id)} has it already`;
    return refuse.notValid([{ field: importable.idIn, reason }]);
  }
  const before = present?.definition;
  const given = applied(before);
  // What is stored is right, and the config may have what the store may not.
  if (differencesOf(before, given).length === 0) return { outcome: 'same' };
  if (present?.source === 'config') return refuse.notAllowed(`it is in ${present.changedBy}`);
  const planned = importable.planned(given, present);
  if (planned instanceof Refusal) return planned;
  const changes = present === undefined ? [] : differencesOf(before, planned.shown);
  if (present !== undefined && changes.length === 0) return { outcome: 'same' };
  const made = by && (await planned.write(by));
  if (made instanceof Refusal) return made;
  return { outcome: present === undefined ? 'new' : 'changed', changes };
}

/** The definitions of those in this state, or of all that are not archived. */
export const exported = (importable: Importable, question: Static<typeof ListQuestion>) =>
  importable
    .present(question)
    .filter(({ state }) => question.state !== undefined || state !== 'archived')
    .map(({ definition }) => definition);

/** A list as an import takes it. */
export function exportText(
  importable: Importable,
  definitions: readonly unknown[],
  format: ImportFormat,
): string {
  if (format === 'csv') return pathCsv(importable.schema, definitions);
  const whole = { [listOf(importable)]: definitions };
  return format === 'json' ? JSON.stringify(whole, null, 2) : stringify(whole);
}

/** Files of any kind of record, in and out. */
export function importOps(allOf: (host: Host) => readonly Importable[]) {
  const find = (host: Host, name: string) =>
    allOf(host).find((one) => one.name === name) ??
    refuse.notFound(`nothing that is imported is called "${name}"`);

  return [
    op('GET /api/import', {
      role: 'read',
      summary: 'What can be imported and exported',
      answer: told<readonly { readonly name: string; readonly mayImport: boolean }[]>(),
      run: ({ host, caller }) =>
        allOf(host).map(({ name, role }) => ({ name, mayImport: mayCall(caller, { role }) })),
    }),
    op('POST /api/import/{kind}', {
      role: 'ads',
      summary: 'Creates and replaces the records of this text, or says what that would change',
      query: Type.Object({
        format: Format,
        preview: Type.Optional(Type.Boolean({ description: 'Nothing is changed.' })),
        seen: Type.Optional(
          Type.String({
            description:
              'Of a preview: what it showed is done, without what it refused. Without it, one fault refuses all.',
          }),
        ),
      }),
      body: TEXT,
      bodyTypes: Object.values(TYPES),
      bodyBytesMax: BYTES_MAX,
      waitMsMax: IMPORT_MS_MAX,
      answer: told<ImportAnswer>(),
      async run({ host, parts, query: { format, ...query }, body, by, caller }) {
        const importable = find(host, parts.kind);
        if (importable instanceof Refusal) return importable;
        if (!mayCall(caller, importable)) {
          return refuse.notPermitted(`expected the role ${importable.role}, but got ${by.role}`);
        }
        const text = format === 'csv' ? body : await parseYamlAside(body);
        const entries = text instanceof Refusal ? text : entriesOf(importable, text);
        if (entries instanceof Refusal) return entries;
        const beyond = entries[RECORDS_MAX];
        if (beyond !== undefined) {
          const reason = `expected at most ${RECORDS_MAX} records, but here is one more`;
          return notRead([{ line: beyond.line, reason }]);
        }
        const present = importable.present();
        const shown = await importEntries(importable, entries, present);
        const ids = new Set(shown.map(({ id }) => importable.prefix + id));
        const revisions = present.flatMap(({ id, revision }) => (ids.has(id) ? revision : []));
        const all = JSON.stringify([importable.name, format, body, shown, revisions]);
        const seen = createHash('sha256').update(all).digest('base64url');
        if (query.preview === true) return { entries: shown, seen };
        if (query.seen !== undefined && query.seen !== seen) {
          return refuse.changedMeanwhile('somebody has changed it after the preview: preview it');
        }
        const faults = shown
          .flatMap((one) => one.faults)
          .map(({ line, field, reason }) => ({
            field: field === '' ? `line ${line}` : `line ${line}, ${field}`,
            reason,
          }));
        if (query.seen === undefined && faults.length > 0) return refuse.notValid(faults);
        const author = { who: by.who, role: by.role };
        return { entries: await importEntries(importable, entries, present, author), seen };
      },
    }),
    op('GET /api/export/{kind}', {
      role: 'read',
      summary: 'The records of a kind as an import takes them',
      query: Type.Object({ format: Format, ...Type.Omit(ListQuestion, ['page']).properties }),
      run({ host, parts, query: { format = 'yaml', ...wanted } }) {
        const importable = find(host, parts.kind);
        if (importable instanceof Refusal) return importable;
        const definitions = exported(importable, wanted);
        if (definitions.length > RECORDS_MAX) {
          const reason = `expected at most ${RECORDS_MAX} records, but got ${definitions.length}`;
          return refuse.notAllowed(`${reason}: choose some with find or state`);
        }
        const file = `${importable.name.replaceAll(/[^\w-]/g, '-')}.${format}`;
        return new Response(exportText(importable, definitions, format), {
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
