import { KNOWN_FORMATS } from '../../../core/openrtb/known-formats.ts';
import type { ProductDefinition } from '../../../demand/buyer-schema.ts';
import type { SellerSources } from '../tool.ts';
import { CONVERSATIONS } from './channels.ts';
import type { AdProduct, PricingOption } from './product.ts';

export type Products = ReturnType<typeof createProducts>;

/**
 * What buyers can buy: the products of the config, then those of the store, then what a test controller has made. Of those
 * with the same id the first one counts.
 */
export function createProducts({
  config,
  storedProducts,
  seededProducts: seeded = () => [],
}: Pick<SellerSources, 'config' | 'storedProducts' | 'seededProducts'>) {
  const ofStore = () =>
    [...storedProducts().values()].flatMap(({ state, definition }) =>
      state === 'active' ? [definition] : [],
    );
  const all = (): readonly AdProduct[] => {
    const known = [...config().adcp.products, ...ofStore()].map(productOf);
    const ids = new Set<string>();
    return [...known, ...seeded()].filter(({ id }) => !ids.has(id) && ids.add(id));
  };
  return {
    all,
    find: (id: string): AdProduct | undefined => all().find((product) => product.id === id),
  };
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
