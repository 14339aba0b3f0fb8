import { KNOWN_FORMATS } from '../../../core/openrtb/known-formats.ts';
import type { ProductDefinition } from '../../../demand/buyer-schema.ts';
import { PRODUCT } from '../../../store/account-kinds.ts';
import type { Records } from '../../../store/records.ts';
import type { SellerSources } from '../tool.ts';
import { CONVERSATIONS } from './channels.ts';
import type { AdProduct, PricingOption } from './product.ts';

export type Products = ReturnType<typeof createProducts>;

/**
 * What buyers can buy: the products that operators offer, then what a test controller has made. Of those with the same id
 * the first one counts.
 */
export function createProducts({
  products,
  seededProducts: seeded = () => [],
}: Pick<SellerSources, 'products' | 'seededProducts'>) {
  const all = (): readonly AdProduct[] => {
    const known = products().map(productOf);
    const ids = new Set<string>();
    return [...known, ...seeded()].filter(({ id }) => !ids.has(id) && ids.add(id));
  };
  return {
    all,
    find: (id: string): AdProduct | undefined => all().find((product) => product.id === id),
  };
}

/** Those that operators offer, in the config or in the store. */
export function offeredProducts(records: Pick<Records, 'all'>): readonly ProductDefinition[] {
  return records
    .all(PRODUCT)
    .flatMap(({ state, definition }) => (state === 'active' ? definition : []));
}

function productOf(definition: ProductDefinition): AdProduct {
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
