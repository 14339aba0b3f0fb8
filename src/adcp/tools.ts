import { createSandbox } from './controller/sandbox.ts';
import type { SellerSources, Tool } from './tool.ts';
import { complyTestController } from './tools/comply-test-controller.ts';
import { getAdcpCapabilities } from './tools/get-adcp-capabilities.ts';

/** All tools of the seller. */
export function sellerTools(sources: SellerSources): readonly Tool[] {
  const sandbox = createSandbox();
  const forTests = sources.config().adcp.testController
    ? [complyTestController(sources, sandbox)]
    : [];
  return [getAdcpCapabilities(), ...forTests];
}
