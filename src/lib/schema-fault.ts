import type { TSchema } from 'typebox';
import { FAULTS_MAX, type Faults } from './faults.ts';
import { preview } from './preview.ts';
import { characterCount } from './text.ts';

/** Why a value does not fit a schema, as a path and a sentence: a compiled check only says that it does not. */
export type Fault = {
  readonly path: string;
  readonly kind: 'missing' | 'type' | 'value' | 'unknown';
  readonly reason: string;
};

/**
 * A caller's own rules, asked after each declared value so that their faults stand in the same order. `isRight`: the
 * schema has found no fault in it. The value of a required field that is missing is undefined.
 */
export type OwnRules<R> = (path: string, value: unknown, isRight: boolean) => Faults<R> | undefined;

/** The first of all faults. Nothing behind it is looked at. */
export function findFault<R = never>(
  schema: TSchema,
  value: unknown,
  path = '',
  ownRules?: OwnRules<R>,
): Fault | R | undefined {
  return search(schema, value, path, 'first', ownRules).shown[0];
}

/** All faults of a value, each with the sentence of `findFault`, in the order of the declared properties. */
export function findFaults<R = never>(
  schema: TSchema,
  value: unknown,
  path = '',
  ownRules?: OwnRules<R>,
): Faults<Fault | R> {
  return search(schema, value, path, 'all', ownRules);
}

function search<R>(
  root: TSchema,
  whole: unknown,
  rootPath: string,
  wanted: 'first' | 'all',
  ownRules?: OwnRules<R>,
): Faults<Fault | R> {
  const shown: (Fault | R)[] = [];
  let found = 0;

  const isOver = () => wanted === 'first' && found > 0;

  function add(fault: Fault | R): void {
    found++;
    if (shown.length < FAULTS_MAX) shown.push(fault);
  }

  function walk(declared: ReadableSchema, value: unknown, path: string): void {
    const schema = meantOf(declared, value) ?? declared;
    const foundBefore = found;
    const fault = scalarFault(schema, value, path) ?? alternativesFault(schema, value, path);
    if (fault !== undefined) add(fault);
    else if (Array.isArray(value)) walkItems(schema, value, path);
    else if (isObject(value)) walkProperties(schema, value, path);
    // A rule about the whole value speaks once its parts are right.
    if (found === foundBefore) {
      const broken = refinementFault(schema, value, path) ?? refinementFault(declared, value, path);
      if (broken !== undefined) add(broken);
    }
    askOwnRules(path, value, found === foundBefore);
  }

  function askOwnRules(path: string, value: unknown, isRight: boolean): void {
    const broken = isOver() ? undefined : ownRules?.(path, value, isRight);
    if (broken === undefined) return;
    for (const fault of broken.shown) add(fault);
    found += broken.more;
  }

  function walkItems(schema: ReadableSchema, value: readonly unknown[], path: string): void {
    const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    if (value.length < minItems || value.length > maxItems) {
      const reason = `expected ${expected(schema)}, but got ${count(value.length, 'item')}`;
      add({ path, kind: 'value', reason });
    }
    if (items === undefined) return;
    // Items beyond the bound have to go, whatever they are.
    const checked = Math.min(value.length, maxItems);
    for (let index = 0; index < checked && !isOver(); index++) {
      walk(items, value[index], `${path}[${index}]`);
    }
  }

  function walkProperties(schema: ReadableSchema, value: JsonObject, path: string): void {
    const { properties = {}, required = [] } = schema;
    for (const [name, propertySchema] of Object.entries(properties)) {
      if (isOver()) return;
      const propertyPath = pathTo(path, name);
      const property = fieldOf(value, name);
      if (property !== undefined && property !== null) {
        walk(propertySchema, property, propertyPath);
      } else if (required.includes(name)) {
        const reason = `expected ${expected(propertySchema)}, but the field is missing`;
        add({ path: propertyPath, kind: 'missing', reason });
        askOwnRules(propertyPath, undefined, false);
      }
    }
    if (schema.additionalProperties === false) walkOthers(schema, value, path);
  }

  /** Checks properties that are not declared by name: against a declared pattern, or as not allowed. */
  function walkOthers(schema: ReadableSchema, value: JsonObject, path: string): void {
    const { properties = {}, patternProperties = {} } = schema;
    const patterns = Object.entries(patternProperties);
    for (const [name, property] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) continue;
      if (isOver()) return;
      const matching = patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name));
      if (matching !== undefined) {
        walk(matching[1], property, pathTo(path, name));
        continue;
      }
      const names = Object.keys(properties).join(', ');
      const reason = `expected ${names === '' ? expected(schema) : `one of ${names}`}`;
      add({ path: pathTo(path, name), kind: 'unknown', reason });
    }
  }

  walk(root as ReadableSchema, whole, rootPath);
  return { shown, more: found - shown.length };
}

/** `site.id`; the path of a value in the root is its name. */
export function pathTo(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

/** The path of an item or of a field. */
export function memberPath(parentPath: string, name: string, parent: object): string {
  return Array.isArray(parent) ? `${parentPath}[${name}]` : pathTo(parentPath, name);
}

function scalarFault(schema: ReadableSchema, value: unknown, path: string): Fault | undefined {
  if (!hasType(schema, value)) return misfit('type', schema, value, path);
  return isInRange(schema, value) ? undefined : misfit('value', schema, value, path);
}

/** The alternative that an object names by its discriminator, or the only one that is an object or a list as it is. */
function meantOf(
  { anyOf = [], discriminator }: ReadableSchema,
  value: unknown,
): ReadableSchema | undefined {
  if (!isBranch(value)) return undefined;
  if (discriminator !== undefined) {
    const named = value[discriminator];
    return anyOf.find((option) => nameOf(option, discriminator) === named);
  }
  const [meant, ...others] = anyOf.filter((option) => hasType(option, value));
  return others.length === 0 ? meant : undefined;
}

function nameOf({ properties }: ReadableSchema, discriminator: string) {
  return properties?.[discriminator]?.const;
}

/** Of a value that is not meant for one of the alternatives. */
function alternativesFault(
  schema: ReadableSchema,
  value: unknown,
  path: string,
): Fault | undefined {
  const { anyOf, discriminator } = schema;
  if (anyOf === undefined) return undefined;
  if (discriminator === undefined || !isObject(value)) {
    const fits = anyOf.some((option) => findFault(option, value, path) === undefined);
    return fits ? undefined : misfit('value', schema, value, path);
  }
  const named = value[discriminator];
  const names = anyOf.map((option) => JSON.stringify(nameOf(option, discriminator))).join(', ');
  return {
    path: pathTo(path, discriminator),
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
  const type = schema.type ?? typeof (schema.enum?.[0] ?? schema.const);
  if (type === 'undefined') return true;
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === (type === 'integer' ? 'number' : type);
}

function isInRange(schema: ReadableSchema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.includes(value as string | number);
  if (schema.const !== undefined) return schema.const === value;
  if (typeof value === 'number') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
    // A value of any type may be infinite: JSON has 1e400.
    const isKind =
      schema.type === 'integer'
        ? Number.isInteger(value)
        : schema.type !== 'number' || Number.isFinite(value);
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

/** An object whose fields may have any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An object or an array. */
export function isBranch(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** The own value of a field; a name that objects inherit is no field. */
export function fieldOf<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON Schema keywords that are read here. */
export type ReadableSchema = {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
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
  /** Of a valid value; also what is reported where a refinement fails. */
  readonly expects?: string;
  readonly '~refine'?: readonly {
    readonly check: (value: unknown) => boolean;
    readonly error: (value: unknown) => string;
  }[];
};

/** What a schema expects of a value, and what came instead, in words. */

function got(schema: ReadableSchema, value: unknown): string {
  if (typeof value !== 'string') return preview(value);
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  const length = characterCount(value);
  if (schema.type === 'string' && length > maxLength) return count(length, 'character');
  const isString = schema.type === 'string' || schema.enum?.some((one) => typeof one === 'string');
  return isString ? preview(value) : `the string ${preview(value)}`;
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
