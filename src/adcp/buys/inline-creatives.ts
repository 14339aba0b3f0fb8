import type { Query } from '../../ledger/database.ts';
import { fail } from '../errors.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { BuyPackage } from '../records/buy-record.ts';
import { type BuyerCall, type FailedAnswer, failed, type SellerSources } from '../tool.ts';
import type { NewPackageArgs } from './buy-schemas.ts';

type InlineCreatives = {
  readonly account: BuyerAccount;
  /** The packages as they were sent, in the order of `lines`. */
  readonly sent: readonly Pick<NewPackageArgs, 'creatives'>[];
  readonly lines: readonly BuyPackage[];
};

/** Keeps the creatives that packages bring along in the library, and assigns them. */
export async function keepInline(
  _query: Query,
  _sources: SellerSources,
  _call: BuyerCall,
  { sent, lines }: InlineCreatives,
): Promise<{ readonly kind: 'kept'; readonly lines: readonly BuyPackage[] } | FailedAnswer> {
  const index = sent.findIndex(({ creatives }) => creatives != null);
  if (index === -1) return { kind: 'kept', lines };
  const field = `packages[${index}].creatives`;
  return failed(
    fail.unsupported(`${field}: expected creative_assignments`, {
      field,
      suggestion: 'Send the creatives with sync_creatives, and assign them.',
    }),
  );
}
