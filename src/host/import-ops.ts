import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import Type from 'typebox';
import { stringify } from 'yaml';
import { type Difference, differencesOf } from '../lib/differences.ts';
import { FAULTS_MAX } from '../lib/faults.ts';
import { type Author, type By, type OperatorRole, TEXT, told } from '../lib/op.ts';
import { parseYamlAside } from '../lib/parse-yaml-aside.ts';
import { preview } from '../lib/preview.ts';
import { parsed, Refusal, refuse } from '../lib/refusal.ts';
import { createQueue } from '../lib/repeat.ts';
import { fieldOf, isObject, pathTo } from '../lib/schema-fault.ts';
import { type FaultyYaml, lineOfPath, type YamlDocument } from '../lib/yaml.ts';
import { pathCsv, readPathCsv } from '../store/csv-paths.ts';
import { type RecordKind, type StoredRecord, shownOf } from '../store/record-kind.ts';
import type { First, Next } from '../store/store.ts';
import { mayCall } from './admin/access.ts';
import type { Host } from './host.ts';
import { op } from './op.ts';

export const IMPORT_FORMATS = ['yaml', 'json', 'csv'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

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
  readonly faults: readonly LineFault[];
};

type LineFault = { readonly line: number; readonly field: string; readonly reason: string };

/** `seen`: of this preview: the text, and the records that there were. */
export type ImportAnswer = { readonly entries: readonly ImportedEntry[]; readonly seen: string };

type Terms<Definition, State extends string, Kept> = {
  /** In addresses: `publishers`, `campaigns:own`. What stands before the colon is the key of the list in a file. */
  readonly name: string;
  readonly write: OperatorRole;
  /** The key of a record whose definition has this id. A file has the records whose key it is. */
  readonly keyOf?: (id: string) => string;
  readonly read: (value: unknown) => Definition | Refusal;
  /** What a new one has beside its definition. */
  readonly first?: (definition: Definition) => First<Definition, State, Kept>;
  readonly next?: (
    before: StoredRecord<Definition, State, Kept>,
    asked: { readonly definition: Definition },
  ) => Next<Definition, State, Kept> | Refusal;
};

type Sources = Pick<Host, 'store' | 'nowMs'> & {
  readonly records: Pick<Host['records'], 'isRead' | 'all' | 'get'>;
};

/** Records of a kind, or some of them, for files. */
export function importableOf<Definition, State extends string, Kept>(
  kind: RecordKind<Definition, State, Kept>,
  { records, store, nowMs }: Sources,
  terms: Terms<Definition, State, Kept>,
) {
  const { name, write: role, keyOf = (id) => id, read, first, next = (_, asked) => asked } = terms;
  const { schema, idIn = 'id' } = kind;
  return {
    ...{ name, role, schema, idIn, keyOf },
    /** In the order of their creation, with definitions as people see them. */
    present(): readonly StoredRecord[] {
      if (!records.isRead()) throw new Error('the records of the store are not known yet');
      return records
        .all(kind)
        .filter((one) => one.id === keyOf(String(fieldOf(one.definition as object, idIn))))
        .sort((a, b) => a.createdMs - b.createdMs)
        .map((one) => ({ ...one, definition: shownOf(kind, one).definition }));
    },
    /** What would be stored, as people would see it, and how it is stored. */
    check(value: unknown, present: StoredRecord | undefined) {
      const definition = read(value);
      if (definition instanceof Refusal) return definition;
      const before = present && records.get(kind, present.id);
      const made = kind.complete?.(definition, before, nowMs()) ?? { definition };
      if (made instanceof Refusal) return made;
      const refused = before && next(before, { definition });
      if (refused instanceof Refusal) return refused;
      const write = (by: Author): Promise<object | Refusal> =>
        present === undefined
          ? store.create(kind, definition, by, first?.(definition))
          : store.change(kind, present.id, {
              action: 'change',
              by: { ...by, revision: present.revision },
              next: (now) => next(now, { definition }),
            });
      return { shown: kind.shownDefinition?.(made.definition) ?? made.definition, write };
    },
  };
}

export type Importable = ReturnType<typeof importableOf>;

/** A kind of record whose definition has its id. */
export const kindImport =
  <Definition, State extends string, Kept>(
    kind: RecordKind<Definition, State, Kept> & { readonly idIn: string },
    { name, write, check }: KindTerms<Definition>,
  ) =>
  (host: Host): readonly Importable[] => {
    const read = (value: unknown) => {
      const definition = parsed(kind.schema, value) as Definition | Refusal;
      if (definition instanceof Refusal) return definition;
      return check?.(definition, host) ?? definition;
    };
    return [importableOf(kind, host, { name, write, read })];
  };

type KindTerms<Definition> = Pick<Terms<Definition, never, never>, 'name' | 'write'> & {
  readonly check?: (definition: Definition, host: Host) => Refusal | undefined;
};

/** A record of a text, before it is checked. */
type Entry = {
  readonly line: number;
  readonly id: string;
  /** A line of CSV keeps what it has no column for; YAML and JSON have all of it. */
  readonly applied: (current: unknown) => unknown;
  readonly lineOf: (path: string) => number;
};

function csvEntries({ schema, idIn }: Importable, text: string): readonly Entry[] | Refusal {
  const rows = readPathCsv(schema, text);
  if ('reason' in rows) return textFaults([rows]);
  return rows.map((row) => ({ ...row, id: row.cellOf(idIn), lineOf: () => row.line }));
}

/** The key of the list in a file. */
const listOf = (name: string) => name.replace(/:.*/, '');

/** JSON is YAML. */
function listEntries(
  { name, idIn }: Importable,
  document: YamlDocument | FaultyYaml,
): readonly Entry[] | Refusal {
  const list = listOf(name);
  if (!('value' in document)) return textFaults(document.faults);
  const { value } = document;
  const lineOf = (path: string) => lineOfPath(document, path) ?? 1;
  const [other] = isObject(value) ? Object.keys(value).filter((key) => key !== list) : [];
  const items = isObject(value) ? value[list] : value;
  if (!Array.isArray(items) || other !== undefined) {
    const got = other === undefined ? '' : `, but got the key ${preview(other)}`;
    const reason = `expected a list, or one under the key ${list}${got}`;
    return textFaults([{ line: other === undefined ? 1 : lineOf(other), reason }]);
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

/** Why a text has no records. */
const textFaults = (faults: readonly Omit<LineFault, 'field'>[]) =>
  refuse.notValid(
    faults.slice(0, FAULTS_MAX).map(({ line, reason }) => ({ field: `line ${line}`, reason })),
  );

/** `write`: of what is new or changed. */
type Planned = {
  readonly entry: Entry;
  readonly shown: ImportedEntry;
  readonly write?: (by: Author) => Promise<object | Refusal>;
};

type Plan = { readonly planned: readonly Planned[]; readonly seen: string };

/** What an import would do, record by record. `seen`: another text, or another record that the store has, makes another one. */
export async function planImport(
  importable: Importable,
  { text, format }: { readonly text: string; readonly format: ImportFormat },
  { parse, recordsMax = Infinity }: Bounds,
): Promise<Plan | Refusal> {
  const document = format === 'csv' ? undefined : await parse(text);
  if (document instanceof Refusal) return document;
  const entries = document ? listEntries(importable, document) : csvEntries(importable, text);
  if (entries instanceof Refusal) return entries;
  const beyond = entries[recordsMax];
  if (beyond !== undefined) {
    const reason = `expected at most ${recordsMax} records, but here is one more`;
    return textFaults([{ line: beyond.line, reason }]);
  }
  const present = new Map(importable.present().map((one) => [one.id, one]));
  const lines = new Map<string, number>();
  const seen = createHash('sha256').update(`${importable.name} ${format}\n${text}`);
  const planned: Planned[] = [];
  for (const entry of entries) {
    const stored = present.get(importable.keyOf(entry.id));
    const one = plannedOf(importable, entry, stored, lines.get(entry.id));
    planned.push(one);
    seen.update(`\n${one.shown.outcome} ${stored?.revision}`);
    if (entry.id !== '' && !lines.has(entry.id)) lines.set(entry.id, entry.line);
    // Each may have thousands of fields.
    await setImmediate();
  }
  return { planned, seen: seen.digest('base64url') };
}

/** Nothing bounds whoever has the machine. */
type Bounds = {
  readonly parse: (text: string) => Promise<YamlDocument | FaultyYaml | Refusal>;
  readonly recordsMax?: number;
};

function plannedOf(
  importable: Importable,
  entry: Entry,
  present: StoredRecord | undefined,
  firstLine: number | undefined,
): Planned {
  const { line, id } = entry;
  const same = { line, id, outcome: 'same', changes: [], faults: [] } as const;
  const refused = (refusal: Refusal) => ({ entry, shown: refusedEntry(entry, refusal) });
  if (firstLine !== undefined) {
    const reason = `"${id}" is used twice: line ${firstLine} has it already`;
    return refused(refuse.notValid([{ field: importable.idIn, reason }]));
  }
  const given = entry.applied(present?.definition);
  // What is stored is right, and the config may have what the store may not.
  if (present !== undefined && differencesOf(present.definition, given).length === 0) {
    return { entry, shown: same };
  }
  if (present?.source === 'config') {
    return refused(refuse.notAllowed(`it is in ${present.changedBy}`));
  }
  const checked = importable.check(given, present);
  if (checked instanceof Refusal) return refused(checked);
  const { shown, write } = checked;
  if (present === undefined) return { entry, shown: { ...same, outcome: 'new' }, write };
  const changes = differencesOf(present.definition, shown);
  if (changes.length === 0) return { entry, shown: same };
  return { entry, shown: { ...same, outcome: 'changed', changes }, write };
}

function refusedEntry({ line, id, lineOf }: Entry, { details }: Refusal): ImportedEntry {
  const all = details.faults ?? [{ field: details.field ?? '', reason: details.reason }];
  const shown = all.slice(0, ENTRY_FAULTS_MAX);
  const faults = shown.map((fault) => ({ line: lineOf(fault.field), ...fault }));
  return { line, id, outcome: 'refused', changes: [], faults };
}

/** Creates what is new and replaces what differs, each as it was planned. What is not in the text stays. */
export async function runImport({ planned }: Plan, { who, role }: By): Promise<ImportedEntry[]> {
  const made: ImportedEntry[] = [];
  for (const { entry, shown, write } of planned) {
    const result = await write?.({ who, role });
    made.push(result instanceof Refusal ? refusedEntry(entry, result) : shown);
  }
  return made;
}

type Wanted = { readonly state?: string | undefined; readonly find?: string };

/** The definitions of those in this state, or of all that are not archived, that have the text. */
export function wantedOf({ present }: Importable, { state, find = '' }: Wanted) {
  const wanted = find.trim().toLowerCase();
  return present()
    .filter((one) => (state === undefined ? one.state !== 'archived' : one.state === state))
    .map(({ definition }) => definition)
    .filter((definition) => JSON.stringify(definition).toLowerCase().includes(wanted));
}

/** A list as an import takes it. */
export function exportText(
  { name, schema }: Importable,
  definitions: readonly unknown[],
  format: ImportFormat,
): string {
  if (format === 'csv') return pathCsv(schema, definitions);
  const whole = { [listOf(name)]: definitions };
  return format === 'json' ? JSON.stringify(whole, null, 2) : stringify(whole);
}

const Format = Type.Optional(Type.Unsafe<ImportFormat>(Type.Enum([...IMPORT_FORMATS])));

const TYPES: Readonly<Record<ImportFormat, string>> = {
  yaml: 'application/yaml',
  json: 'application/json',
  csv: 'text/csv',
};

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
      answer: told<readonly { readonly name: string; readonly mayImport: boolean }[]>(),
      run: ({ host, caller }) =>
        all(host).map(({ name, role }) => ({ name, mayImport: mayCall(caller, { role }) })),
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
      async run({ host, parts, query, body, by, caller }) {
        const importable = find(host, parts.kind);
        if (importable instanceof Refusal) return importable;
        const { role } = importable;
        if (!mayCall(caller, { role })) {
          return refuse.notPermitted(`expected the role ${role}, but got ${by.role}`);
        }
        const text = { text: body, format: query.format ?? 'yaml' };
        const plan = await planImport(importable, text, { recordsMax: RECORDS_MAX, parse });
        if (plan instanceof Refusal) return plan;
        const { seen } = plan;
        const entries = plan.planned.map(({ shown }) => shown);
        if (query.preview === true) return { entries, seen };
        if (query.seen !== undefined && query.seen !== seen) {
          return refuse.changedMeanwhile('somebody has changed it after the preview: preview it');
        }
        const faults = entries
          .flatMap((one) => one.faults)
          .map(({ line, field, reason }) => ({
            field: field === '' ? `line ${line}` : `line ${line}, ${field}`,
            reason,
          }));
        if (query.seen === undefined && faults.length > 0) return refuse.notValid(faults);
        return { entries: await runImport(plan, by), seen };
      },
    }),
    op('GET /api/export/{kind}', {
      role: 'read',
      summary: 'The records of a kind as an import takes them',
      query: Type.Object({
        format: Format,
        find: Type.Optional(Type.String({ maxLength: 200, description: 'In any text.' })),
        state: Type.Optional(Type.String({ description: 'All that are not archived without it.' })),
      }),
      run({ host, parts, query: { format = 'yaml', ...wanted } }) {
        const importable = find(host, parts.kind);
        if (importable instanceof Refusal) return importable;
        const definitions = wantedOf(importable, wanted);
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

/** YAML takes memory: one text is read at a time, and eight wait. */
const queue = createQueue(8);

async function parse(text: string) {
  const read = await queue(() => parseYamlAside(text));
  return read === 'too-many'
    ? refuse.rateLimited('several files are being read: wait a second')
    : read;
}
