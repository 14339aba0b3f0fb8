import { type AdcpError, fail } from '../errors.ts';
import type { AdProduct } from '../products/product.ts';
import type { BuyPackage } from '../records/buy-record.ts';
import type { LibraryCreative } from '../records/creative-record.ts';
import type { Library } from '../records/creative-record.ts';
import { isShownBy } from './campaign-of-package.ts';

/** Why a package cannot show what it is assigned. */
export function assignedFault(
  line: BuyPackage,
  product: AdProduct | undefined,
  library: Library,
  path: string,
): AdcpError | undefined {
  for (const [index, { creativeId }] of line.assignments.entries()) {
    const field = `${path}.creative_assignments[${index}].creative_id`;
    const fault = creativeFault(library.get(creativeId), product, field);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Why a package of a product cannot show a creative. One that is not there and one of another account are told alike. */
export function creativeFault(
  found: LibraryCreative | undefined,
  product: AdProduct | undefined,
  field: string,
): AdcpError | undefined {
  if (found === undefined) {
    return fail.creativeNotFound(`${field}: expected a creative that list_creatives has`, {
      field,
      suggestion: 'Send it with sync_creatives first.',
    });
  }
  if (found.state !== 'kept') {
    return fail.creativeRejected(`${field}: the creative is archived`, {
      field,
      suggestion: 'Bring it back with sync_creatives first.',
    });
  }
  if (product === undefined || isShownBy(product, found)) return undefined;
  const formats = product.formats.join(', ');
  return fail.creativeRejected(`${field}: the product does not show the format of the creative`, {
    field,
    suggestion: `Send a creative of one of ${formats}, or as native_in_feed, which goes into each.`,
  });
}
