import type { TSchema } from 'typebox';
import { isObject, type ReadableSchema } from './schema-fault.ts';

/** The value without declared properties that are null: null is absent. The same reference if there are none. */
export function withoutNulls(schema: TSchema, value: unknown): unknown {
  return strip(schema as ReadableSchema, value);
}

function strip(schema: ReadableSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const itemSchema = schema.items;
    if (itemSchema === undefined) return value;
    const items = value.map((item) => strip(itemSchema, item));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value) || schema.properties === undefined) return value;
  const { properties } = schema;
  const entries = Object.entries(value);
  const kept = entries
    .filter(([name, property]) => property !== null || !Object.hasOwn(properties, name))
    .map(([name, property]): [string, unknown] => {
      const propertySchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, propertySchema === undefined ? property : strip(propertySchema, property)];
    });
  const isUnchanged =
    kept.length === entries.length && kept.every(([, property], i) => property === entries[i]?.[1]);
  // fromEntries defines own properties, so a "__proto__" key stays plain data.
  return isUnchanged ? value : Object.fromEntries(kept);
}
