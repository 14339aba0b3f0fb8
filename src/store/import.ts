import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { TSchema } from 'typebox';
import { stringify } from 'yaml';
import { pathCsv, readPathCsv } from '../lib/csv-paths.ts';
import { type Difference, differencesOf } from '../lib/differences.ts';
import { boundedFaults } from '../lib/faults.ts';
import type { By, OperatorRole } from '../lib/op.ts';
import { preview } from '../lib/preview.ts';
import { Refusal, refuse } from '../lib/refusal.ts';
import { fieldOf, isObject, pathTo } from '../lib/schema-fault.ts';
import { type FaultyYaml, lineOfPath, type YamlDocument } from '../lib/yaml.ts';

export const IMPORT_FORMATS = ['yaml', 'json', 'csv'] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A record that there is. */
export type Present = {
  readonly id: string;
  readonly state: string;
  readonly revision: number;
  /** As people may see it. */
  readonly definition: unknown;
  /** Why it cannot be replaced. */
  readonly fixed?: string | undefined;
};

/** A kind of record of which files are read and written. */
export type Importable = {
  /** In addresses: `publishers`, `campaigns:own`. */
  readonly name: string;
  /** The key of the list in a file. */
  readonly list: string;
  readonly schema: TSchema;
  /** The field that has the id. */
  readonly idIn: string;
  readonly write: OperatorRole;
  readonly read: () => Promise<readonly Present[]>;
  /** What would be stored, and how people would see it. */
  readonly check: (
    definition: unknown,
    present: Present | undefined,
  ) => { readonly definition: unknown; readonly shown: unknown } | Refusal;
  readonly create: (definition: never, by: By) => Promise<object | Refusal>;
  readonly replace: (id: string, definition: never, by: By) => Promise<object | Refusal>;
};

type LineFault = { readonly line: number; readonly field: string; readonly reason: string };

/** What a record of a file comes to. */
export type ImportedEntry = {
  readonly line: number;
  /** '' where it has none. */
  readonly id: string;
  readonly outcome: 'new' | 'changed' | 'same' | 'refused';
  readonly changes: readonly Difference[];
  readonly faults: readonly LineFault[];
  /** How many faults there are beyond those. */
  readonly more: number;
};

/** There may be thousands of entries in one answer. */
const ENTRY_FAULTS_MAX = 10;

/** A record of a text, before it is checked. */
type Entry = {
  readonly line: number;
  readonly id: string;
  /** A line of CSV keeps what it has no column for; YAML and JSON have all of it. */
  readonly applied: (current: unknown) => unknown;
  readonly lineOf: (path: string) => number;
};

type ReadTerms = {
  readonly format: ImportFormat;
  readonly recordsMax: number;
  /** JSON is YAML. */
  readonly parse: (text: string) => Promise<YamlDocument | FaultyYaml | Refusal>;
};

async function entriesOf(
  { schema, list, idIn }: Importable,
  text: string,
  { format, recordsMax, parse }: ReadTerms,
): Promise<readonly Entry[] | Refusal> {
  if (format === 'csv') {
    const rows = readPathCsv(schema, text);
    if ('reason' in rows) return textFaults([rows]);
    const [beyond] = rows.slice(recordsMax);
    if (beyond !== undefined) return tooMany(beyond.line, recordsMax);
    return rows.map((row) => ({ ...row, id: row.cellOf(idIn), lineOf: () => row.line }));
  }
  const document = await parse(text);
  if (document instanceof Refusal) return document;
  if (!('value' in document)) return textFaults(document.faults);
  const { value } = document;
  const lineOf = (path: string) => lineOfPath(document, path) ?? 1;
  const unknown = isObject(value) ? Object.keys(value).filter((key) => key !== list) : [];
  if (unknown.length > 0) {
    const reasonOf = (key: string) => `${preview(key)} is an unknown key; expected ${list}`;
    return textFaults(unknown.map((key) => ({ line: lineOf(key), reason: reasonOf(key) })));
  }
  const items = isObject(value) ? value[list] : value;
  if (!Array.isArray(items)) {
    return textFaults([{ line: 1, reason: `expected a list, or one under the key ${list}` }]);
  }
  const root = isObject(value) ? list : '';
  if (items.length > recordsMax) return tooMany(lineOf(`${root}[${recordsMax}]`), recordsMax);
  return items.map((item: unknown, index): Entry => {
    const at = `${root}[${index}]`;
    const id = isObject(item) ? fieldOf(item, idIn) : undefined;
    return {
      line: lineOf(at),
      id: typeof id === 'string' ? id : '',
      applied: () => item,
      lineOf: (path) => lineOf(path.startsWith('[') ? `${at}${path}` : pathTo(at, path)),
    };
  });
}

const tooMany = (line: number, max: number) =>
  textFaults([{ line, reason: `expected at most ${max} records, but here is one more` }]);

/** Why a text has no records. */
function textFaults(faults: readonly { readonly line: number; readonly reason: string }[]) {
  const { shown, more } = boundedFaults(faults);
  const told = shown.map(({ line, reason }) => ({ field: `line ${line}`, reason }));
  return refuse.notValid(more > 0 ? [...told, { field: '', reason: `and ${more} more` }] : told);
}

type Planned = {
  readonly shown: ImportedEntry;
  readonly present: Present | undefined;
  /** Of what is new or changed. */
  readonly definition?: unknown;
};

type ImportPlan = {
  readonly entries: readonly Planned[];
  /** Another text, or another record that the store has, makes another one. */
  readonly seen: string;
};

/** Records that are checked before others are answered: each may have thousands of fields. */
const PORTION = 10;

/** What an import would do, record by record. */
export async function planImport(
  importable: Importable,
  text: string,
  terms: ReadTerms,
): Promise<ImportPlan | Refusal> {
  const entries = await entriesOf(importable, text, terms);
  if (entries instanceof Refusal) return entries;
  const present = new Map((await importable.read()).map((one) => [one.id, one]));
  const firsts = new Map(entries.toReversed().map((entry) => [entry.id, entry]));
  const planned: Planned[] = [];
  for (const entry of entries) {
    const first = firsts.get(entry.id);
    if (entry.id !== '' && first !== undefined && first !== entry) {
      const reason = `"${entry.id}" is used twice: line ${first.line} has it already`;
      const twice = refuse.notValid([{ field: importable.idIn, reason }]);
      planned.push(refused(entry, undefined, twice));
    } else {
      planned.push(plannedOf(importable, entry, present.get(entry.id)));
    }
    if (planned.length % PORTION === 0) await setImmediate();
  }
  const told = planned.map(({ shown, present: one }) => [shown.outcome, one?.revision]);
  const seen = createHash('sha256').update(JSON.stringify([terms.format, text, told]));
  return { entries: planned, seen: seen.digest('base64url') };
}

function plannedOf(importable: Importable, entry: Entry, present: Present | undefined): Planned {
  const { line, id } = entry;
  const given = entry.applied(present?.definition);
  const at = { line, id, changes: [], faults: [], more: 0 };
  // What is stored is right, and the config may have what the store may not.
  if (present !== undefined && differencesOf(present.definition, given).length === 0) {
    return { shown: { ...at, outcome: 'same' }, present };
  }
  if (present?.fixed !== undefined)
    return refused(entry, present, refuse.notAllowed(present.fixed));
  const checked = importable.check(given, present);
  if (checked instanceof Refusal) return refused(entry, present, checked);
  const { definition, shown } = checked;
  if (present === undefined) return { shown: { ...at, outcome: 'new' }, present, definition };
  const changes = differencesOf(present.definition, shown);
  if (changes.length === 0) return { shown: { ...at, outcome: 'same' }, present };
  return { shown: { ...at, outcome: 'changed', changes }, present, definition };
}

function refused(entry: Entry, present: Present | undefined, { details }: Refusal): Planned {
  const { line, id } = entry;
  const all = details.faults ?? [{ field: details.field ?? '', reason: details.reason }];
  const { shown, more } = boundedFaults(all, 0, ENTRY_FAULTS_MAX);
  const faults = shown.map((fault) => ({ line: entry.lineOf(fault.field), ...fault }));
  return { shown: { line, id, outcome: 'refused', changes: [], faults, more }, present };
}

/** Creates what is new and replaces what differs, each as it was planned. What is not in the text stays. */
export async function runImport(
  { create, replace }: Importable,
  { entries }: ImportPlan,
  { who, role }: By,
  onDone: (done: number) => void = () => {},
): Promise<readonly ImportedEntry[]> {
  const made: ImportedEntry[] = [];
  for (const { shown, present, definition } of entries) {
    let result: object | Refusal | undefined;
    if (shown.outcome === 'new') result = await create(definition as never, { who, role });
    if (shown.outcome === 'changed' && present !== undefined) {
      const by = { who, role, revision: present.revision };
      result = await replace(present.id, definition as never, by);
    }
    const { line, id } = shown;
    const again = { line, id, applied: () => undefined, lineOf: () => line };
    made.push(result instanceof Refusal ? refused(again, present, result).shown : shown);
    onDone(made.length);
  }
  return made;
}

type ExportTerms = {
  readonly format: ImportFormat;
  /** undefined: all that are not archived. */
  readonly state?: string | undefined;
  /** In the id or in any text. */
  readonly find?: string | undefined;
  readonly from?: number;
  readonly count?: number;
};

/** A list as an import takes it. */
export async function exportText(
  { read, list, schema }: Importable,
  { format, state, find = '', from = 0, count = Number.POSITIVE_INFINITY }: ExportTerms,
): Promise<{ readonly text: string; readonly count: number }> {
  const wanted = find.trim().toLowerCase();
  const has = ({ definition }: Present) =>
    wanted === '' || JSON.stringify(definition).toLowerCase().includes(wanted);
  const definitions = (await read())
    .filter((one) => (state === undefined ? one.state !== 'archived' : one.state === state))
    .filter(has)
    .map(({ definition }) => definition)
    .slice(from, from + count);
  const whole = { [list]: definitions };
  const text =
    format === 'csv'
      ? pathCsv(schema, definitions)
      : format === 'json'
        ? JSON.stringify(whole, null, 2)
        : stringify(whole);
  return { text, count: definitions.length };
}
