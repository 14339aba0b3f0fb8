import type { TSchema } from 'typebox';
import { csvText, readCsv } from '../lib/csv.ts';
import { fieldOf, isBranch, isObject, pathTo, type ReadableSchema } from '../lib/schema-fault.ts';

/** Values of a schema as CSV: a line for each, a column for each field by its path, like `creatives[0].title`. */

/** Of a list of objects that has no bound of its own. */
const ITEMS_MAX = 100;

/** The fields of an object, and of all alternatives where each is an object. undefined: it is something else. */
function fieldsOf({ anyOf, properties }: ReadableSchema): ReadableSchema['properties'] {
  if (anyOf === undefined) return properties;
  const all = anyOf.map(fieldsOf);
  return all.includes(undefined) ? undefined : Object.assign({}, ...all.toReversed());
}

const hasObjects = ({ items }: ReadableSchema): boolean => items !== undefined && !!fieldsOf(items);

/** What a cell of the column holds. `path`: from here on, with a point before a name. undefined: the schema has no such field, or it has others within. */
function columnAt(schema: ReadableSchema, path: string): 'text' | 'json' | undefined {
  const { items, maxItems = ITEMS_MAX } = schema;
  const fields = fieldsOf(schema);
  const isList = hasObjects(schema);
  if (path === '') {
    if (isList || fields !== undefined) return undefined;
    const type = schema.type ?? typeof (schema.enum?.[0] ?? schema.const);
    return type === 'string' ? 'text' : 'json';
  }
  const step = isList ? /^\[(0|[1-9]\d{0,2})\](.*)$/ : /^\.([^.[\]]+)(.*)$/;
  const [, key = '', rest = ''] = step.exec(path) ?? [];
  const item = key !== '' && Number(key) < maxItems ? items : undefined;
  const inner = isList ? item : fieldOf(fields ?? {}, key);
  return inner && columnAt(inner, rest);
}

/** What a value has, each with its path, in the order of the schema. A list or an object without anything is there too. */
function leavesOf(
  schema: ReadableSchema,
  value: unknown,
  path = '',
): readonly (readonly [path: string, value: unknown])[] {
  const { items = {} } = schema;
  const fields = fieldsOf(schema);
  if (Array.isArray(value) && value.length > 0 && hasObjects(schema)) {
    return value.flatMap((item, index) => leavesOf(items, item, `${path}[${index}]`));
  }
  if (isObject(value) && Object.keys(value).length > 0 && fields !== undefined) {
    return Object.keys({ ...fields, ...value }).flatMap((name) =>
      leavesOf(fieldOf(fields, name) ?? {}, fieldOf(value, name), pathTo(path, name)),
    );
  }
  return value === undefined ? [] : [[path, value]];
}

/** Fields that no value has are no columns. */
export function pathCsv(schema: TSchema, values: readonly unknown[]): string {
  const lines = values.map((value) => new Map(leavesOf(schema, value)));
  const paths = new Set(lines.flatMap((line) => [...line.keys()]));
  const columns = [...paths].flatMap((path) => {
    const kind = columnAt(schema, `.${path}`);
    return kind === undefined ? [] : { path, kind };
  });
  const cells = lines.map((line) =>
    columns.map(({ path, kind }) => {
      const value = line.get(path);
      if (value === undefined || typeof value === 'number') return value ?? null;
      return kind === 'text' ? String(value) : JSON.stringify(value);
    }),
  );
  return csvText([columns.map(({ path }) => path), ...cells]);
}

/** An empty cell is no value. What is no JSON stays text, and the check of the value says so. */
function valueIn(cell: string, kind: 'text' | 'json'): unknown {
  if (cell === '') return undefined;
  if (kind === 'text') return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

type CsvRow = {
  readonly line: number;
  readonly cellOf: (path: string) => string;
  /** The value with the cells of the line in place of what it had. undefined: there was none. */
  readonly applied: (current: unknown) => unknown;
};

/** The lines of such a text, or why there are none. */
export function readPathCsv(
  schema: TSchema,
  text: string,
): readonly CsvRow[] | { readonly line: number; readonly reason: string } {
  const lines = readCsv(text);
  if ('reason' in lines) return lines;
  const [head, ...rest] = lines;
  const columns = head?.cells.map((name) => name.trim()) ?? [];
  const kinds = columns.map((path) => columnAt(schema, `.${path}`));
  const unknown = kinds.indexOf(undefined);
  if (unknown !== -1) {
    const name = columns[unknown]?.slice(0, 100);
    return { line: 1, reason: `expected columns by the paths of fields, but got "${name}"` };
  }
  if (new Set(columns).size < columns.length) {
    return { line: 1, reason: 'expected each column once, but one is there twice' };
  }
  return rest.map(({ line, cells }) => ({
    line,
    cellOf: (path) => cells[columns.indexOf(path)] ?? '',
    applied(current) {
      const leaves = new Map(leavesOf(schema, current));
      for (const [index, path] of columns.entries()) {
        const value = valueIn(cells[index] ?? '', kinds[index] ?? 'text');
        if (value === undefined) leaves.delete(path);
        else leaves.set(path, value);
      }
      return wholeOf(leaves);
    },
  }));
}

/** The value that has these leaves. Items that have none are left out. */
function wholeOf(leaves: ReadonlyMap<string, unknown>): unknown {
  const whole: Branch = {};
  for (const [path, value] of leaves) {
    const keys = path.match(/[^.[\]]+/g) ?? [];
    let branch = whole;
    for (const [index, key] of keys.entries()) {
      const next = keys[index + 1];
      if (next === undefined) branch[key] = structuredClone(value);
      else {
        branch[key] ??= /^\d/.test(next) ? [] : {};
        branch = branch[key] as Branch;
      }
    }
  }
  return withoutHoles(whole);
}

type Branch = Record<string, unknown>;

function withoutHoles(value: unknown): unknown {
  if (!isBranch(value)) return value;
  if (Array.isArray(value)) return value.filter(() => true).map(withoutHoles);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutHoles(one)]));
}
