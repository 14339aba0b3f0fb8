import type { TSchema } from 'typebox';
import { fieldOf, isObject, type ReadableSchema } from './schema-fault.ts';

/**
 * The value without declared properties that are null: null is absent, but where a schema says what it means. The same
 * reference if there are none.
 */
export function withoutNulls(schema: TSchema, value: unknown): unknown {
  const { items, properties } = schema as ReadableSchema;
  if (Array.isArray(value)) {
    if (items === undefined) return value;
    const cleaned = value.map((item) => withoutNulls(items, item));
    return cleaned.every((item, index) => item === value[index]) ? value : cleaned;
  }
  if (!isObject(value) || properties === undefined) return value;
  const entries = Object.entries(value);
  const kept = entries
    .filter(([name, property]) => property !== null || isNullable(fieldOf(properties, name)))
    .map(([name, property]): [string, unknown] => {
      const propertySchema = fieldOf(properties, name);
      return [
        name,
        propertySchema === undefined ? property : withoutNulls(propertySchema, property),
      ];
    });
  const isUnchanged =
    kept.length === entries.length && kept.every(([, property], i) => property === entries[i]?.[1]);
  // fromEntries defines own properties, so a "__proto__" key stays plain data.
  return isUnchanged ? value : Object.fromEntries(kept);
}

/** What is not declared stays as it came. */
function isNullable(declared: ReadableSchema | undefined): boolean {
  return declared?.anyOf?.some(({ type }) => type === 'null') ?? declared === undefined;
}
