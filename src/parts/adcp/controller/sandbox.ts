import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { SimulatedDelivery } from '../delivery/buy-delivery.ts';
import type { AdProduct, PricingOption } from '../products/product.ts';

/** A format that a test controller has made up. It never serves. */
type SeededFormat = {
  readonly id: string;
  readonly fixture: object;
};

/** How the next buy of a buyer is answered, whatever it asks. */
type ForcedArm = { readonly taskId: string; readonly message: string };

export type Sandbox = ReturnType<typeof createSandbox>;

/** Of each kind: a program that goes on seeding is refused. */
const SEEDS_MAX = 1000;

const NOTHING: SimulatedDelivery = { impressions: 0, clicks: 0, conversions: 0, spendUsd: 0 };

/**
 * What the test controller has made up, in the memory of this process: it is gone after a restart. Where a test controller
 * is not configured it stays empty.
 */
export function createSandbox() {
  const seeded = new Map<string, string>();
  const products = new Map<string, Omit<AdProduct, 'options'>>();
  const options = new Map<string, Map<string, PricingOption>>();
  const formats = new Map<string, SeededFormat>();
  const arms = new Map<string, ForcedArm>();
  const delivered = new Map<string, SimulatedDelivery>();
  return {
    /**
     * Remembers a fixture. `divergent`: the id stands for another one already, and storyboards that share a sandbox would
     * disturb each other.
     */
    remember(key: string, fixture: unknown): 'fresh' | 'repeated' | 'divergent' | 'full' {
      const text = canonicalJson(fixture);
      const before = seeded.get(key);
      if (before !== undefined) return before === text ? 'repeated' : 'divergent';
      if (seeded.size >= SEEDS_MAX) return 'full';
      seeded.set(key, text);
      return 'fresh';
    },
    keepProduct(product: AdProduct): void {
      const { options: own, ...kept } = product;
      products.set(product.id, kept);
      for (const option of own) this.keepOption(product.id, option);
      for (const id of product.formats) if (!formats.has(id)) this.keepFormat({ id, fixture: {} });
    },
    keepOption(productId: string, option: PricingOption): void {
      const ofProduct = options.get(productId) ?? new Map<string, PricingOption>();
      options.set(productId, ofProduct.set(option.id, option));
    },
    keepFormat: (format: SeededFormat): unknown => formats.set(format.id, format),
    /** Those that have a price. */
    products: (): readonly AdProduct[] =>
      [...products.values()].flatMap((product) => {
        const own = [...(options.get(product.id)?.values() ?? [])];
        return own.length === 0 ? [] : [{ ...product, options: own }];
      }),
    formats: (): readonly SeededFormat[] => [...formats.values()],
    /** One for each buyer of the config: a later one replaces it. */
    forceArm: (buyerId: string, arm: ForcedArm): unknown => arms.set(buyerId, arm),
    /** How to answer this buy, once. */
    takeArm(buyerId: string): ForcedArm | undefined {
      const arm = arms.get(buyerId);
      arms.delete(buyerId);
      return arm;
    },
    /** undefined: there is no room for one more buy. */
    deliver(mediaBuyId: string, next: SimulatedDelivery): SimulatedDelivery | undefined {
      if (!delivered.has(mediaBuyId) && delivered.size >= SEEDS_MAX) return undefined;
      delivered.set(mediaBuyId, next);
      return next;
    },
    deliveredOf: (mediaBuyId: string): SimulatedDelivery => delivered.get(mediaBuyId) ?? NOTHING,
  };
}
