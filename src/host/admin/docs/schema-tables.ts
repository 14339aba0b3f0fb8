/** What the reference reads of a JSON schema. */
export type Schema = {
  readonly type?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly description?: string;
  /** Our own keyword: the sentence of the error. */
  readonly expects?: string;
};

/** One row for each field, nested ones by their path. */
export function schemaTables(schema: Schema): string {
  const rows = fieldRows(schema, '');
  return ['| Field | Type | Required | Rule |\n|---|---|---|---|', ...rows].join('\n');
}

function fieldRows(schema: Schema, prefix: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}${field.items === undefined ? '' : '[]'}`;
    const isRequired = schema.required?.includes(name) ?? false;
    const row = `| \`${path}\` | ${typeName(field)} | ${isRequired ? 'yes' : 'no'} | ${inCell(ruleOf(field))} |`;
    return [row, ...fieldRows(field.items ?? field, `${path}.`)];
  });
}

function typeName(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.items !== undefined) return `array of ${typeName(schema.items)}`;
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeName).join(' or ');
  return schema.type ?? (schema.enum === undefined ? 'any' : typeof schema.enum[0]);
}

function ruleOf(schema: Schema): string {
  const { description, items } = schema;
  const limits = [
    range(schema.minItems, schema.maxItems, 'items'),
    limitOf(schema),
    items === undefined ? '' : eachRule(items),
  ];
  return [description ?? '', ...limits].filter((text) => text !== '').join(' ');
}

function eachRule(items: Schema): string {
  const rule = items.properties === undefined ? limitOf(items) : '';
  return rule === '' ? '' : `Each: ${rule}`;
}

function limitOf(schema: Schema): string {
  if (schema.expects !== undefined) return schema.expects;
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return (
    range(schema.minimum, schema.maximum, '') ||
    range(schema.minLength, schema.maxLength, 'characters')
  );
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const most = to === Number.MAX_SAFE_INTEGER ? undefined : to;
  if (from === undefined && most === undefined) return '';
  if (most === undefined) return `${from} ${unit} or more`.replace('  ', ' ');
  return (from === undefined ? `up to ${most} ${unit}` : `${from} to ${most} ${unit}`).trim();
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
