import type { SellerSources, Tool } from './tool.ts';
import { getAdcpCapabilities } from './tools/get-adcp-capabilities.ts';
import { listAccounts } from './tools/list-accounts.ts';
import { syncAccounts } from './tools/sync-accounts.ts';
import { syncGovernance } from './tools/sync-governance.ts';

/** All tools of the seller. */
export function sellerTools(sources: SellerSources): readonly Tool[] {
  return [getAdcpCapabilities(), listAccounts(sources), syncAccounts(sources), syncGovernance()];
}
