import type { SellerSources, Tool } from './tool.ts';
import { createMediaBuy } from './tools/create-media-buy.ts';
import { getAdcpCapabilities } from './tools/get-adcp-capabilities.ts';
import { getMediaBuys } from './tools/get-media-buys.ts';
import { listAccounts } from './tools/list-accounts.ts';
import { syncAccounts } from './tools/sync-accounts.ts';
import { syncGovernance } from './tools/sync-governance.ts';
import { updateMediaBuy } from './tools/update-media-buy.ts';

/** All tools of the seller. */
export function sellerTools(sources: SellerSources): readonly Tool[] {
  return [
    getAdcpCapabilities(),
    listAccounts(sources),
    syncAccounts(sources),
    syncGovernance(),
    createMediaBuy(sources),
    updateMediaBuy(sources),
    getMediaBuys(sources),
  ];
}
