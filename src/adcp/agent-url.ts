import type { SellerSources } from './tool.ts';

/** Where buyers call, on every port that has the seller. */
export const ADCP_PATH = '/adcp/mcp';

/** The address by which this seller names itself: formats of its own carry it. */
export function agentUrlOf({ publicUrl }: Pick<SellerSources, 'publicUrl'>): string {
  return `${publicUrl().replace(/\/$/, '')}${ADCP_PATH}`;
}
