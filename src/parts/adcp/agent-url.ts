import { ADCP_PATH } from '../../host/http/buyer-calls.ts';

/** The address by which this seller names itself: formats of its own carry it. */
export function agentUrlOf({ publicUrl }: { readonly publicUrl: () => string }): string {
  return `${publicUrl().replace(/\/$/, '')}${ADCP_PATH}`;
}
