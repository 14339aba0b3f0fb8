import type { TSchema } from 'typebox';
import { csvText, readCsv } from './csv.ts';
import type { ReadableSchema } from './readable-schema.ts';
import { fieldOf, isBranch, isObject, pathTo } from './schema-fault.ts';

/** Values of a schema as CSV: a line for each, a column for each field by its path, like `creatives[0].title`. */

type CellKind = 'text' | 'number' | 'boolean' | 'list' | 'json';

/** Of a list of objects that has no bound of its own. */
const ITEMS_MAX = 100;

const keysOf = (path: string) => path.match(/[^.[\]]+/g) ?? [];

/** The fields of an object, and of all alternatives where each is an object. undefined: it is something else. */
function fieldsOf({ anyOf, properties }: ReadableSchema): ReadableSchema['properties'] {
  if (anyOf === undefined) return properties;
  const all = anyOf.map(fieldsOf);
  return all.includes(undefined) ? undefined : Object.assign({}, ...all.toReversed());
}

const isListOfObjects = ({ items }: ReadableSchema): boolean =>
  items !== undefined && fieldsOf(items) !== undefined;

function kindOf(schema: ReadableSchema): CellKind {
  const { type = typeof (schema.enum?.[0] ?? schema.const), items } = schema;
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  return items !== undefined && kindOf(items) === 'text' ? 'list' : 'json';
}

function schemaAt(schema: ReadableSchema, keys: readonly string[]): ReadableSchema | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return schema;
  const isIndex = /^\d{1,3}$/.test(key) && isListOfObjects(schema);
  const isWithin = Number(key) < (schema.maxItems ?? ITEMS_MAX);
  const inner = isIndex
    ? isWithin
      ? schema.items
      : undefined
    : fieldOf(fieldsOf(schema) ?? {}, key);
  return inner && schemaAt(inner, rest);
}

/** undefined: the schema has no such field, or it has others within. */
function columnAt(schema: ReadableSchema, path: string): CellKind | undefined {
  const found = schemaAt(schema, keysOf(path));
  if (found === undefined || fieldsOf(found) !== undefined || isListOfObjects(found)) {
    return undefined;
  }
  return kindOf(found);
}

/** The columns that one of the values has, in the order of the schema. */
function columnsOf(
  schema: ReadableSchema,
  values: readonly unknown[],
  path = '',
): readonly string[] {
  const given = values.filter((value) => value !== undefined);
  if (given.length === 0) return [];
  const fields = fieldsOf(schema);
  const inner = (declared: ReadableSchema, key: string, at: string) =>
    columnsOf(
      declared,
      given.map((value) => valueAt(value, [key])),
      at,
    );
  if (fields !== undefined) {
    return Object.entries(fields).flatMap(([name, field]) =>
      inner(field, name, pathTo(path, name)),
    );
  }
  const { items } = schema;
  if (items === undefined || !isListOfObjects(schema)) return [path];
  const length = Math.max(...given.map((value) => (Array.isArray(value) ? value.length : 0)));
  return Array.from({ length }, (_, index) =>
    inner(items, String(index), `${path}[${index}]`),
  ).flat();
}

const valueAt = (whole: unknown, keys: readonly string[]): unknown =>
  keys.reduce((value, key) => (isBranch(value) ? fieldOf(value, key) : undefined), whole);

/** Fields that no value has are no columns. */
export function pathCsv(schema: TSchema, values: readonly unknown[]): string {
  const columns = columnsOf(schema, values);
  const lines = values.map((value) =>
    columns.map((path) => cellOf(valueAt(value, keysOf(path)), columnAt(schema, path) ?? 'json')),
  );
  return csvText([columns, ...lines]);
}

const BETWEEN = ' | ';

function cellOf(value: unknown, kind: CellKind): string | number | null {
  if (value === undefined) return null;
  if (kind === 'number' && typeof value === 'number') return value;
  if (kind === 'text' || kind === 'boolean') return String(value);
  if (kind !== 'list' || !Array.isArray(value)) return JSON.stringify(value);
  const joined = value.join(BETWEEN);
  const isPlain = JSON.stringify(itemsOf(joined)) === JSON.stringify(value);
  return isPlain ? joined : JSON.stringify(value);
}

/** A list is JSON where its items have what stands between items. */
const itemsOf = (cell: string): unknown =>
  cell.startsWith('[') ? jsonIn(cell) : cell.split(BETWEEN.trim()).map((item) => item.trim());

function jsonIn(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** What is no number stays text, and the check of the value says so. An empty cell is no value. */
function valueIn(cell: string, kind: CellKind): unknown {
  if (cell === '') return undefined;
  if (kind === 'text') return cell;
  if (kind === 'list') return itemsOf(cell);
  if (kind === 'json') return jsonIn(cell);
  const text = cell.trim();
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : cell;
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : cell;
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
  const kinds = columns.map((path) => columnAt(schema, path));
  const unknown = kinds.indexOf(undefined);
  if (unknown !== -1) {
    const name = columns[unknown]?.slice(0, 100);
    return { line: 1, reason: `expected columns by the paths of fields, but got "${name}"` };
  }
  if (new Set(columns).size < columns.length) {
    return { line: 1, reason: 'expected each column once, but one is there twice' };
  }
  const fields = columns.map((path, index) => ({
    keys: keysOf(path),
    kind: kinds[index] ?? 'text',
  }));
  return rest.map(({ line, cells }) => ({
    line,
    cellOf: (path) => cells[columns.indexOf(path)] ?? '',
    applied(current) {
      // A line may have thousands of cells: each is set in place.
      const whole = (structuredClone(current) ?? {}) as Branch;
      for (const [index, { keys, kind }] of fields.entries()) {
        put(whole, keys, valueIn(cells[index] ?? '', kind));
      }
      return withoutHoles(whole);
    },
  }));
}

type Branch = Record<string, unknown>;

/** Sets the value, or removes what was there. Whether something was removed: what is empty without it goes too. */
function put(whole: Branch, [key = '', ...rest]: readonly string[], value: unknown): boolean {
  const last = fieldOf(whole, key);
  if (rest.length > 0) {
    if (!isBranch(last) && value === undefined) return false;
    const inner = (isBranch(last) ? last : /^\d/.test(rest[0] ?? '') ? [] : {}) as Branch;
    if (inner !== last) whole[key] = inner;
    if (!put(inner, rest, value) || Object.values(inner).some((one) => one !== undefined)) {
      return false;
    }
  } else if (value !== undefined) {
    whole[key] = value;
    return false;
  }
  // Items keep their places until all cells of the line are in.
  if (Array.isArray(whole)) whole[Number(key)] = undefined;
  else delete whole[key];
  return last !== undefined;
}

function withoutHoles(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutHoles);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutHoles(one)]));
}
