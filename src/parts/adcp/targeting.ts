import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { readWithin } from '../../demand/campaigns/within.ts';
import { type Condition, DAYS } from '../../demand/condition-schema.ts';
import { primarySubtag } from '../../demand/request-language.ts';
import { KEYWORD_WORDS_MAX, readWords } from '../../demand/words.ts';
import { findCountry } from '../../lib/countries.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { CAPPED_AT_MOST, CAPPED_UNITS } from './capabilities.ts';
import { refuse } from './errors.ts';
import type { AdProduct } from './products.ts';

const DAY_HOURS = 24;

type HourRange = { readonly from: number; readonly to: number };

/** The hours as one range, past midnight where it has to be. undefined: they have a gap, or there are none. */
function contiguousHours(hours: ReadonlySet<number>): HourRange | 'all' | undefined {
  if (hours.size >= DAY_HOURS) return 'all';
  const starts = [...hours].filter((hour) => !hours.has((hour + DAY_HOURS - 1) % DAY_HOURS));
  const [from, ...others] = starts;
  if (from === undefined || others.length > 0) return undefined;
  const end = from + hours.size;
  return { from, to: end > DAY_HOURS ? end - DAY_HOURS : end };
}

/** The hours of a range, as a condition of a campaign has them. */
function hoursOf({ from, to }: HourRange): ReadonlySet<number> {
  const count = (to - from + DAY_HOURS) % DAY_HOURS || DAY_HOURS;
  return new Set(Array.from({ length: count }, (_, index) => (from + index) % DAY_HOURS));
}

type CampaignCaps = NonNullable<Campaign['frequency']>;

const UNIT_SEC: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
};
const HOUR_SEC = 3600;
const DAY_SEC = 86_400;

/** A frequency cap of the protocol as caps of a campaign: those that hold for sure, or why there is none. */
function readFrequencyCap(value: unknown, path: string): CampaignCaps {
  if (!isObject(value)) return refuse.invalid(path, 'expected an object');
  const caps: CampaignCaps[number][] = [];
  const pause = value.suppress ?? minutesOf(value.suppress_minutes);
  if (pause !== undefined) {
    const at = `${path}.${isObject(value.suppress) ? 'suppress' : 'suppress_minutes'}`;
    const within = capWindow(pause, at);
    caps.push({ of: 'campaign', per: 'person', within, atMost: 1 });
  }
  if (value.max_impressions !== undefined && value.max_impressions !== null) {
    const cap = readMaximum(value, path);
    // A pause that is as long leaves nothing for it to hold back.
    const isIdle = caps.some(({ within }) => seconds(within) >= seconds(cap.within));
    if (!isIdle) caps.push(cap);
  }
  if (caps.length > 0) return caps;
  return refuse.invalid(path, 'expected suppress, or max_impressions with per and window');
}

function minutesOf(minutes: unknown): unknown {
  return minutes === undefined || minutes === null
    ? undefined
    : { interval: minutes, unit: 'minutes' };
}

const seconds = (within: string) => readWithin(within) ?? 0;

function readMaximum(
  { max_impressions: atMost, per, window }: Readonly<Record<string, unknown>>,
  path: string,
): CampaignCaps[number] {
  // Not made a text first: a list of one word would be that word, and some objects have no text.
  if (typeof per !== 'string' || !CAPPED_UNITS.includes(per)) {
    return refuse.unsupported(
      `${path}.per`,
      `expected ${CAPPED_UNITS.join(' or ')}: requests name accounts of people alone`,
      { suggestion: `Send per "${CAPPED_UNITS[0]}".` },
    );
  }
  if (!Number.isInteger(atMost) || Number(atMost) < 1 || Number(atMost) > CAPPED_AT_MOST) {
    return refuse.unsupported(
      `${path}.max_impressions`,
      `expected an integer from 1 to ${CAPPED_AT_MOST}`,
      { suggestion: 'Send a lower cap.' },
    );
  }
  const within = capWindow(window, `${path}.window`);
  return { of: 'campaign', per: 'person', within, atMost: Number(atMost) };
}

/** As the campaign writes it: whole hours up to 72, or whole days up to 30. */
function capWindow(value: unknown, path: string): string {
  const { interval, unit } = isObject(value) ? value : {};
  const isUnit = typeof unit === 'string' && Object.hasOwn(UNIT_SEC, unit);
  const unitSec = isUnit ? UNIT_SEC[unit] : undefined;
  const windowSec = Number.isInteger(interval) && unitSec ? Number(interval) * unitSec : 0;
  const texts = [
    ...(windowSec % HOUR_SEC === 0 ? [`${windowSec / HOUR_SEC}h`] : []),
    ...(windowSec % DAY_SEC === 0 ? [`${windowSec / DAY_SEC}d`] : []),
  ];
  const within = texts.find((text) => readWithin(text) !== undefined);
  if (within !== undefined) return within;
  return refuse.unsupported(path, 'expected whole hours up to 72, or whole days up to 30', {
    suggestion: 'Send {"interval": 24, "unit": "hours"}, for one.',
  });
}

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

type ReadField = (value: unknown, path: string) => Partial<OverlayTerms>;

/** The fields of an overlay that are enforced. Each means exactly what the campaign's condition does, or is refused. */
const FIELDS: Readonly<Record<string, ReadField>> = {
  geo_countries: (value, path) => ({ include: { countries: eachOf(value, path, countryIn) } }),
  geo_countries_exclude: (value, path) => ({
    exclude: { countries: eachOf(value, path, countryIn) },
  }),
  language: (value, path) => ({ include: { languages: eachOf(value, path, languageIn) } }),
  device_type: (value, path) => ({ include: { deviceTypes: includedDevices(value, path) } }),
  device_type_exclude: (value, path) => ({
    exclude: { deviceTypes: excludedDevices(value, path) },
  }),
  keyword_targets: (value, path) => ({ include: { keywords: eachOf(value, path, phraseIn) } }),
  negative_keywords: (value, path) => ({ exclude: { keywords: eachOf(value, path, phraseIn) } }),
  daypart_targets: readDayparts,
  frequency_cap: (value, path) => ({ frequency: readFrequencyCap(value, path) }),
};

const ENFORCED_TARGETING: readonly string[] = Object.keys(FIELDS);

/** Reads an overlay as the protocol has it. `null` leaves a dimension out, as updates of 3.2 do. */
export function readOverlay(overlay: Overlay, path: string): OverlayTerms {
  let terms: OverlayTerms = { include: {}, exclude: {}, frequency: [] };
  for (const [name, value] of Object.entries(overlay)) {
    if (value === null || value === undefined) continue;
    const shown = name.slice(0, NAME_LENGTH_MAX);
    const at = `${path}.${shown}`;
    const read = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (read === undefined) return unsupported(at, `${shown} is not enforced here`);
    const found = read(value, at);
    terms = {
      include: { ...terms.include, ...found.include },
      exclude: { ...terms.exclude, ...found.exclude },
      frequency: found.frequency ?? terms.frequency,
    };
  }
  return terms;
}

function eachOf<Item>(
  value: unknown,
  path: string,
  readItem: (value: unknown, path: string) => Item,
): readonly Item[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > VALUES_MAX) {
    return refuse.invalid(path, `expected a list of 1 to ${VALUES_MAX} values`);
  }
  return value.map((one, index) => readItem(one, `${path}[${index}]`));
}

function countryIn(value: unknown, path: string): string {
  if (typeof value === 'string' && value.length === 2 && findCountry(value) !== undefined) {
    return value.toUpperCase();
  }
  return refuse.invalid(path, 'expected a country code of ISO 3166-1 like "DE"');
}

/** Requests are told apart by the language alone: a range with a region would let in other regions. */
function languageIn(value: unknown, path: string): string {
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

function devicesIn(value: unknown, path: string): readonly string[] {
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

/** What may be a tablet is let in only beside tablets, and kept out with either. */
function numbersOf(names: readonly string[], isEither: boolean): readonly number[] {
  const numbers = names.flatMap((name) => DEVICES[name] ?? []);
  return [...new Set([...numbers, ...(isEither ? [PHONE_OR_TABLET] : [])])];
}

function includedDevices(value: unknown, path: string): readonly number[] {
  const names = devicesIn(value, path);
  return numbersOf(names, names.includes('mobile') && names.includes('tablet'));
}

function excludedDevices(value: unknown, path: string): readonly number[] {
  const names = devicesIn(value, path);
  return numbersOf(names, names.includes('mobile') || names.includes('tablet'));
}

const KEYWORD_LENGTH_MAX = 200;

/** Words in this order, as a condition of a campaign finds them. */
function phraseIn(value: unknown, path: string): string {
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
  return refuse.invalid(`${path}.keyword`, `expected a keyword of 1 to ${KEYWORD_WORDS_MAX} words`);
}

const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

type Window = { readonly days: readonly number[]; readonly from: number; readonly to: number };

/** Days and hours that are one block of every week, by the clock of UTC. */
function readDayparts(value: unknown, path: string): Partial<OverlayTerms> {
  const windows = eachOf(value, path, windowIn);
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

function windowIn(value: unknown, path: string): Window {
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
    return refuse.invalid(path, 'expected start_hour from 0 to 23, and end_hour after it up to 24');
  }
  const numbers = eachOf(days, `${path}.days`, (day, at) => {
    const number = typeof day === 'string' ? DAY_NAMES.indexOf(day) : -1;
    return number === -1 ? refuse.invalid(at, 'expected a day of the week like "monday"') : number;
  });
  return { days: numbers, from: Number(from), to: Number(to) };
}

function unsupported(
  field: string,
  reason: string,
  suggestion = `Leave it out. Enforced are ${ENFORCED_TARGETING.join(', ')}.`,
): never {
  return refuse.unsupported(field, reason, { suggestion });
}

type CampaignTargeting = { readonly include: Condition; readonly exclude?: Condition };

/** Why a product and an overlay do not go together, and by which condition. */
type TargetingConflict = { readonly dimension: keyof Condition; readonly reason: string };

/** Dimensions of which a request has one value at most: what meets both lists is what both have. */
const FORMS = {
  countries: (value) => findCountry(String(value)) ?? String(value),
  languages: (value) => primarySubtag(String(value)),
  deviceTypes: String,
  publishers: String,
  days: String,
} as const satisfies Partial<Record<keyof Condition, (value: unknown) => string>>;

type SingleDimension = keyof typeof FORMS;

const SINGLE = Object.keys(FORMS) as readonly SingleDimension[];

/** A campaign runs where the product, its publishers and the overlay all let it. None of them is ever widened. */
export function combinedTargeting(
  { publishers, targeting: preset = {} }: Pick<AdProduct, 'publishers' | 'targeting'>,
  overlay: Pick<OverlayTerms, 'include' | 'exclude'>,
): CampaignTargeting | TargetingConflict {
  const included = everyOf([preset.include ?? {}, { publishers }, overlay.include]);
  if ('reason' in included) return included;
  const exclude = anyOf(preset.exclude ?? {}, overlay.exclude);
  const empty = SINGLE.find((dimension) => isEmptied(dimension, included, exclude));
  if (empty !== undefined) return nothingLeft(empty);
  return { include: included, ...(Object.keys(exclude).length > 0 && { exclude }) };
}

function everyOf(conditions: readonly Condition[]): Condition | TargetingConflict {
  let all: Condition = {};
  for (const condition of conditions) {
    const next = bothOf(all, condition);
    if ('reason' in next) return next;
    all = next;
  }
  return all;
}

function bothOf(one: Condition, other: Condition): Condition | TargetingConflict {
  let both: Condition = { ...one, ...other };
  for (const dimension of Object.keys(other) as readonly (keyof Condition)[]) {
    if (one[dimension] === undefined) continue;
    const met = metByBoth(dimension, one, other);
    if (met !== undefined && 'reason' in met) return met;
    both = { ...both, ...met };
  }
  return both;
}

function metByBoth(
  dimension: keyof Condition,
  one: Condition,
  other: Condition,
): Condition | TargetingConflict {
  if (isSingle(dimension)) {
    const form = FORMS[dimension];
    const known = new Set(valuesOf(one, dimension).map(form));
    const left = valuesOf(other, dimension).filter((value) => known.has(form(value)));
    return left.length === 0 ? nothingLeft(dimension) : { [dimension]: left };
  }
  if (dimension === 'hours') return hoursOfBoth(one, other);
  if (dimension === 'keywords') return keywordsOfBoth(one.keywords ?? [], other.keywords ?? []);
  return { dimension, reason: `${dimension} of both cannot be asked for at once` };
}

const isSingle = (dimension: keyof Condition): dimension is SingleDimension =>
  Object.hasOwn(FORMS, dimension);

const valuesOf = (condition: Condition, dimension: SingleDimension): readonly unknown[] =>
  condition[dimension] ?? [];

function hoursOfBoth({ hours: one }: Condition, { hours: other }: Condition) {
  if (one === undefined || other === undefined) return {};
  const hours = contiguousHours(hoursOf(one).intersection(hoursOf(other)));
  if (hours === undefined) {
    const reason = 'the hours of both are none, or have a gap';
    return { dimension: 'hours', reason } as const;
  }
  return hours === 'all' ? {} : { hours };
}

/** A request has many keywords: one of each list is asked for exactly where one list has all of the other. */
function keywordsOfBoth(one: readonly string[], other: readonly string[]) {
  const form = (keyword: string) => readWords(keyword).join(' ');
  const [first, second] = [new Set(one.map(form)), new Set(other.map(form))];
  if (second.isSubsetOf(first)) return { keywords: other };
  if (first.isSubsetOf(second)) return { keywords: one };
  const reason =
    'the product is about keywords of its own, and a request that has one of each cannot be asked for';
  return { dimension: 'keywords', reason } as const;
}

/** Whatever one of them keeps out is kept out. */
function anyOf(one: Condition, other: Condition): Condition {
  const unions = (Object.keys(other) as readonly (keyof Condition)[]).map((dimension) => {
    const values: readonly unknown[] = [one[dimension] ?? [], other[dimension] ?? []].flat();
    return [dimension, [...new Set(values)]];
  });
  return { ...one, ...Object.fromEntries(unions) };
}

/** Whether what is kept out leaves nothing of what is let in. */
function isEmptied(dimension: SingleDimension, include: Condition, exclude: Condition): boolean {
  const form = FORMS[dimension];
  const included = valuesOf(include, dimension);
  if (included.length === 0) return false;
  const kept = new Set(valuesOf(exclude, dimension).map(form));
  return included.every((value) => kept.has(form(value)));
}

function nothingLeft(dimension: keyof Condition): TargetingConflict {
  return { dimension, reason: `no ${dimension} are left that the product and the overlay let in` };
}
