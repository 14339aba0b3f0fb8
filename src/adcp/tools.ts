import { createSandbox } from './controller/sandbox.ts';
import type { SellerSources, Tool } from './tool.ts';
import { complyTestController } from './tools/comply-test-controller.ts';
import { getAdcpCapabilities } from './tools/get-adcp-capabilities.ts';
import { listCreativeFormats } from './tools/list-creative-formats.ts';
import { listCreatives } from './tools/list-creatives.ts';
import { syncCreatives } from './tools/sync-creatives.ts';

/** All tools of the seller. */
export function sellerTools(sources: SellerSources): readonly Tool[] {
  const sandbox = createSandbox();
  const forTests = sources.config().adcp.testController
    ? [complyTestController(sources, sandbox)]
    : [];
  return [
    getAdcpCapabilities(),
    syncCreatives(sources),
    listCreatives(sources),
    listCreativeFormats(sources, sandbox.formats),
    ...forTests,
  ];
}
