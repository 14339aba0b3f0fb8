import Type from 'typebox';
import { findCountry } from '../../lib/countries.ts';
import { dayOf } from '../../lib/day.ts';
import { CURRENCY, DELIVERY_METRICS } from './fields.ts';
import { type FilterRows, filterOf, some } from './filters.ts';
import { findFormat, formatIdsOf, NATIVE_IN_FEED, type SellerFormat } from './formats.ts';
import type { AdProduct } from './seller-terms.ts';

/** What a conversation with an assistant is, as the protocol calls it: the channel of all products. */
export const CHANNEL = 'sponsored_intelligence';

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
  pricing_currencies: row(some(Text), (codes) => all(codes.includes(CURRENCY))),
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
  start_date: row(Day, () => all(true)),
  end_date: row(Day, (day, { nowMs }) => all(dayOf(Date.parse(day)) > dayOf(nowMs))),
  budget_range: row(
    Type.Object({
      min: Type.Optional(Amount),
      max: Type.Optional(Amount),
      currency: Type.String({ minLength: 3, maxLength: 3 }),
    }),
    ({ max = Number.POSITIVE_INFINITY, currency }) =>
      ({ minSpend = 0 }) =>
        currency === CURRENCY && minSpend <= max,
  ),
  countries: row(some(Text), shownInCountries),
  regions: row(some(Text), (codes) => shownInCountries(codes.map((code) => code.slice(0, 2)))),
  channels: row(some(Text), (channels) => all(channels.includes(CHANNEL))),
  required_geo_targeting: row(some(Type.Object({})), (levels) =>
    all(levels.every((one) => 'level' in one && one.level === 'country')),
  ),
  required_metrics: row(some(Text), (metrics) =>
    all(metrics.every((name) => DELIVERY_METRICS.some((known) => known === name))),
  ),
};

/** Products that may be shown in one of these countries: each covers all that its preset does not leave out. */
function shownInCountries(codes: readonly string[]): (product: AdProduct) => boolean {
  const known = (list: readonly string[] = []) => list.flatMap((code) => findCountry(code) ?? []);
  return ({ targeting: { include, exclude } = {} }) => {
    const left = known(exclude?.countries);
    const wanted = include?.countries && known(include.countries);
    return known(codes).some((code) => !left.includes(code) && (wanted?.includes(code) ?? true));
  };
}
