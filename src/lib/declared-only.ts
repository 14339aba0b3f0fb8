import type { TSchema } from 'typebox';
import { isObject, type ReadableSchema } from './schema-fault.ts';

/**
 * A copy of a value that fits the schema, without anything the schema does not declare. It omits an
 * object or list that the schema does not describe.
 */
export function declaredOnly(schema: TSchema, value: unknown): unknown {
  return kept(schema as ReadableSchema, value);
}

function kept({ items, properties }: ReadableSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    return items && value.map((item) => kept(items, item)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  if (properties === undefined) return undefined;
  const entries = Object.entries(value).flatMap(([name, property]): [string, unknown][] => {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const item = declared && kept(declared, property);
    return item === undefined ? [] : [[name, item]];
  });
  return Object.fromEntries(entries);
}
