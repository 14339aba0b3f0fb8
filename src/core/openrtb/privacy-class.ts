import Type, { type TProperties, type TSchema } from 'typebox';
import type { FieldForm } from './field-form.ts';

/**
 * What a field can tell about a person. `privacy/redact.ts` decides by it which partner gets the field. A
 * field without a class counts as personal: a restricted partner never gets it.
 */
export type PrivacyClass =
  /** The inventory and the conversation. Every partner gets it. */
  | 'context'
  /** A privacy flag. Every partner gets it. */
  | 'signal'
  /** A consent string, which can tell people apart. Every partner gets it, operators do not. */
  | 'consent'
  /** The make and the browser of the device. Every partner gets it, operators do not. */
  | 'device'
  /** The URL of a page. A restricted partner gets it without user, password, parameters, query and fragment. */
  | 'page'
  /** An identifier of a person or a device. */
  | 'id'
  /** Year of birth and gender. */
  | 'demographics'
  /** Further data about the user. */
  | 'user-data'
  /** Interests and behaviours from the conversation. */
  | 'audience'
  /** An IP address. */
  | 'address'
  | 'coordinates'
  /** A location finer than a region. */
  | 'fine-geo'
  /** Withheld from restricted partners as a whole. */
  | 'personal'
  /** The native request: a string of JSON, with fields of its own. */
  | 'native-request'
  /** For the product-search partner only, which gets it decoded (ruling 45). */
  | 'price-filter';

/** The class of a field and the form that its values must have to be shown to a restricted partner. */
export type Formed = readonly [privacyClass: PrivacyClass, form: FieldForm];

/**
 * The class of a field; `nested` where the field's own schema classifies what it holds. A field that no schema
 * checks needs a form as well, unless it is never shown.
 */
export type Classified =
  | PrivacyClass
  | 'nested'
  | Formed
  | { readonly [field: string]: Classified };

/** Classes that a restricted partner never gets, whatever they hold, or gets in another way. */
export const NEVER_SHOWN: ReadonlySet<PrivacyClass> = new Set([
  'personal',
  'native-request',
  'price-filter',
]);

export const PRIVACY_KEYWORD = 'x-privacy';

type ClassifiedField<T extends TSchema> = { readonly privacy: Classified; readonly schema: T };

export function required<T extends TSchema>(privacy: Classified, schema: T): ClassifiedField<T> {
  return { privacy, schema };
}

export function optional<T extends TSchema>(privacy: Classified, schema: T) {
  return { privacy, schema: Type.Optional(schema) };
}

/**
 * An object whose every declared field has a class; a missing one does not compile. `unchecked` names further fields,
 * which are not checked and still classified, each with its form.
 */
export function classified<F extends Readonly<Record<string, ClassifiedField<TSchema>>>>(
  fields: F,
  unchecked: Readonly<Record<string, Classified>> = {},
  options: { readonly description?: string } = {},
) {
  const entries = Object.entries(fields);
  const twice = Object.keys(unchecked).find((name) => Object.hasOwn(fields, name));
  if (twice !== undefined) throw new Error(`the field ${twice} has two privacy classes`);
  const schemas = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  const classes = Object.fromEntries(entries.map(([name, { privacy }]) => [name, privacy]));
  // Every name has the schema of its field.
  return Type.Object(schemas as { [K in keyof F]: F[K]['schema'] }, {
    ...options,
    [PRIVACY_KEYWORD]: { ...classes, ...unchecked },
  });
}

/** An object of which every field, at any depth, is part of the context. */
export function contextual<P extends TProperties>(properties: P) {
  return Type.Object(properties, { [PRIVACY_KEYWORD]: 'context' });
}
