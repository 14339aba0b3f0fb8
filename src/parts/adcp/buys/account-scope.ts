import { accountIdOf, naturalKeyOf } from '../accounts/accounts.ts';
import type { Buyer } from '../buyers.ts';
import { isAdcpError } from '../errors.ts';
import type { AccountReferenceArgs } from '../fields.ts';

/** The account that a key of a call is used in, however it is named. A reference that is wrong names none. */
export function accountScope(buyer: Buyer, reference: AccountReferenceArgs): string {
  const key = naturalKeyOf(buyer, reference, 'account');
  if (key === undefined) return reference.account_id ?? '';
  return isAdcpError(key) ? '' : accountIdOf(buyer.id, key);
}
