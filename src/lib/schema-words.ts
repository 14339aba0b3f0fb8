import { preview } from './preview.ts';
import type { ReadableSchema } from './readable-schema.ts';
import { characterCount } from './text.ts';

/** What a schema expects of a value, and what came instead, in words. */

export function got(schema: ReadableSchema, value: unknown): string {
  if (typeof value !== 'string') return preview(value);
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  const length = characterCount(value);
  if (schema.type === 'string' && length > maxLength) return count(length, 'character');
  const isString = schema.type === 'string' || schema.enum?.some((one) => typeof one === 'string');
  return isString ? preview(value) : `the string ${preview(value)}`;
}

export function expected(schema: ReadableSchema): string {
  if (schema.expects !== undefined) return schema.expects;
  if (schema.enum !== undefined)
    return `one of ${schema.enum.map((v) => JSON.stringify(v)).join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'an integer' : 'a number'}${range(schema.minimum, schema.maximum)}`;
    case 'string':
      return schema.minLength === 1
        ? `a non-empty string${upTo(schema.maxLength, 'character')}`
        : `a string${upTo(schema.maxLength, 'character')}`;
    case 'array':
      return schema.minItems === undefined
        ? `an array${upTo(schema.maxItems, 'item')}`
        : `an array of ${schema.minItems} ${schema.maxItems === undefined ? 'or more' : `to ${schema.maxItems}`} items`;
    case 'object':
      return 'an object';
    case 'boolean':
      return 'true or false';
    default:
      return 'a value';
  }
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  const isOpen = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return isOpen ? '' : ` of at most ${maximum}`;
  return isOpen ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}

function upTo(maximum: number | undefined, unit: string): string {
  return maximum === undefined ? '' : ` of at most ${count(maximum, unit)}`;
}

export function count(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}
