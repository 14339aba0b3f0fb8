import { createSandbox } from './controller/sandbox.ts';
import { LISTED_SCENARIOS } from './controller/scenarios.ts';
import { createProducts } from './products/products.ts';
import { requestSigningOf } from './signatures/signatures.ts';
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
export function sellerTools(given: SellerSources): readonly Tool[] {
  const sandbox = createSandbox();
  const sources = { ...given, seededProducts: sandbox.products };
  const products = createProducts(sources);
  const isTested = sources.config().adcp.testController;
  return [
    getAdcpCapabilities(sources, {
      products,
      scenarios: isTested ? LISTED_SCENARIOS : [],
      requestSigning: requestSigningOf,
    }),
    listAccounts(sources),
    syncAccounts(sources),
    syncGovernance(),
    getProducts(sources, { products }),
    createMediaBuy(sources, sandbox),
    updateMediaBuy(sources),
    getMediaBuys(sources),
    getMediaBuyDelivery(sources, sandbox),
    providePerformanceFeedback(sources),
    syncCreatives(sources),
    listCreatives(sources),
    listCreativeFormats(sources, sandbox.formats),
    ...(isTested ? [complyTestController(sources, sandbox)] : []),
  ];
}
