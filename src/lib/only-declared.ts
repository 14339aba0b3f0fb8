import type { Static, TSchema } from 'typebox';
import { isObject, type ReadableSchema } from './schema-fault.ts';

/**
 * Removes the properties that a schema does not declare, at any depth, from a value that fits it. Returns the same
 * reference where there are none.
 */
export function onlyDeclared<S extends TSchema>(schema: S): (value: Static<S>) => Static<S> {
  const hasOthers = compileHasOthers(schema as ReadableSchema);
  return (value) =>
    hasOthers(value) ? (strip(schema as ReadableSchema, value) as Static<S>) : value;
}

/**
 * As code, like the compiled checks: this runs for every ad, and a walk over the schema takes longer than parsing the
 * ad. The names in it are those of the schema.
 */
function compileHasOthers(schema: ReadableSchema): (value: unknown) => boolean {
  const code = `${codeOf(schema, 'value', 0)} return false;`;
  return new Function('value', code) as (value: unknown) => boolean;
}

function codeOf({ items, properties }: ReadableSchema, value: string, depth: number): string {
  const inner = `value${depth}`;
  if (items !== undefined) {
    const code = codeOf(items, inner, depth + 1);
    return code === '' ? '' : `for (const ${inner} of ${value}) { ${code} }`;
  }
  if (properties === undefined) return '';
  const cases = Object.entries(properties).map(([name, schema]) => {
    const code = codeOf(schema, inner, depth + 1);
    const body = code === '' ? '' : `const ${inner} = ${value}[${JSON.stringify(name)}]; ${code}`;
    return `case ${JSON.stringify(name)}: { ${body} continue; }`;
  });
  const key = `key${depth}`;
  return `for (const ${key} in ${value}) switch (${key}) { ${cases.join(' ')} default: return true; }`;
}

function strip({ items, properties }: ReadableSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item) => strip(items, item));
  }
  if (!isObject(value) || properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, declared]) => [name, strip(declared, value[name])]),
  );
}
