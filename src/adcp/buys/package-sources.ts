import type { Products } from '../products.ts';
import type { BuyerCall, SellerSources } from '../tool.ts';
import type { PackageSources } from './new-package.ts';

/** With the products that can be bought, of which a sandbox has more. */
export type BuySources = SellerSources & { readonly products: Products };

/** What packages of a call are made from. */
export function packageSources(
  sources: BuySources,
  { nowMs }: Pick<BuyerCall, 'nowMs'>,
): PackageSources {
  return {
    findProduct: sources.products.find,
    newId: sources.newId,
    nowMs,
    exchangeDomain: URL.parse(sources.publicUrl())?.hostname ?? 'localhost',
  };
}
