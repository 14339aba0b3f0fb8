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
