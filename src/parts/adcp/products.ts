import { KNOWN_FORMATS } from '../../core/openrtb/known-formats.ts';
import type { ProductDefinition } from '../../demand/buyer-schema.ts';
import { PRODUCT, type PublisherDefinition } from '../../store/account-kinds.ts';
import type { Records } from '../../store/records.ts';
import type { PricingModel } from './buy.ts';

/** What a conversation with an assistant is, as the protocol calls it: the channel of all products. */
export const CHANNEL = 'sponsored_intelligence';

/** A price by which a product is sold: by auction, at or above a floor in USD, for a thousand impressions or a click. */
export type PricingOption = {
  readonly id: string;
  readonly model: PricingModel;
  readonly floorUsd: number;
};

/** What buyers can buy, from the config or the store. */
export type AdProduct = Pick<ProductDefinition, 'id' | 'name' | 'description' | 'publishers'> & {
  /** Ids of formats. */
  readonly formats: readonly string[];
  readonly options: readonly PricingOption[];
  readonly minSpendUsd: number | undefined;
  readonly targeting: ProductDefinition['targeting'];
};

/** What others have paid for ads of a product: percentiles, in USD. */
export type PriceGuidance = Readonly<Record<'p25' | 'p50' | 'p75' | 'p90', number>>;

/** Those that operators offer, in the config or in the store. */
export function offeredProducts(records: Pick<Records, 'all'>): readonly AdProduct[] {
  return records
    .all(PRODUCT)
    .flatMap(({ state, definition }) => (state === 'active' ? productOf(definition) : []));
}

export function productOf(definition: ProductDefinition): AdProduct {
  const { id, name, description, publishers, formats, floors, minSpend, targeting } = definition;
  return {
    id,
    name,
    description,
    publishers,
    formats: formats ?? KNOWN_FORMATS.map((format) => format.id),
    options: (['cpm', 'cpc'] as const).flatMap((model): readonly PricingOption[] => {
      const floorUsd = floors[model];
      return floorUsd === undefined ? [] : [{ id: `${model}_auction`, model, floorUsd }];
    }),
    minSpendUsd: minSpend,
    targeting,
  };
}

/** As the files of publishers are found: by the domains of their entries as sellers, or else of their pages. */
export function publisherDomains(
  { publisherOf }: { readonly publisherOf: (id: string) => PublisherDefinition | undefined },
  ids: readonly string[],
): readonly string[] {
  const domains = ids.flatMap((id) => {
    const { seller, origins = [] } = publisherOf(id) ?? {};
    const domain = seller?.domain ?? URL.parse(origins[0] ?? '')?.hostname;
    return domain?.toLowerCase().replace(/^www\./, '') ?? [];
  });
  return [...new Set(domains)];
}
