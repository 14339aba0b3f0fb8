import Type from 'typebox';
import { findCountry } from '../../lib/countries.ts';
import { dayOf } from '../../lib/day.ts';
import { ACCOUNT_CURRENCY } from './accounts.ts';
import { SUPPORTED_FEATURES, supportsOverlay } from './capabilities.ts';
import { DELIVERY_METRICS } from './delivery.ts';
import { type FilterRows, filterOf, type NamedFilter, some } from './filters.ts';
import { findFormat, formatIdsOf, NATIVE_IN_FEED, type SellerFormat } from './formats.ts';
import { type AdProduct, CHANNEL } from './products.ts';
import { readOverlay } from './targeting.ts';

type FilterContext = {
  readonly agentUrl: string;
  readonly formats: readonly SellerFormat[];
  readonly nowMs: number;
};

const row = filterOf<AdProduct, FilterContext>();

/** One that all products satisfy, or none. */
const all = (isTrue: boolean) => () => isTrue;

const Text = Type.String({ minLength: 1, maxLength: 500 });
const Amount = Type.Number({ minimum: 0 });
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', expects: 'a day like "2027-01-31"' });

export const PRODUCT_FILTERS: FilterRows<AdProduct, FilterContext> = {
  delivery_type: row(Type.Enum(['guaranteed', 'non_guaranteed']), (type) =>
    all(type === 'non_guaranteed'),
  ),
  exclusivity: row(Type.Enum(['none', 'category', 'exclusive']), (level) => all(level === 'none')),
  is_fixed_price: row(Type.Boolean(), (isFixed) => all(!isFixed)),
  pricing_structures: row(some(Text), (wanted) => all(wanted.includes('auction'))),
  pricing_currencies: row(some(Text), (codes) => all(codes.includes(ACCOUNT_CURRENCY))),
  format_ids: row(
    some(Type.Object({ agent_url: Text, id: Text })),
    (wanted, { agentUrl, formats }) =>
      (product) => {
        const own = formatIdsOf(product, agentUrl);
        return wanted.some((one) => findFormat(own, findFormat(formats, one) ?? one) !== undefined);
      },
  ),
  format_kinds: row(
    some(Text),
    (kinds, { agentUrl }) =>
      (product) =>
        kinds.includes(NATIVE_IN_FEED) &&
        formatIdsOf(product, agentUrl).some(({ id }) => id === NATIVE_IN_FEED),
  ),
  format_option_refs: row(
    some(Type.Object({ scope: Type.Enum(['publisher', 'product']), format_option_id: Text })),
    (refs, { agentUrl }) => {
      const wanted = refs.flatMap((ref) => (ref.scope === 'product' ? ref.format_option_id : []));
      return (product) => formatIdsOf(product, agentUrl).some(({ id }) => wanted.includes(id));
    },
  ),
  // All are native ads of IAB Tech Lab's OpenRTB.
  standard_formats_only: row(Type.Boolean(), () => all(true)),
  start_date: row(Day, () => all(true)),
  end_date: row(Day, (day, { nowMs }) => all(dayOf(Date.parse(day)) > dayOf(nowMs))),
  budget_range: row(
    Type.Object({
      min: Type.Optional(Amount),
      max: Type.Optional(Amount),
      currency: Type.String({ minLength: 3, maxLength: 3 }),
    }),
    ({ max = Number.POSITIVE_INFINITY, currency }) =>
      ({ minSpendUsd = 0 }) =>
        currency === ACCOUNT_CURRENCY && minSpendUsd <= max,
  ),
  countries: row(some(Text), shownIn),
  regions: row(some(Text), (codes) => shownIn(codes.map((code) => code.slice(0, 2)))),
  channels: row(some(Text), (channels) => all(channels.includes(CHANNEL))),
  required_features: row(Type.Object({}), (features) =>
    all(
      Object.entries(features).every(
        ([name, isRequired]) => isRequired !== true || SUPPORTED_FEATURES.includes(name),
      ),
    ),
  ),
  required_geo_targeting: row(some(Type.Object({})), (levels) =>
    all(levels.every((one) => 'level' in one && one.level === 'country')),
  ),
  required_metrics: row(some(Text), (metrics) =>
    all(metrics.every((name) => DELIVERY_METRICS.includes(name))),
  ),
  keywords: row(some(Type.Object({})), (keywords) =>
    all(
      supportsOverlay('keyword_targets') &&
        keywords.every((one) => !('match_type' in one) || one.match_type === 'phrase'),
    ),
  ),
  // These ask for what no product of this seller has: none is left.
  ...Object.fromEntries(
    [
      ...['video_placement_types', 'audio_distribution_types', 'sponsored_placement_types'],
      ...['social_placement_surfaces', 'required_axe_integrations', 'trusted_match'],
      ...['audience_activation_methods', 'signal_targeting'],
      ...['required_performance_standards', 'required_vendor_metrics'],
    ].map((name) => [name, row(Type.Unknown(), () => all(false))]),
  ),
};

/** Products that may be shown in one of these countries: each covers all that its preset does not leave out. */
function shownIn(codes: readonly string[]): (product: AdProduct) => boolean {
  const known = (list: readonly string[] = []) => list.flatMap((code) => findCountry(code) ?? []);
  return ({ targeting = {} }) => {
    const { include, exclude } = targeting;
    const left = known(exclude?.countries);
    const wanted = include?.countries && known(include.countries);
    return known(codes).some((code) => !left.includes(code) && (wanted?.includes(code) ?? true));
  };
}

const POLICIES_MAX = 100;

/** Beside `filters`: what later versions ask of products in fields of their own. */
export const ASKED_SUPPORT = {
  targeting_overlay: Type.Optional(Type.Object({})),
  required_overlay_support: Type.Optional(Type.Object({})),
  media_buy_frequency_cap: Type.Optional(Type.Object({})),
  required_media_buy_support: Type.Optional(Type.Object({})),
  required_policies: Type.Optional(Type.Array(Type.String(), { maxItems: POLICIES_MAX })),
};

type AskedSupport = { readonly [Name in keyof typeof ASKED_SUPPORT]?: object | undefined };

export function readSupport(asked: AskedSupport): readonly NamedFilter<AdProduct>[] {
  readOverlay({ ...asked.targeting_overlay }, 'targeting_overlay');
  const { required_policies: policies = [], ...others } = asked;
  const isNothingElse =
    (others.media_buy_frequency_cap ?? others.required_media_buy_support) === undefined &&
    Object.keys(policies).length === 0;
  const isSupported = Object.entries(asked.required_overlay_support ?? {}).every(
    ([name, wanted]) => name === 'ext' || supportsOverlay(name, wanted),
  );
  return [
    { name: 'required_overlay_support', filter: all(isSupported) },
    { name: 'required_media_buy_support', filter: all(isNothingElse) },
  ];
}
