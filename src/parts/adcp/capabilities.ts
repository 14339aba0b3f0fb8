import { isObject } from '../../lib/schema-fault.ts';

/** `media_buy.features` that this seller honours. */
export const SUPPORTED_FEATURES: readonly string[] = ['inline_creative_management'];

const COUNTRY_VALUES = { max_values_per_package: 1000 } as const;
const PHRASES = { supported_match_types: ['phrase'] } as const;

/** In whole hours or days, as campaigns count them. */
const CAP_WINDOWS = [
  { unit: 'hours', minimum_interval: 1, maximum_interval: 72 },
  { unit: 'days', minimum_interval: 1, maximum_interval: 30 },
] as const;

/** Whom a cap counts: the account that a publisher has of a person is all that requests name. */
export const CAPPED_UNITS: readonly string[] = ['individuals', 'accounts'];

/** Impressions. */
export const CAPPED_AT_MOST = 30;

export const CAP_WINDOW_UNITS = CAP_WINDOWS.map(({ unit }) => unit);

/**
 * What packages can be targeted by, as 3.2 declares it of a product. A row for each field of an overlay that is enforced,
 * with what is enforced of it.
 */
export const OVERLAY_SUPPORT: Readonly<Record<string, unknown>> = {
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
};

/** Whether packages can be targeted by a field, to the extent that is asked for. */
export function supportsOverlay(name: string, wanted: unknown = true): boolean {
  const support = Object.hasOwn(OVERLAY_SUPPORT, name) ? OVERLAY_SUPPORT[name] : undefined;
  if (support === undefined || wanted === true || support === true) return support !== undefined;
  if (!isObject(support) || !isObject(wanted)) return false;
  return Object.entries(wanted).every(([key, values]) => {
    const own = Object.hasOwn(support, key) ? support[key] : undefined;
    if (!Array.isArray(values)) return own === values;
    return Array.isArray(own) && values.every((value) => own.includes(value));
  });
}
