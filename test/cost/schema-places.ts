/** What is read of a schema, as plain JSON. */
export type PlainSchema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, PlainSchema>>;
  readonly required?: readonly string[];
  readonly items?: PlainSchema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly PlainSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
};

/** A list or a text of a schema. A path has `[]` for the items of a list: `imp[].pmp.deals`. */
export type Place = {
  readonly kind: 'list' | 'text';
  readonly path: string;
  readonly schema: PlainSchema;
};

export function plain(schema: object): PlainSchema {
  return JSON.parse(JSON.stringify(schema));
}

/** Every list and every text that is declared. */
export function placesIn(schema: PlainSchema, path = ''): readonly Place[] {
  const { type, properties = {}, items, anyOf = [] } = schema;
  const own: readonly Place[] =
    type === 'array' || schema.maxItems !== undefined
      ? [{ kind: 'list', path, schema }]
      : type === 'string' && schema.enum === undefined
        ? [{ kind: 'text', path, schema }]
        : [];
  const inProperties = Object.entries(properties).flatMap(([name, property]) =>
    placesIn(property, path === '' ? name : `${path}.${name}`),
  );
  const inItems = items === undefined ? [] : placesIn(items, `${path}[]`);
  return [...own, ...inProperties, ...inItems, ...anyOf.flatMap((one) => placesIn(one, path))];
}

/** A copy of the value with another one at the path; missing objects and lists of one item are made on the way. */
export function withValueAt(
  schema: PlainSchema,
  value: unknown,
  path: string,
  placed: unknown,
): unknown {
  if (path === '') return placed;
  if (path.startsWith('[]')) {
    const items = Array.isArray(value) ? value : [undefined];
    const [first, ...others] = items;
    const inner = schema.items ?? {};
    return [
      withValueAt(inner, first ?? smallest(inner), path.slice(2).replace(/^\./, ''), placed),
      ...others,
    ];
  }
  const name = /^[^.[]+/.exec(path)?.[0] ?? '';
  const inner = schema.properties?.[name] ?? {};
  const object = (value ?? smallest(schema)) as Readonly<Record<string, unknown>>;
  const rest = path.slice(name.length).replace(/^\./, '');
  return { ...object, [name]: withValueAt(inner, object[name], rest, placed) };
}

/** The smallest value that the schema takes, but for patterns. */
export function smallest(schema: PlainSchema, number = 0): unknown {
  const { type, properties = {}, required = [], items = {} } = schema;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (type) {
    case 'object':
      return Object.fromEntries(
        required.map((name) => [name, smallest(properties[name] ?? {}, number)]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => smallest(items));
    case 'string':
      return number.toString(36);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 1);
    case 'boolean':
      return true;
    default:
      return 0;
  }
}
