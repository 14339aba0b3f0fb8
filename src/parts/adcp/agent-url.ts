import { ADCP_PATH } from '../../host/http/buyer-calls.ts';
import type { SellerSources } from './tool.ts';

/** The address by which this seller names itself: formats of its own carry it. */
export function agentUrlOf({ publicUrl }: Pick<SellerSources, 'publicUrl'>): string {
  return `${publicUrl().replace(/\/$/, '')}${ADCP_PATH}`;
}
