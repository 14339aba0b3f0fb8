import Type, { type Static } from 'typebox';
import { findCountry } from '../../lib/countries.ts';
import { dayOf } from '../../lib/day.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { ACCOUNT_CURRENCY } from './accounts.ts';
import { SUPPORTED_FEATURES, supportsOverlay } from './capabilities.ts';
import { DELIVERY_METRICS } from './delivery.ts';
import { refuse } from './errors.ts';
import { findFormat, formatIdsOf, NATIVE_IN_FEED, type SellerFormat } from './formats.ts';
import type { AdProduct, PricingOption } from './products.ts';
import { readOverlay } from './targeting.ts';

const VALUES_MAX = 100;
const TEXT_LENGTH_MAX = 500;

const Texts = Type.Array(Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX }), {
  minItems: 1,
  maxItems: VALUES_MAX,
});
const Objects = Type.Array(Type.Object({}), { minItems: 1, maxItems: VALUES_MAX });
const DeliveryType = Type.Enum(['guaranteed', 'non_guaranteed']);
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', expects: 'a day like "2027-01-31"' });
const Amount = Type.Number({ minimum: 0 });

/** Filters of the protocol that a product can be held against. */
const FILTER_KEYS = {
  delivery_type: Type.Optional(DeliveryType),
  exclusivity: Type.Optional(Type.Enum(['none', 'category', 'exclusive'])),
  is_fixed_price: Type.Optional(Type.Boolean()),
  pricing_structures: Type.Optional(Texts),
  pricing_currencies: Type.Optional(Texts),
  format_ids: Type.Optional(
    Type.Array(
      Type.Object({
        agent_url: Type.String({ maxLength: TEXT_LENGTH_MAX }),
        id: Type.String({ maxLength: TEXT_LENGTH_MAX }),
      }),
      { minItems: 1, maxItems: VALUES_MAX },
    ),
  ),
  format_kinds: Type.Optional(Texts),
  format_option_refs: Type.Optional(
    Type.Array(
      Type.Object({
        scope: Type.Enum(['publisher', 'product']),
        format_option_id: Type.String({ maxLength: TEXT_LENGTH_MAX }),
      }),
      { minItems: 1, maxItems: VALUES_MAX },
    ),
  ),
  standard_formats_only: Type.Optional(Type.Boolean()),
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
  budget_range: Type.Optional(
    Type.Object({
      min: Type.Optional(Amount),
      max: Type.Optional(Amount),
      currency: Type.String({ minLength: 3, maxLength: 3 }),
    }),
  ),
  countries: Type.Optional(Texts),
  regions: Type.Optional(Texts),
  channels: Type.Optional(Texts),
  required_features: Type.Optional(Type.Object({})),
  required_geo_targeting: Type.Optional(Objects),
  required_metrics: Type.Optional(Texts),
  keywords: Type.Optional(Objects),
};

/** Those that ask for what no product of this seller has: none is left. */
const ASKING_FOR_NOTHING_HERE = [
  'video_placement_types',
  'audio_distribution_types',
  'sponsored_placement_types',
  'social_placement_surfaces',
  'required_axe_integrations',
  'trusted_match',
  'audience_activation_methods',
  'signal_targeting',
  'required_performance_standards',
  'required_vendor_metrics',
] as const;

/** What is not declared here is looked at by `readFilters`, since it must not be ignored. */
export const ProductFilters = Type.Object(FILTER_KEYS);

type ProductFilterArgs = DeepReadonly<Static<typeof ProductFilters>>;

/** The product with the options that remain, or undefined where it does not satisfy the filter. */
type ProductFilter = (product: AdProduct) => AdProduct | undefined;

export type NamedFilter = { readonly name: string; readonly filter: ProductFilter };

type FilterContext = {
  readonly agentUrl: string;
  readonly formats: readonly SellerFormat[];
  readonly nowMs: number;
};

type FilterName = keyof typeof FILTER_KEYS;

type FilterOf<Name extends FilterName> = (
  value: NonNullable<ProductFilterArgs[Name]>,
  context: FilterContext,
) => ProductFilter;

const where =
  (isWanted: (product: AdProduct) => boolean): ProductFilter =>
  (product) =>
    isWanted(product) ? product : undefined;

const all = (isTrue: boolean) => where(() => isTrue);

/** Products keep the options that match; those without one are left out. */
const withOptions =
  (isWanted: (option: PricingOption) => boolean): ProductFilter =>
  (product) => {
    const options = product.options.filter(isWanted);
    return options.length === 0 ? undefined : { ...product, options };
  };

const structureOf = (option: PricingOption) => ('fixedUsd' in option ? 'fixed' : 'auction');

const FILTERS: { readonly [Name in FilterName]: FilterOf<Name> } = {
  delivery_type: (type) => where(({ isGuaranteed }) => isGuaranteed === (type === 'guaranteed')),
  exclusivity: (level) => all(level === 'none'),
  is_fixed_price: (isFixed) =>
    withOptions((option) => (structureOf(option) === 'fixed') === isFixed),
  pricing_structures: (wanted) => withOptions((option) => wanted.includes(structureOf(option))),
  pricing_currencies: (codes) => all(codes.includes(ACCOUNT_CURRENCY)),
  format_ids: (wanted, { agentUrl, formats }) =>
    where((product) => {
      const own = formatIdsOf(product, agentUrl);
      return wanted.some((one) => {
        const { agent_url, id } = findFormat(formats, one) ?? one;
        return own.some((format) => format.id === id && format.agent_url === agent_url);
      });
    }),
  format_kinds: (kinds, { agentUrl }) =>
    where(
      (product) =>
        kinds.includes(NATIVE_IN_FEED) &&
        formatIdsOf(product, agentUrl).some(({ id }) => id === NATIVE_IN_FEED),
    ),
  format_option_refs: (refs, { agentUrl }) =>
    where((product) =>
      formatIdsOf(product, agentUrl).some(({ id }) =>
        refs.some((ref) => ref.scope === 'product' && ref.format_option_id === id),
      ),
    ),
  // All are native ads of IAB Tech Lab's OpenRTB.
  standard_formats_only: () => all(true),
  start_date: () => all(true),
  end_date: (day, { nowMs }) => all(dayOf(Date.parse(day)) > dayOf(nowMs)),
  budget_range: ({ max, currency }) =>
    where(
      ({ minSpendUsd = 0 }) =>
        currency === ACCOUNT_CURRENCY && (max === undefined || minSpendUsd <= max),
    ),
  countries: (codes) => where((product) => isShownIn(product, codes)),
  regions: (codes) =>
    where((product) =>
      isShownIn(
        product,
        codes.map((code) => code.slice(0, 2)),
      ),
    ),
  channels: (channels) =>
    where((product) => product.channels.some((one) => channels.includes(one))),
  required_features: (features) =>
    all(
      Object.entries(features).every(
        ([name, isRequired]) => isRequired !== true || SUPPORTED_FEATURES.includes(name),
      ),
    ),
  required_geo_targeting: (levels) =>
    all(levels.every((one) => 'level' in one && one.level === 'country')),
  required_metrics: (metrics) => all(metrics.every((name) => DELIVERY_METRICS.includes(name))),
  keywords: (keywords) =>
    all(
      supportsOverlay('keyword_targets') &&
        keywords.every((one) => !('match_type' in one) || one.match_type === 'phrase'),
    ),
};

/** Whether a product may be shown in one of these countries: it covers all that its preset does not leave out. */
function isShownIn({ targeting = {} }: AdProduct, codes: readonly string[]): boolean {
  const { include, exclude } = targeting;
  const known = (list: readonly string[]) => list.flatMap((code) => findCountry(code) ?? []);
  const asked = known(codes).filter(
    (code) => exclude?.countries === undefined || !known(exclude.countries).includes(code),
  );
  const wanted = include?.countries && known(include.countries);
  return wanted === undefined ? asked.length > 0 : asked.some((code) => wanted.includes(code));
}

/** The filters of a call, each with its name. One that cannot be answered truthfully is refused, not ignored. */
export function readFilters(
  filters: ProductFilterArgs,
  context: FilterContext,
): readonly NamedFilter[] {
  const named: NamedFilter[] = [];
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === null || name === 'ext') continue;
    if (isFilter(name)) {
      // The schema has passed: the value is of the type that the filter of this name takes.
      const make = FILTERS[name] as (value: unknown, context: FilterContext) => ProductFilter;
      named.push({ name, filter: make(value, context) });
    } else if ((ASKING_FOR_NOTHING_HERE as readonly string[]).includes(name)) {
      named.push({ name, filter: all(false) });
    } else {
      return refuse.unsupported(
        `filters.${name.slice(0, NAME_LENGTH_MAX)}`,
        'this seller cannot tell which products satisfy it',
        { suggestion: `Leave it out. Answered are ${Object.keys(FILTERS).join(', ')}.` },
      );
    }
  }
  return named;
}

const NAME_LENGTH_MAX = 60;

function isFilter(name: string): name is FilterName {
  return Object.hasOwn(FILTERS, name);
}

/** Beside `filters`: what later versions ask of products in fields of their own. */
type AskedSupport = {
  readonly targeting_overlay?: object | undefined;
  readonly required_overlay_support?: object | undefined;
  readonly media_buy_frequency_cap?: object | undefined;
  readonly required_media_buy_support?: object | undefined;
  readonly required_policies?: readonly string[] | undefined;
};

export function readSupport(asked: AskedSupport): readonly NamedFilter[] {
  const { targeting_overlay: overlay, required_overlay_support: support } = asked;
  readOverlay({ ...overlay }, 'targeting_overlay');
  const none = [
    asked.media_buy_frequency_cap,
    asked.required_media_buy_support,
    asked.required_policies?.[0],
  ];
  const supported = Object.entries(support ?? {}).every(
    ([name, wanted]) => name === 'ext' || supportsOverlay(name, wanted),
  );
  return [
    { name: 'required_overlay_support', filter: all(supported) },
    { name: 'required_media_buy_support', filter: all(none.every((one) => one === undefined)) },
  ];
}
