import type { SellerSources, Tool } from './tool.ts';
import { getAdcpCapabilities } from './tools/get-adcp-capabilities.ts';

/** All tools of the seller. */
export function sellerTools(_sources: SellerSources): readonly Tool[] {
  return [getAdcpCapabilities()];
}
