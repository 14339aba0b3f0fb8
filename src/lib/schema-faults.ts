import type { TSchema } from 'typebox';
import { type Fault, findFault, isObject, type ReadableSchema } from './schema-fault.ts';

/** A form shows this many faults at once; more help nobody. */
const FAULTS_MAX = 100;

/** All faults of a value, each with the sentence of `findFault`, in the order of the declared properties. */
export function findFaults(schema: TSchema, value: unknown): readonly Fault[] {
  return walk(schema as ReadableSchema, value, '').slice(0, FAULTS_MAX);
}

function walk(schema: ReadableSchema, value: unknown, path: string): readonly Fault[] {
  const faults = Array.isArray(value)
    ? faultsOfItems(schema, value, path)
    : isObject(value) && schema.properties !== undefined
      ? faultsOfProperties(schema, value, path)
      : [];
  // What is left is about the value as a whole.
  return faults.length > 0 ? faults : firstFault(schema, value, path);
}

function faultsOfItems(
  schema: ReadableSchema,
  value: readonly unknown[],
  path: string,
): readonly Fault[] {
  const { items, ...whole } = schema;
  const length = firstFault({ ...whole, '~refine': [] }, value, path);
  if (items === undefined) return length;
  return [...length, ...value.flatMap((item, index) => walk(items, item, `${path}[${index}]`))];
}

function faultsOfProperties(
  schema: ReadableSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): readonly Fault[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const declared = Object.entries(properties).flatMap(([name, property]) => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given !== undefined && given !== null) {
      return walk(property, given, path === '' ? name : `${path}.${name}`);
    }
    const needed = required.includes(name) ? [name] : [];
    return firstFault({ properties: { [name]: property }, required: needed }, value, path);
  });
  const others = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  const unknown = others.flatMap((name) =>
    firstFault({ properties, additionalProperties }, { [name]: value[name] }, path),
  );
  return [...declared, ...unknown];
}

type Optional<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

function firstFault(
  schema: Optional<ReadableSchema>,
  value: unknown,
  path: string,
): readonly Fault[] {
  // The walk behind it reads these keywords only.
  const fault = findFault(schema as TSchema, value, path);
  return fault === undefined ? [] : [fault];
}
