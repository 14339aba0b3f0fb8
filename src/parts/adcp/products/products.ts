import { KNOWN_FORMATS } from '../../../core/openrtb/known-formats.ts';
import type { ProductDefinition } from '../../../demand/buyer-schema.ts';
import { PRODUCT } from '../../../store/account-kinds.ts';
import type { Records } from '../../../store/records.ts';
import { CONVERSATIONS } from './channels.ts';
import type { AdProduct, PricingOption } from './product.ts';

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
