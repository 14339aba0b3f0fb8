import Type, { type Static } from 'typebox';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { readWithin } from '../../demand/campaigns/campaign-schema.ts';
import { type Condition, Country, DAYS, Keyword } from '../../demand/condition-schema.ts';
import { primarySubtag } from '../../demand/request-language.ts';
import { findCountry } from '../../lib/countries.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { findFault, type JsonObject } from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import { refuse } from './errors.ts';
import type { AdProduct } from './seller-terms.ts';

const COUNTRY_VALUES = { max_values_per_package: 1000 } as const;
const PHRASES = { supported_match_types: ['phrase'] } as const;

/** In whole hours or days, as campaigns count them. */
const CAP_WINDOWS = [
  { unit: 'hours', minimum_interval: 1, maximum_interval: 72 },
  { unit: 'days', minimum_interval: 1, maximum_interval: 30 },
] as const;

/** Whom a cap counts: the account that a publisher has of a person is all that requests name. */
export const CAPPED_UNITS = ['individuals', 'accounts'] as const;

/** Impressions. */
const CAPPED_AT_MOST = 30;

/**
 * What packages can be targeted by, as 3.2 declares it of a product. A row for each field of an overlay that is enforced,
 * with what is enforced of it.
 */
export const OVERLAY_SUPPORT = {
  geo_countries: COUNTRY_VALUES,
  geo_countries_exclude: COUNTRY_VALUES,
  language: true,
  device_type: true,
  device_type_exclude: true,
  keyword_targets: PHRASES,
  negative_keywords: PHRASES,
  daypart_targets: { timezone_modes: ['iana'], iana_timezones: ['UTC'] },
  frequency_cap_support: {
    supported_control_modes: ['max_impressions', 'suppress', 'max_impressions_and_suppress'],
    supported_per_units: CAPPED_UNITS,
    max_impressions_constraints: { minimum: 1, maximum: CAPPED_AT_MOST },
    window_constraints: CAP_WINDOWS,
    suppression_constraints: CAP_WINDOWS,
  },
} as const;

const CLOSED = { additionalProperties: false };
const VALUES_MAX = 1000;

const list = <Item extends Type.TSchema>(item: Item) =>
  Type.Optional(Type.Array(item, { minItems: 1, maxItems: VALUES_MAX }));

/** Requests are told apart by the language alone: a range with a region would let in other regions. */
const Language = Type.String({
  pattern: '^[A-Za-z]{2,3}$',
  expects: 'a language without its region, such as "fr"',
});

/** By `devicetype` of OpenRTB. 7 is a box beside the television. */
const DEVICES = { desktop: [2], mobile: [4], tablet: [5], ctv: [3, 7] } as const;
const PHONE_OR_TABLET = 1;
const DeviceType = Type.Enum(['desktop', 'mobile', 'tablet', 'ctv']);

/** Words in this order, as a condition of a campaign finds them. A package has one bid for all of them. */
const Phrase = Type.Object({ keyword: Keyword, match_type: Type.Enum(['phrase']) }, CLOSED);

const DAY_NAMES = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

const DaypartWindow = Type.Refine(
  Type.Object(
    {
      days: Type.Array(Type.Enum([...DAY_NAMES]), { minItems: 1, maxItems: DAYS.length }),
      start_hour: Type.Integer({ minimum: 0, maximum: 23 }),
      end_hour: Type.Integer({ minimum: 1, maximum: 24 }),
      // Nothing is known of the clock of a conversation.
      timezone: Type.Enum(['UTC']),
    },
    CLOSED,
  ),
  ({ start_hour, end_hour }) => start_hour < end_hour,
  () => 'expected end_hour after start_hour',
);

const Dayparts = Type.Refine(
  Type.Array(DaypartWindow, { minItems: 1, maxItems: VALUES_MAX }),
  (windows) => new Set(windows.map((one) => `${one.start_hour}-${one.end_hour}`)).size === 1,
  () => 'expected the same hours on all days: make a package for each block of hours',
);

const UNIT_HOURS = { minutes: 1 / 60, hours: 1, days: 24 } as const;

const Duration = Type.Object(
  { interval: Type.Number(), unit: Type.Enum(['minutes', 'hours', 'days']) },
  CLOSED,
);

/** A time as a campaign writes it. undefined: no campaign has such a time. */
function withinOf({ interval, unit }: Static<typeof Duration>): string | undefined {
  const hours = interval * UNIT_HOURS[unit];
  return [`${hours}h`, `${hours / 24}d`].find((text) => readWithin(text) !== undefined);
}

const HeldDuration = Type.Refine(
  Duration,
  (duration) => withinOf(duration) !== undefined,
  () => 'expected whole hours up to 72, or whole days up to 30',
);

const FrequencyCap = Type.Refine(
  Type.Object(
    {
      suppress: Type.Optional(HeldDuration),
      max_impressions: Type.Optional(Type.Integer({ minimum: 1, maximum: CAPPED_AT_MOST })),
      // Requests name accounts of people alone.
      per: Type.Optional(Type.Enum([...CAPPED_UNITS])),
      window: Type.Optional(HeldDuration),
    },
    CLOSED,
  ),
  ({ suppress, max_impressions: count, per, window }) =>
    count === undefined ? suppress !== undefined : per !== undefined && window !== undefined,
  () => 'expected suppress, or max_impressions with per and window',
);

/** The fields of `targeting_overlay` that are enforced. Each means exactly what a campaign's condition does. */
const TargetingOverlay = Type.Object(
  {
    geo_countries: list(Country),
    geo_countries_exclude: list(Country),
    language: list(Language),
    device_type: list(DeviceType),
    device_type_exclude: list(DeviceType),
    keyword_targets: list(Phrase),
    negative_keywords: list(Phrase),
    daypart_targets: Type.Optional(Dayparts),
    frequency_cap: Type.Optional(FrequencyCap),
  },
  CLOSED,
);

type Overlay = DeepReadonly<Static<typeof TargetingOverlay>>;

const PATH_LENGTH_MAX = 200;

/** What an overlay asks of a campaign, beside what the product does. */
export function readOverlay(given: JsonObject, path: string) {
  const overlay = withoutNulls(TargetingOverlay, given);
  const fault = findFault(TargetingOverlay, overlay, path);
  if (fault !== undefined) {
    const isForm = fault.kind === 'type' || fault.kind === 'missing';
    const field = fault.path.slice(0, PATH_LENGTH_MAX).toWellFormed();
    refuse[isForm ? 'malformed' : 'unsupported'](field, fault.reason, {
      suggestion: 'Leave it out, or send what is expected: nothing else is enforced here.',
    });
  }
  // The schema has passed.
  const asked = overlay as Overlay;
  return {
    include: withoutUndefined({
      countries: asked.geo_countries,
      languages: asked.language?.map((language) => language.toLowerCase()),
      deviceTypes: asked.device_type && devicesIn(asked.device_type, 'include'),
      keywords: asked.keyword_targets?.map(({ keyword }) => keyword),
      ...daysIn(asked),
    }),
    exclude: withoutUndefined({
      countries: asked.geo_countries_exclude,
      deviceTypes: asked.device_type_exclude && devicesIn(asked.device_type_exclude, 'exclude'),
      keywords: asked.negative_keywords?.map(({ keyword }) => keyword),
    }),
    frequency: capsIn(asked),
  };
}

const withoutUndefined = (condition: { readonly [Name in keyof Condition]: unknown }): Condition =>
  Object.fromEntries(Object.entries(condition).filter(([, value]) => value !== undefined));

/** What may be a tablet is let in only beside tablets, and kept out with either. */
function devicesIn(names: NonNullable<Overlay['device_type']>, mode: 'include' | 'exclude') {
  const [isMobile, isTablet] = [names.includes('mobile'), names.includes('tablet')];
  const isEither = mode === 'include' ? isMobile && isTablet : isMobile || isTablet;
  const numbers = names.flatMap((name): readonly number[] => DEVICES[name]);
  return [...new Set([...numbers, ...(isEither ? [PHONE_OR_TABLET] : [])])];
}

function daysIn({ daypart_targets: windows }: Overlay): Condition {
  const [first] = windows ?? [];
  if (windows === undefined || first === undefined) return {};
  const { start_hour: from, end_hour: to } = first;
  const named = new Set(windows.flatMap(({ days }) => days));
  const days = DAYS.filter((_, day) => named.has(DAY_NAMES[day] ?? 'sunday'));
  return { days, ...((from > 0 || to < 24) && { hours: { from, to } }) };
}

/** The caps of a campaign that hold for sure. */
function capsIn({ frequency_cap: cap = {} }: Overlay): NonNullable<Campaign['frequency']> {
  const { suppress, max_impressions: atMost, window } = cap;
  const asked = [
    { atMost: 1, window: suppress },
    { atMost, window },
  ];
  return asked.flatMap((one) => {
    const within = one.window && withinOf(one.window);
    if (within === undefined || one.atMost === undefined) return [];
    return { of: 'campaign', per: 'person', within, atMost: one.atMost } as const;
  });
}

/** Dimensions of which a request has one value at most: what meets both lists is what both have. */
const FORMS: { readonly [Dimension in keyof Condition]: (value: unknown) => string } = {
  countries: (value) => findCountry(String(value)) ?? String(value),
  languages: (value) => primarySubtag(String(value)),
  deviceTypes: String,
  publishers: String,
  days: String,
};

const OVERLAY_FIELDS: { readonly [Dimension in keyof Condition]: string } = {
  countries: '.geo_countries',
  languages: '.language',
  deviceTypes: '.device_type',
  keywords: '.keyword_targets',
  days: '.daypart_targets',
  hours: '.daypart_targets',
};

/**
 * A campaign runs where the product, its publishers and the overlay all let it. None of them is ever widened: where nothing
 * is left it is refused, and so is what the product has already and no condition asks for twice. `path` is that of the
 * overlay.
 */
export function targetingOf(
  overlay: JsonObject,
  { publishers, targeting: preset = {} }: Pick<AdProduct, 'publishers' | 'targeting'>,
  path: string,
): Pick<Campaign, 'targeting' | 'frequency'> {
  const asked = readOverlay(overlay, path);
  const include = { ...preset.include } as Record<keyof Condition, unknown>;
  for (const [dimension, values] of entriesOf({ publishers, ...asked.include })) {
    const own = include[dimension];
    const left = own === undefined ? values : commonOf(FORMS[dimension], own, values);
    if (left === undefined || (Array.isArray(left) && left.length === 0)) {
      const field = `${path}${OVERLAY_FIELDS[dimension] ?? ''}`;
      refuse.invalid(field, `the product has ${dimension} of its own, and none is left of both`, {
        suggestion: 'Ask for what the product has, or for another product.',
      });
    }
    include[dimension] = left;
  }
  const exclude = { ...preset.exclude } as Record<keyof Condition, unknown>;
  for (const [dimension, values] of entriesOf(asked.exclude)) {
    exclude[dimension] = [...new Set([exclude[dimension] ?? [], values].flat())];
  }
  return {
    targeting: {
      include: include as Condition,
      ...(Object.keys(exclude).length > 0 && { exclude: exclude as Condition }),
    },
    ...(asked.frequency.length > 0 && { frequency: asked.frequency }),
  };
}

const entriesOf = (condition: Condition) =>
  Object.entries(condition) as readonly (readonly [keyof Condition, unknown])[];

/** undefined: no condition asks for both. */
function commonOf(form: ((value: unknown) => string) | undefined, one: unknown, other: unknown) {
  if (form === undefined || !Array.isArray(one) || !Array.isArray(other)) return undefined;
  const known = new Set(one.map(form));
  return other.filter((value) => known.has(form(value)));
}
