import { ADCP_PATH } from '../../host/http/buyer-calls.ts';

/** `brand.json` of AdCP: which agents are those of a company, and with which keys they sign. */

export const BRAND_PATH = '/.well-known/brand.json';
/** Where verifiers look for the keys of an agent unless `brand.json` says otherwise. */
export const JWKS_PATH = '/.well-known/jwks.json';

/** The file of an exchange that sells to AI buyers: for its own domain, and for that of its operator. */
export function brandDocument(publicUrl: string, agentUrl: string) {
  return {
    version: '1.0',
    agents: [
      {
        type: 'sales',
        id: 'parley_sales',
        url: agentUrl,
        description: 'Sells native ads in conversations.',
        jwks_uri: `${publicUrl}${JWKS_PATH}`,
      },
    ],
  };
}

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
