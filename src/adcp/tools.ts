import type { SellerSources, Tool } from './tool.ts';
import { createMediaBuy } from './tools/create-media-buy.ts';
import { getAdcpCapabilities } from './tools/get-adcp-capabilities.ts';
import { getMediaBuys } from './tools/get-media-buys.ts';
import { updateMediaBuy } from './tools/update-media-buy.ts';

/** All tools of the seller. */
export function sellerTools(sources: SellerSources): readonly Tool[] {
  return [
    getAdcpCapabilities(),
    createMediaBuy(sources),
    updateMediaBuy(sources),
    getMediaBuys(sources),
  ];
}
