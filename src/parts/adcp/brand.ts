import { ADCP_PATH } from '../../host/http/buyer-calls.ts';
import { BRAND_PATH } from '../../host/http/documents.ts';

/** What a seller declares of the messages that it sends: how they are signed, and where its keys are found. */
export const WEBHOOK_SIGNING = {
  supported: true,
  profile: 'adcp/webhook-signing/v1',
  algorithms: ['ed25519'],
  legacy_hmac_fallback: true,
} as const;

/** undefined where nobody could trust it: without https. */
export function sellerIdentity(publicUrl: string) {
  const url = URL.parse(publicUrl);
  if (url?.protocol !== 'https:') return undefined;
  return {
    brand_json_url: `${publicUrl}${BRAND_PATH}`,
    key_origins: { webhook_signing: url.origin },
  };
}

/** The address by which this seller names itself: formats of its own carry it. */
export function agentUrlOf({ publicUrl }: { readonly publicUrl: () => string }): string {
  return `${publicUrl().replace(/\/$/, '')}${ADCP_PATH}`;
}
