import { exchangeDomainOf } from '../products/publisher-domains.ts';
import type { BuyerCall, SellerSources } from '../tool.ts';
import type { PackageSources } from './new-package.ts';

/** What packages of a call are made from. */
export function packageSources(
  sources: Pick<SellerSources, 'config' | 'products' | 'newId' | 'publicUrl'>,
  { nowMs }: Pick<BuyerCall, 'nowMs'>,
): PackageSources {
  return {
    findProduct: (id) => sources.products().find((one) => one.id === id),
    newId: sources.newId,
    nowMs,
    exchangeDomain: exchangeDomainOf(sources),
  };
}
