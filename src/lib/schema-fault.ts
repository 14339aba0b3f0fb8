import type { TSchema } from 'typebox';
import { characterCount } from './text.ts';
import { withoutSecrets } from './without-secrets.ts';

/**
 * Explains why a value does not fit a schema. A compiled check only returns true or false. This walk runs after
 * a false. It returns the first fault, in the order of the declared properties, as a path and a sentence.
 */
export type Fault = {
  readonly path: string;
  readonly kind: 'missing' | 'type' | 'value' | 'unknown';
  readonly reason: string;
};

/** The JSON Schema keywords the walk understands, plus `expects`, a description of a valid value. */
export type ReadableSchema = {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly enum?: readonly (string | number)[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ReadableSchema>>;
  readonly patternProperties?: Readonly<Record<string, ReadableSchema>>;
  readonly additionalProperties?: boolean | ReadableSchema;
  readonly items?: ReadableSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly ReadableSchema[];
  /** With `anyOf`: the property whose value selects the alternative. */
  readonly discriminator?: string;
  readonly const?: string | number;
  readonly expects?: string;
  readonly '~refine'?: readonly {
    readonly check: (value: unknown) => boolean;
    readonly error: (value: unknown) => string;
  }[];
};

/** Called after a property or item passed, so that a caller can check its own rules in the same order. */
type Visit<R> = (path: string, value: unknown) => R | undefined;

export function findFault<R = never>(
  schema: TSchema,
  value: unknown,
  path = '',
  visit?: Visit<R>,
): Fault | R | undefined {
  return walk(schema as ReadableSchema, value, path, visit);
}

function walk<R>(
  schema: ReadableSchema,
  value: unknown,
  path: string,
  visit: Visit<R> | undefined,
): Fault | R | undefined {
  return (
    scalarFault(schema, value, path) ??
    alternativesFault(schema, value, path) ??
    (Array.isArray(value) ? itemsFault(schema, value, path, visit) : undefined) ??
    (isObject(value) ? propertiesFault(schema, value, path, visit) : undefined) ??
    refinementFault(schema, value, path)
  );
}

function itemsFault<R>(
  schema: ReadableSchema,
  items: readonly unknown[],
  path: string,
  visit: Visit<R> | undefined,
): Fault | R | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (items.length < minItems || items.length > maxItems) {
    return {
      path,
      kind: 'value',
      reason: `expected ${expected(schema)}, but got ${count(items.length, 'item')}`,
    };
  }
  const itemSchema = schema.items;
  if (itemSchema === undefined) return undefined;
  for (const [index, item] of items.entries()) {
    const itemPath = `${path}[${index}]`;
    const fault = walk(itemSchema, item, itemPath, visit) ?? visit?.(itemPath, item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function propertiesFault<R>(
  schema: ReadableSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
  visit: Visit<R> | undefined,
): Fault | R | undefined {
  const { properties = {}, required = [] } = schema;
  for (const [name, propertySchema] of Object.entries(properties)) {
    const propertyPath = path === '' ? name : `${path}.${name}`;
    const property = Object.hasOwn(value, name) ? value[name] : undefined;
    if (property === undefined || property === null) {
      if (!required.includes(name)) continue;
      return {
        path: propertyPath,
        kind: 'missing',
        reason: `expected ${expected(propertySchema)}, but the field is missing`,
      };
    }
    const fault =
      walk(propertySchema, property, propertyPath, visit) ?? visit?.(propertyPath, property);
    if (fault !== undefined) return fault;
  }
  return otherPropertiesFault(schema, value, path);
}

/** Checks properties that are not declared by name: against a declared pattern, or as not allowed. */
function otherPropertiesFault(
  schema: ReadableSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): Fault | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  if (additionalProperties !== false) return undefined;
  const patterns = Object.entries(patternProperties);
  for (const [name, property] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) continue;
    const propertyPath = path === '' ? name : `${path}.${name}`;
    const matching = patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name));
    if (matching === undefined) {
      const names = Object.keys(properties).join(', ');
      return {
        path: propertyPath,
        kind: 'unknown',
        reason: `expected ${names === '' ? expected(schema) : `one of ${names}`}`,
      };
    }
    const fault = walk<never>(matching[1], property, propertyPath, undefined);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function scalarFault(schema: ReadableSchema, value: unknown, path: string): Fault | undefined {
  if (!hasType(schema, value)) return misfit('type', schema, value, path);
  return isInRange(schema, value) ? undefined : misfit('value', schema, value, path);
}

function alternativesFault(
  schema: ReadableSchema,
  value: unknown,
  path: string,
): Fault | undefined {
  const { anyOf, discriminator } = schema;
  if (anyOf === undefined) return undefined;
  if (discriminator === undefined || !isObject(value)) {
    const fits = anyOf.some((option) => walk(option, value, path, undefined) === undefined);
    return fits ? undefined : misfit('value', schema, value, path);
  }
  const named = value[discriminator];
  const options = anyOf.map(
    (option) => [option.properties?.[discriminator]?.const, option] as const,
  );
  const chosen = options.find(([name]) => name === named);
  if (chosen !== undefined) return walk(chosen[1], value, path, undefined);
  const names = options.map(([name]) => JSON.stringify(name)).join(', ');
  return {
    path: `${path}.${discriminator}`,
    kind: named === undefined ? 'missing' : 'value',
    reason: `expected one of ${names}, but got ${preview(named)}`,
  };
}

function refinementFault(schema: ReadableSchema, value: unknown, path: string): Fault | undefined {
  const broken = schema['~refine']?.find((refinement) => !refinement.check(value));
  if (broken === undefined) return undefined;
  if (schema.expects !== undefined) return misfit('value', schema, value, path);
  return { path, kind: 'value', reason: broken.error(value) };
}

function hasType(schema: ReadableSchema, value: unknown): boolean {
  switch (schema.type ?? typeof (schema.enum?.[0] ?? schema.const)) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'string':
      return typeof value === 'string';
    case 'number':
    case 'integer':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return true;
  }
}

function isInRange(schema: ReadableSchema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.includes(value as string | number);
  if (schema.const !== undefined) return schema.const === value;
  if (typeof value === 'number') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
    const isKind = schema.type === 'integer' ? Number.isInteger(value) : Number.isFinite(value);
    return isKind && value >= minimum && value <= maximum;
  }
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
    const length = characterCount(value);
    if (length < minLength || length > maxLength) return false;
    return pattern === undefined || new RegExp(pattern, 'u').test(value);
  }
  return true;
}

function misfit(
  kind: 'type' | 'value',
  schema: ReadableSchema,
  value: unknown,
  path: string,
): Fault {
  return { path, kind, reason: `expected ${expected(schema)}, but got ${got(schema, value)}` };
}

function got(schema: ReadableSchema, value: unknown): string {
  if (typeof value !== 'string') return preview(value);
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  const length = characterCount(value);
  if (schema.type === 'string' && length > maxLength) return count(length, 'character');
  return schema.type === 'string' || schema.enum !== undefined
    ? preview(value)
    : `the string ${preview(value)}`;
}

function expected(schema: ReadableSchema): string {
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

function count(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}

const PREVIEW_CHARACTERS_MAX = 40;

/** A value as an error message may show it: short, on one line, with its type visible and no secrets. */
export function preview(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'a number too large to represent';
  if (isObject(value)) return 'an object';
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return `${value}, which is beyond 2^53`;
  if (typeof value !== 'string') return String(value);
  const shown = withoutSecrets(value);
  const cut = shown.length > PREVIEW_CHARACTERS_MAX;
  return `${JSON.stringify(cut ? shown.slice(0, PREVIEW_CHARACTERS_MAX) : shown)}${cut ? '…' : ''}`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
