import { KNOWN_FORMATS } from '../../core/openrtb/known-formats.ts';
import type { ProductDefinition } from '../../demand/buyer-schema.ts';
import type { Config } from '../../host/config/config.ts';
import { PRODUCT, type PublisherDefinition } from '../../store/account-kinds.ts';
import type { Records } from '../../store/records.ts';
import type { PricingModel } from './buy.ts';

/** What a conversation with an assistant is, as the protocol calls it. */
const CONVERSATIONS = 'sponsored_intelligence';

/** What media are called in AdCP. */
const CHANNELS = new Set(
  `display olv social search ctv linear_tv radio streaming_audio podcast dooh ooh print cinema email gaming retail_media influencer affiliate product_placement ${CONVERSATIONS}`.split(
    ' ',
  ),
);

export const isChannel = (name: string): boolean => CHANNELS.has(name);

/** A price by which a product is sold. One of the two amounts, in USD, for a thousand impressions or a click. */
export type PricingOption = {
  readonly id: string;
  readonly model: PricingModel;
} & ({ readonly floorUsd: number } | { readonly fixedUsd: number });

/** What buyers can buy, from the config or the store. */
export type AdProduct = Pick<ProductDefinition, 'id' | 'name' | 'description' | 'publishers'> & {
  /** Ids of formats. */
  readonly formats: readonly string[];
  readonly options: readonly PricingOption[];
  readonly minSpendUsd: number | undefined;
  readonly targeting: ProductDefinition['targeting'];
  readonly isGuaranteed: boolean;
  readonly channels: readonly string[];
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
    isGuaranteed: false,
    channels: [CONVERSATIONS],
  };
}

type DomainSources = {
  readonly config: () => Pick<Config, 'listen'>;
  readonly publicUrl: () => string;
  readonly publisherOf: (id: string) => PublisherDefinition | undefined;
};

/** By which the files of publishers name this exchange. */
export function exchangeDomainOf({
  config,
  publicUrl,
}: Pick<DomainSources, 'config' | 'publicUrl'>): string {
  return config().listen.exchangeDomain ?? new URL(publicUrl()).hostname;
}

/** Domains of publishers as their files are found: those of their entries as sellers, or else of their pages. */
export function createPublisherDomains({ config, publicUrl, publisherOf }: DomainSources) {
  const exchange = () => exchangeDomainOf({ config, publicUrl });

  function domainOf(id: string): string | undefined {
    const { seller, origins = [] } = publisherOf(id) ?? {};
    const domain = seller?.domain ?? URL.parse(origins[0] ?? '')?.hostname;
    return domain?.toLowerCase().replace(/^www\./, '');
  }

  const declared = (ids: readonly string[]): readonly string[] => [
    ...new Set(ids.flatMap((id) => domainOf(id) ?? [])),
  ];

  return {
    exchange,
    declared,
    /** At least one: a product whose publishers declare no domain has that of the exchange. */
    of({ publishers }: Pick<AdProduct, 'publishers'>): readonly string[] {
      const domains = declared(publishers);
      return domains.length === 0 ? [exchange()] : domains;
    },
  };
}
