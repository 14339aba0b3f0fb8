import { isObject } from '../../lib/schema-fault.ts';

/**
 * The document with schemas that generators of clients in other languages take. They read a `const` not at all or as an
 * enum, leave an enum without a type untyped, know only texts and numbers in it (a boolean becomes the text 'true'), and
 * expect an object as a `discriminator`, where our own checks have the name of a field.
 */
export function forGenerators<Document extends object>(document: Document): Document {
  // Everything but these keywords stays as it is.
  return rewritten(document) as Document;
}

/** Of our checks: the field that tells the forms of an object apart, and the words for what is expected. */
const OWN_KEYWORDS = new Set(['discriminator', 'expects']);

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, rewritten(item)] as const);
  return Object.fromEntries(entries.flatMap((entry) => keywordsOf(entry, value)));
}

/** A field of that name has an object: its schema. */
function keywordsOf(
  [key, item]: readonly [string, unknown],
  { type }: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
  if (key === 'const' && !isObject(item)) return constantOf(item);
  if (key === 'enum' && Array.isArray(item) && type === undefined) {
    return [
      ['type', typeOf(item)],
      ['enum', item],
    ];
  }
  return OWN_KEYWORDS.has(key) && !isObject(item) ? [] : [[key, item]];
}

function constantOf(value: unknown): readonly (readonly [string, unknown])[] {
  const type = ['type', jsonTypeOf(value)] as const;
  return typeof value === 'boolean'
    ? [type, ['description', `Always ${value}.`]]
    : [type, ['enum', [value]]];
}

function typeOf(values: readonly unknown[]): string | readonly string[] {
  const [type = 'null', ...others] = new Set(values.map(jsonTypeOf));
  return others.length === 0 ? type : [type, ...others];
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** `imp.js` → `ImpJs` */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
