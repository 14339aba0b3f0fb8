import { createSandbox } from './controller/sandbox.ts';
import { LISTED_SCENARIOS } from './controller/scenarios.ts';
import { createProducts } from './products.ts';
import type { SellerSources, Tool } from './tool.ts';
import { complyTestController } from './tools/comply-test-controller.ts';
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
import { syncGovernance } from './tools/sync-governance.ts';
import { updateMediaBuy } from './tools/update-media-buy.ts';

/** All tools of the seller. */
export function sellerTools(sources: SellerSources): readonly Tool[] {
  const sandbox = createSandbox();
  const products = createProducts(sources, sandbox.products);
  const isTested = sources.config().adcp.testController;
  return [
    getAdcpCapabilities(sources, { products, scenarios: isTested ? LISTED_SCENARIOS : [] }),
    listAccounts(sources),
    syncAccounts(sources),
    syncGovernance(),
    createMediaBuy(sources, { products, takeArm: sandbox.takeArm }),
    updateMediaBuy(sources, { products }),
    getMediaBuys(sources),
    getProducts(sources, { products }),
    getMediaBuyDelivery(sources, sandbox),
    providePerformanceFeedback(sources),
    syncCreatives(sources),
    listCreatives(sources),
    listCreativeFormats(sources, sandbox.formats),
    ...(isTested ? [complyTestController(sources, sandbox)] : []),
  ];
}
