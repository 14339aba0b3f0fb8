import { requestSigningOf } from './signatures/signatures.ts';
import type { SellerSources, Tool } from './tool.ts';
import { createMediaBuy } from './tools/create-media-buy.ts';
import { getAdcpCapabilities } from './tools/get-adcp-capabilities.ts';
import { getMediaBuyDelivery } from './tools/get-media-buy-delivery.ts';
import { getMediaBuys } from './tools/get-media-buys.ts';
import { getProducts } from './tools/get-products.ts';
import { listAccounts } from './tools/list-accounts.ts';
import { listCreativeFormats } from './tools/list-creative-formats.ts';
import { listCreatives } from './tools/list-creatives.ts';
import { providePerformanceFeedback } from './tools/provide-performance-feedback.ts';
import { syncAccounts } from './tools/sync-accounts.ts';
import { syncCreatives } from './tools/sync-creatives.ts';
import { updateMediaBuy } from './tools/update-media-buy.ts';

/** All tools of the seller. */
export function sellerTools(sources: SellerSources): readonly Tool[] {
  return [
    getAdcpCapabilities(sources, requestSigningOf),
    listAccounts(sources),
    syncAccounts(sources),
    getProducts(sources),
    createMediaBuy(sources),
    updateMediaBuy(sources),
    getMediaBuys(sources),
    getMediaBuyDelivery(sources),
    providePerformanceFeedback(sources),
    syncCreatives(sources),
    listCreatives(sources),
    listCreativeFormats(sources),
  ];
}
