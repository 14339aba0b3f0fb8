import type { TSchema } from 'typebox';
import { fieldOf, isObject, type ReadableSchema } from './schema-fault.ts';

/** A copy of a value that fits the schema, without anything that the schema does not declare. */
export function declaredOnly(schema: TSchema, value: unknown): unknown {
  const { items, properties } = schema as ReadableSchema;
  if (Array.isArray(value)) {
    return (
      items && value.map((item) => declaredOnly(items, item)).filter((item) => item !== undefined)
    );
  }
  if (!isObject(value)) return value;
  if (properties === undefined) return undefined;
  const entries = Object.entries(value).flatMap(([name, property]): [string, unknown][] => {
    const declared = fieldOf(properties, name);
    const item = declared && declaredOnly(declared, property);
    return item === undefined ? [] : [[name, item]];
  });
  return Object.fromEntries(entries);
}

/**
 * Whether a value that fits the schema has properties, at any depth, that the schema does not declare. As code, like the
 * compiled checks: this runs for every ad, and a walk over the schema takes longer than parsing the ad. The names in it
 * are those of the schema.
 */
export function compileHasUndeclared(schema: TSchema): (value: unknown) => boolean {
  const code = `${codeOf(schema as ReadableSchema, 'value', 0)} return false;`;
  return new Function('value', code) as (value: unknown) => boolean;
}

function codeOf(schema: ReadableSchema, value: string, depth: number): string {
  const { type, items, properties } = schema;
  const inner = `value${depth}`;
  if (items !== undefined) {
    const code = codeOf(items, inner, depth + 1);
    return code === '' ? '' : `for (const ${inner} of ${value}) { ${code} }`;
  }
  if (properties === undefined) {
    // A schema without a type lets any object pass, of which it declares nothing.
    return type === undefined ? `if (typeof ${value} === 'object') return true;` : '';
  }
  const cases = Object.entries(properties).map(([name, property]) => {
    const code = codeOf(property, inner, depth + 1);
    const body = code === '' ? '' : `const ${inner} = ${value}[${JSON.stringify(name)}]; ${code}`;
    return `case ${JSON.stringify(name)}: { ${body} continue; }`;
  });
  const key = `key${depth}`;
  return `for (const ${key} in ${value}) switch (${key}) { ${cases.join(' ')} default: return true; }`;
}
