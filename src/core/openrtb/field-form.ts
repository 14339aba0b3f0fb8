import { parseIp } from '../../lib/ip.ts';
import { readGppSections } from './gpp-sections.ts';

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
