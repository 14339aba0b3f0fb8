import { type AdcpError, fail } from '../errors.ts';
import type { AdProduct } from '../product.ts';
import type { BuyPackage } from '../records/buy-record.ts';
import { isShownBy, type Library } from './campaign-of-package.ts';

/**
 * Why a package cannot show what it is assigned. A sandbox, which shows nothing, may name creatives before it sends them.
 * One that is not there and one of another account are told alike.
 */
export function assignedFault(
  line: BuyPackage,
  product: AdProduct | undefined,
  library: Library,
  path: string,
): AdcpError | undefined {
  for (const [index, { creativeId }] of line.assignments.entries()) {
    const field = `${path}.creative_assignments[${index}].creative_id`;
    const found = library.get(creativeId);
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
    if (product !== undefined && !isShownBy(product, found)) {
      const formats = product.formats.join(', ');
      return fail.creativeRejected(
        `${field}: the product does not show the format of the creative`,
        {
          field,
          suggestion: `Send a creative of one of ${formats}.`,
        },
      );
    }
  }
  return undefined;
}
