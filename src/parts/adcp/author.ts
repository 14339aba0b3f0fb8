import type { Author } from '../../lib/op.ts';
import type { Buyer } from './buyers.ts';

/** Who the audit names for a change that an agent has made: the buyer whose token it showed. */
export function authorOf({ id }: Pick<Buyer, 'id'>): Author {
  return { who: id, role: 'buyer' };
}
