import { PRIVACY_KEYWORD } from '../../src/openrtb/privacy-class.ts';
import { IN_REQUEST, requestOf } from './containers.ts';
import type { Container } from './fill.ts';
import type { PlainSchema } from './schema-places.ts';

/**
 * The fields of a request that are classified and that no schema checks. They are read for distress and for the views
 * of partners, whatever they hold, so each is filled as a list and as a text, in a request that privacy restricts.
 */

type Classes = { readonly [field: string]: unknown };
type ClassifiedSchema = PlainSchema & { readonly [PRIVACY_KEYWORD]?: unknown };

const LIST: PlainSchema = { type: 'array', items: { type: 'string' } };
const TEXT: PlainSchema = { type: 'string' };

/** Work that grows faster than the bytes shows long before the limit of a body. */
const UNCHECKED_BYTES_MAX = 128 * 1024;

const containerOf = (prefix: string, leaf: PlainSchema): Container => ({
  ...IN_REQUEST,
  prefix,
  bytesMax: UNCHECKED_BYTES_MAX,
  schema: uncheckedOf(IN_REQUEST.schema, leaf),
  base: () => ({ ...requestOf(), regs: { gdpr: 1 } }),
});

/** The schema with the leaf at every unchecked field, and nothing but the way to these. */
function uncheckedOf(schema: ClassifiedSchema, leaf: PlainSchema): PlainSchema {
  const { type, items, properties = {} } = schema;
  if (items !== undefined) return { type: 'array', items: uncheckedOf(items, leaf) };
  const classes = schema[PRIVACY_KEYWORD];
  if (!isFields(classes)) return {};
  const fields = Object.entries(classes).map(([name, given]): [string, PlainSchema] => {
    const declared = properties[name];
    if (declared !== undefined) return [name, uncheckedOf(declared, leaf)];
    return [name, isFields(given) ? ofClasses(given, leaf) : leaf];
  });
  return { type: type ?? 'object', properties: Object.fromEntries(fields) };
}

function ofClasses(classes: Classes, leaf: PlainSchema): PlainSchema {
  const fields = Object.entries(classes).map(([name, given]): [string, PlainSchema] => [
    name,
    isFields(given) ? ofClasses(given, leaf) : leaf,
  ]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

function isFields(classes: unknown): classes is Classes {
  return typeof classes === 'object' && classes !== null && !Array.isArray(classes);
}

export const UNCHECKED_LISTS = containerOf('unchecked list ', LIST);
export const UNCHECKED_TEXTS = containerOf('unchecked text ', TEXT);
