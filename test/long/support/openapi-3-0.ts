import { isObject } from '../../../src/lib/schema-fault.ts';

/** Keywords of OpenAPI 3.1 that 3.0 does not have, and that change no type. */
const LATER = new Set(['examples', 'contentMediaType', 'identifier']);

/** A document of OpenAPI 3.1 in the words of 3.0, for a generator that knows no other. */
export function inOpenApi30(document: object): object {
  return { ...(older(document) as object), openapi: '3.0.3' };
}

function older(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(older);
  if (!isObject(value)) return value;
  // A field may have the name of a keyword; its schema is an object.
  const entries = Object.entries(value).filter(([key, item]) => !LATER.has(key) || isObject(item));
  return olderSchema(Object.fromEntries(entries.map(([key, item]) => [key, older(item)])));
}

function olderSchema(schema: Readonly<Record<string, unknown>>): object {
  const { exclusiveMinimum: above, type } = schema;
  const bound = typeof above === 'number' ? { minimum: above, exclusiveMinimum: true } : {};
  return { ...schema, ...bound, ...(Array.isArray(type) ? nullable(type, schema) : {}) };
}

function nullable(types: readonly unknown[], { enum: values }: Readonly<Record<string, unknown>>) {
  const [type, ...others] = types.filter((one) => one !== 'null');
  return {
    nullable: types.includes('null'),
    type: others.length === 0 ? type : undefined,
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
  };
}
