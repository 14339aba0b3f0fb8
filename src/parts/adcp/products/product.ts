import type { ProductDefinition } from '../../../demand/buyer-schema.ts';
import type { PricingModel } from '../records/buy-record.ts';

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
