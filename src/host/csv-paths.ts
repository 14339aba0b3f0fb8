import { csvText, readCsv } from '../lib/csv.ts';
import { pathOf, valueAt, withValueAt } from '../lib/json-path.ts';
import { fieldOf, isBranch, memberPath, type ReadableSchema } from '../lib/schema-fault.ts';

/** Values as CSV: a line for each, a column for each field by its path, like `creatives[0].title`. */

/** Of a list that has no bound of its own. */
const ITEMS_MAX = 100;

type Path = ReturnType<typeof pathOf>;

/** The fields of an object, and of all alternatives that have some. */
function fieldsOf({ properties, anyOf = [] }: ReadableSchema): ReadableSchema['properties'] {
  const all = [properties, ...anyOf.map(fieldsOf)].filter((one) => one !== undefined);
  return all.length === 0 ? undefined : Object.assign({}, ...all.toReversed());
}

/** What a path has to hold. undefined: the schema has no such field. */
function schemaAt(
  schema: ReadableSchema | undefined,
  [key, ...rest]: Path,
): ReadableSchema | undefined {
  if (schema === undefined || key === undefined) return schema;
  const { items, maxItems = ITEMS_MAX } = schema;
  if (typeof key === 'string') return schemaAt(fieldOf(fieldsOf(schema) ?? {}, key), rest);
  return key < maxItems ? schemaAt(items, rest) : undefined;
}

/** What a value has, by paths in the order of the schema. What has no fields is one value, like `["DE", "FR"]`. */
function leavesOf(
  schema: ReadableSchema,
  value: unknown,
  path = '',
): readonly (readonly [path: string, leaf: unknown])[] {
  if (value === undefined) return [];
  const own = schemaAt(schema, pathOf(path)) ?? {};
  const fields = fieldsOf((Array.isArray(value) ? own.items : own) ?? {});
  if (!isBranch(value) || fields === undefined) return [[path, value]];
  const names = Object.keys(Array.isArray(value) ? value : { ...fields, ...value });
  return names.flatMap((name) =>
    leavesOf(schema, fieldOf(value, name), memberPath(path, name, value)),
  );
}

/** Cells of other fields are JSON. */
const isText = (schema: ReadableSchema | undefined): boolean =>
  (schema?.type ?? typeof (schema?.enum?.[0] ?? schema?.const)) === 'string';

export function pathCsv(schema: ReadableSchema, values: readonly unknown[]): string {
  const lines = values.map((value) => new Map(leavesOf(schema, value)));
  // The config may have fields that no import takes.
  const paths = [...new Set(lines.flatMap((line) => [...line.keys()]))].filter(
    (path) => schemaAt(schema, pathOf(path)) !== undefined,
  );
  const cells = lines.map((line) =>
    paths.map((path) => {
      const value = line.get(path);
      if (value === undefined || typeof value === 'number') return value ?? null;
      return isText(schemaAt(schema, pathOf(path))) ? String(value) : JSON.stringify(value);
    }),
  );
  return csvText([paths, ...cells]);
}

/** The lines of such a text, or why there are none. */
export function readPathCsv(schema: ReadableSchema, text: string) {
  const lines = readCsv(text);
  if ('reason' in lines) return lines;
  const names = lines[0]?.cells.map((name) => name.trim()) ?? [];
  const columns = names.map((name, at) => ({ at, path: pathOf(name), name }));
  const wrong = columns.find(
    ({ at, path, name }) =>
      schemaAt(schema, path) === undefined ||
      leavesOf(schema, withValueAt({}, path, 0))[0]?.[0] !== name ||
      names.indexOf(name) !== at,
  );
  if (wrong !== undefined) {
    const reason = `expected columns by the paths of fields, each once, but got "${wrong.name.slice(0, 100)}"`;
    return { line: 1, reason };
  }
  // What is within a field stands after it.
  const inOrder = columns.toSorted((a, b) => a.path.length - b.path.length);
  return lines.slice(1).map(({ line, cells }) => ({
    line,
    textOf: (name: string) => cells[names.indexOf(name)] ?? '',
    /** The value with the cells of the line in place of what it had. An empty cell takes a field away. */
    applied(current: unknown = {}): unknown {
      const whole = inOrder.reduce((made, { at, path }) => {
        const next = valueIn(cells[at] ?? '', schemaAt(schema, path));
        const isGone = next === undefined && valueAt(made, path) === undefined;
        return isGone ? made : (withValueAt(made, path, next) ?? {});
      }, current);
      return JSON.parse(JSON.stringify(whole), (_, member) => withoutHoles(member));
    },
  }));
}

/** What is no JSON stays text, and the check of the value says so. */
function valueIn(cell: string, schema: ReadableSchema | undefined): unknown {
  if (cell === '') return undefined;
  try {
    return isText(schema) ? cell : JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** Items of which nothing is left go, and a list of which no item is. */
function withoutHoles(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const items = value.filter((item) => item !== null && JSON.stringify(item) !== '{}');
  return items.length === 0 ? undefined : items;
}
