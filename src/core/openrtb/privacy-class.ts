import Type, { type TProperties, type TSchema } from 'typebox';
import { parseIp } from '../../lib/ip.ts';
import { readGppSections } from './gpp-sections.ts';

/**
 * What a field can tell about a person. `privacy/protect.ts` decides by it which partner gets the field. A
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

/** The forms of fields that no schema checks. Where privacy restricts, a value of another form is withheld. */

/** The longest free text, and the longest list, that a restricted partner gets of an unchecked field. */
const TEXT_LENGTH_MAX = 4096;
const ITEMS_MAX = 100;

type FormCheck = (value: unknown) => unknown;

const only =
  (fits: (value: unknown) => boolean): FormCheck =>
  (value) =>
    fits(value) ? value : undefined;

const number = (minimum: number, maximum: number) =>
  only((value) => typeof value === 'number' && value >= minimum && value <= maximum);

const integer = (minimum: number, maximum: number) =>
  only((value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum);

const pattern = (allowed: RegExp) =>
  only((value) => typeof value === 'string' && allowed.test(value));

const text = (lengthMax: number) =>
  only((value) => typeof value === 'string' && value.length <= lengthMax);

/** The items that fit; undefined if there are none, or more than fit into a list. */
const list =
  (fit: FormCheck): FormCheck =>
  (value) => {
    if (!Array.isArray(value) || value.length > ITEMS_MAX) return undefined;
    const items = value.filter((item) => fit(item) !== undefined);
    return items.length === 0 ? undefined : items;
  };

const FLAGS: ReadonlySet<unknown> = new Set([0, 1, '0', '1', true, false]);
const code = integer(-1, 9999);
const language = pattern(/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,3}$/);
const category = pattern(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/);

/** Each gives the value if it has the form, or what of it has; undefined otherwise. */
export const FIELD_FORMS = {
  flag: only((value) => FLAGS.has(value)),
  /** A value of an enumeration. */
  code,
  codes: list(code),
  /** Pixels, seconds, ratios. */
  measure: number(0, 1_000_000),
  year: integer(1900, 2100),
  /** Minutes from UTC. */
  utcOffset: integer(-1440, 1440),
  degrees: number(-180, 180),
  /** Seconds since 1970, or since a fix of the position. */
  time: number(0, 1e11),
  country: pattern(/^[A-Za-z]{2,3}$/),
  /** ISO 3166-2, with or without its country. */
  region: pattern(/^(?:[A-Za-z]{2}-)?[A-Za-z0-9]{1,3}$/),
  language,
  languages: list(language),
  /** In the wild, one category instead of a list. */
  categories: (value) => (Array.isArray(value) ? list(category)(value) : category(value)),
  /** A name of a host; an app's may be a bundle. */
  host: pattern(/^(?=.{1,253}$)[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/),
  /** A transaction, a seller: letters and digits that nobody reads. */
  token: pattern(/^[A-Za-z0-9_.:/|~+=-]{1,128}$/),
  version: pattern(/^[A-Za-z0-9 ._+-]{1,32}$/),
  address: only((value) => typeof value === 'string' && parseIp(value) !== undefined),
  /** A consent string, readable or not. */
  consent: pattern(/^[A-Za-z0-9_.~=+/-]{1,8192}$/),
  /** Written as the standard has it (ruling 62). */
  sections: (value) => {
    const numbers = readGppSections(value).filter((id) => id !== 'unreadable');
    return numbers.length === 0 ? undefined : numbers;
  },
  /** The class of the field reads it. */
  url: text(2 * TEXT_LENGTH_MAX),
  /** A name or a label. */
  label: text(256),
  text: text(TEXT_LENGTH_MAX),
  texts: list(text(TEXT_LENGTH_MAX)),
} as const satisfies Readonly<Record<string, FormCheck>>;

export type FieldForm = keyof typeof FIELD_FORMS;
