import type { Condition } from '../../../demand/condition-schema.ts';
import { DAYS } from '../../../demand/condition-schema.ts';
import { KEYWORD_WORDS_MAX, readWords } from '../../../demand/words.ts';
import { findCountry } from '../../../lib/countries.ts';
import { isObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import { type CampaignCaps, readFrequencyCap } from './frequency-cap.ts';
import { contiguousHours } from './hour-range.ts';

/** What an overlay asks of a campaign, beside what the product does. */
export type OverlayTerms = {
  readonly include: Condition;
  readonly exclude: Condition;
  readonly frequency: CampaignCaps;
};

type Overlay = Readonly<Record<string, unknown>>;

const VALUES_MAX = 1000;

/** Of a field that is not known. */
const NAME_LENGTH_MAX = 50;

type ReadField = (value: unknown, path: string) => Partial<OverlayTerms> | AdcpError;

/** The fields of an overlay that are enforced. Each means exactly what the campaign's condition does, or is refused. */
const FIELDS: Readonly<Record<string, ReadField>> = {
  geo_countries: (value, path) => termsOf('include', 'countries', eachOf(value, path, countryIn)),
  geo_countries_exclude: (value, path) =>
    termsOf('exclude', 'countries', eachOf(value, path, countryIn)),
  language: (value, path) => termsOf('include', 'languages', eachOf(value, path, languageIn)),
  device_type: (value, path) => termsOf('include', 'deviceTypes', includedDevices(value, path)),
  device_type_exclude: (value, path) =>
    termsOf('exclude', 'deviceTypes', excludedDevices(value, path)),
  keyword_targets: (value, path) => termsOf('include', 'keywords', eachOf(value, path, phraseIn)),
  negative_keywords: (value, path) => termsOf('exclude', 'keywords', eachOf(value, path, phraseIn)),
  daypart_targets: readDayparts,
  frequency_cap(value, path) {
    const frequency = readFrequencyCap(value, path);
    return isAdcpError(frequency) ? frequency : { frequency };
  },
};

const ENFORCED_TARGETING: readonly string[] = Object.keys(FIELDS);

/** Reads an overlay as the protocol has it. `null` leaves a dimension out, as updates of 3.2 do. */
export function readOverlay(overlay: Overlay, path: string): OverlayTerms | AdcpError {
  let terms: OverlayTerms = { include: {}, exclude: {}, frequency: [] };
  for (const [name, value] of Object.entries(overlay)) {
    if (value === null || value === undefined) continue;
    const shown = name.slice(0, NAME_LENGTH_MAX);
    const at = `${path}.${shown}`;
    const read = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (read === undefined) return unsupported(at, `${shown} is not enforced here`);
    const found = read(value, at);
    if (isAdcpError(found)) return found;
    terms = {
      include: { ...terms.include, ...found.include },
      exclude: { ...terms.exclude, ...found.exclude },
      frequency: found.frequency ?? terms.frequency,
    };
  }
  return terms;
}

function termsOf(
  use: 'include' | 'exclude',
  dimension: keyof Condition,
  values: readonly unknown[] | AdcpError,
): Partial<OverlayTerms> | AdcpError {
  return isAdcpError(values) ? values : { [use]: { [dimension]: values } };
}

type ReadItem<Item> = (value: unknown, path: string) => Item | AdcpError;

function eachOf<Item extends string | number | object>(
  value: unknown,
  path: string,
  readItem: ReadItem<Item>,
): readonly Item[] | AdcpError {
  if (!Array.isArray(value) || value.length === 0 || value.length > VALUES_MAX) {
    return fail.invalid(`${path}: expected a list of 1 to ${VALUES_MAX} values`, { field: path });
  }
  const items: Item[] = [];
  for (const [index, one] of value.entries()) {
    const item = readItem(one, `${path}[${index}]`);
    if (isAdcpError(item)) return item;
    items.push(item);
  }
  return items;
}

function countryIn(value: unknown, path: string): string | AdcpError {
  if (typeof value === 'string' && value.length === 2 && findCountry(value) !== undefined) {
    return value.toUpperCase();
  }
  const message = `${path}: expected a country code of ISO 3166-1 like "DE"`;
  return fail.invalid(message, { field: path });
}

/** Requests are told apart by the language alone: a range with a region would let in other regions. */
function languageIn(value: unknown, path: string): string | AdcpError {
  if (typeof value === 'string' && /^[A-Za-z]{2,3}$/.test(value)) return value.toLowerCase();
  return unsupported(
    path,
    'languages are told apart without their regions and scripts',
    'Send the language alone, such as "fr".',
  );
}

/** `devicetype` of OpenRTB: 1 is a phone or a tablet, and 7 a box beside the television. */
const PHONE_OR_TABLET = 1;
const DEVICES: Readonly<Record<string, readonly number[]>> = {
  desktop: [2],
  mobile: [4],
  tablet: [5],
  ctv: [3, 7],
};

function devicesIn(value: unknown, path: string): readonly string[] | AdcpError {
  return eachOf(value, path, (one, at) =>
    typeof one === 'string' && Object.hasOwn(DEVICES, one)
      ? one
      : unsupported(
          at,
          `device types that requests tell are ${Object.keys(DEVICES).join(', ')}`,
          'Leave the others out.',
        ),
  );
}

const numbersOf = (names: readonly string[]) => names.flatMap((name) => DEVICES[name] ?? []);

/** What may be a tablet is let in only beside tablets. */
function includedDevices(value: unknown, path: string): readonly number[] | AdcpError {
  const names = devicesIn(value, path);
  if (isAdcpError(names)) return names;
  const isEither = names.includes('mobile') && names.includes('tablet');
  return [...new Set([...numbersOf(names), ...(isEither ? [PHONE_OR_TABLET] : [])])];
}

/** What may be a tablet is kept out with tablets. */
function excludedDevices(value: unknown, path: string): readonly number[] | AdcpError {
  const names = devicesIn(value, path);
  if (isAdcpError(names)) return names;
  const isEither = names.includes('mobile') || names.includes('tablet');
  return [...new Set([...numbersOf(names), ...(isEither ? [PHONE_OR_TABLET] : [])])];
}

const KEYWORD_LENGTH_MAX = 200;

/** Words in this order, as a condition of a campaign finds them. */
function phraseIn(value: unknown, path: string): string | AdcpError {
  const { keyword, match_type, bid_price } = isObject(value) ? value : {};
  if (match_type !== 'phrase') {
    return unsupported(
      `${path}.match_type`,
      'keywords match as phrases',
      'Send match_type "phrase".',
    );
  }
  if (bid_price !== undefined && bid_price !== null) {
    return unsupported(
      `${path}.bid_price`,
      'a package has one bid',
      'Make a package for each bid.',
    );
  }
  const words = typeof keyword === 'string' ? readWords(keyword) : [];
  const isKept = typeof keyword === 'string' && keyword.length <= KEYWORD_LENGTH_MAX;
  if (isKept && words.length > 0 && words.length <= KEYWORD_WORDS_MAX) return keyword;
  const field = `${path}.keyword`;
  return fail.invalid(`${field}: expected a keyword of 1 to ${KEYWORD_WORDS_MAX} words`, { field });
}

const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

type Window = { readonly days: readonly number[]; readonly from: number; readonly to: number };

/** Days and hours that are one block of every week, by the clock of UTC. */
function readDayparts(value: unknown, path: string): Partial<OverlayTerms> | AdcpError {
  const windows = eachOf(value, path, windowIn);
  if (isAdcpError(windows)) return windows;
  const hoursByDay = DAYS.map((_, day) => {
    const ofDay = windows.filter(({ days }) => days.includes(day));
    return new Set(
      ofDay.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
    );
  });
  const days = DAYS.filter((_, day) => (hoursByDay[day]?.size ?? 0) > 0);
  const texts = new Set(
    hoursByDay.filter(({ size }) => size > 0).map((hours) => [...hours].sort().join()),
  );
  const hours = contiguousHours(hoursByDay.find(({ size }) => size > 0) ?? new Set());
  if (texts.size !== 1 || hours === undefined) {
    return unsupported(
      path,
      'all days of a package have the same hours, without a gap',
      'Make a package for each block of hours.',
    );
  }
  return { include: { days, ...(hours !== 'all' && { hours }) } };
}

function windowIn(value: unknown, path: string): Window | AdcpError {
  const { days, start_hour: from, end_hour: to, timezone } = isObject(value) ? value : {};
  if (timezone !== 'UTC') {
    return unsupported(
      `${path}.timezone`,
      'days and hours are those of UTC, and nothing is known of the clock of a conversation',
      'Send timezone "UTC" with hours of UTC.',
    );
  }
  const isHours =
    Number.isInteger(from) && Number.isInteger(to) && 0 <= Number(from) && Number(to) <= 24;
  if (!isHours || Number(from) >= Number(to)) {
    const message = `${path}: expected start_hour from 0 to 23, and end_hour after it up to 24`;
    return fail.invalid(message, { field: path });
  }
  const numbers = eachOf(days, `${path}.days`, (day, at) => {
    const number = typeof day === 'string' ? DAY_NAMES.indexOf(day) : -1;
    return number === -1
      ? fail.invalid(`${at}: expected a day of the week like "monday"`, { field: at })
      : number;
  });
  return isAdcpError(numbers) ? numbers : { days: numbers, from: Number(from), to: Number(to) };
}

function unsupported(
  field: string,
  reason: string,
  suggestion = `Leave it out. Enforced are ${ENFORCED_TARGETING.join(', ')}.`,
): AdcpError {
  return fail.unsupported(`${field}: ${reason}`, { field, suggestion });
}
