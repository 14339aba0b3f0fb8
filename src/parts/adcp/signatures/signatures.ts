import type { PassedCall } from '../../../host/http/buyer-calls.ts';
import { isObject } from '../../../lib/schema-fault.ts';
import type { Buyer } from '../buyers.ts';
import { isChange, TOOL_NAMES } from '../tool-names.ts';
import type { createNonces } from './nonces.ts';
import { fault, findSignatureFault, type SignatureFault } from './verify-signature.ts';

type SignatureParts = {
  /** Where this seller is reached, by its config. */
  readonly addresses: () => readonly string[];
  readonly nonces: ReturnType<typeof createNonces>;
  readonly nowMs: () => number;
};

type SigningBuyer = Pick<Buyer, 'id' | 'signingKeys' | 'isSignatureRequired'>;

export type Signatures = ReturnType<typeof createSignatures>;

/** Which requests have to be signed, and whether those that are, are signed rightly. */
export function createSignatures({ addresses, nonces, nowMs }: SignatureParts) {
  return {
    /** undefined: the call may be carried out. Of a buyer without keys, a signature says nothing to us. */
    faultOf(
      { headers, text, search }: PassedCall,
      { id, signingKeys, isSignatureRequired }: SigningBuyer,
      tool: string | undefined,
      args: Readonly<Record<string, unknown>>,
    ): SignatureFault | undefined {
      if (signingKeys.length === 0) return undefined;
      if (headers.signature === undefined && headers['signature-input'] === undefined) {
        const isNeeded = isSignatureRequired && tool !== undefined && isChange(tool);
        return isNeeded || carriesSecret(args) ? UNSIGNED : undefined;
      }
      const targets = addresses().map((address) => `${address}${search}`);
      const request = { method: 'POST', targets, headers, body: text };
      return findSignatureFault(request, { keys: signingKeys, owner: id, nonces, nowMs: nowMs() });
    },
  };
}

const UNSIGNED = fault(
  'required',
  'expected a signed request (RFC 9421): Signature-Input, Signature',
);

/** Arguments that name a webhook, each with its own credentials. */
const WEBHOOKS = ['push_notification_config', 'reporting_webhook'] as const;

/** Whoever has only the token must not be able to send what a buyer is told to somewhere else. */
function carriesSecret(args: Readonly<Record<string, unknown>>): boolean {
  return WEBHOOKS.some((name) => {
    const config = args[name];
    const { authentication } = isObject(config) ? config : {};
    return isObject(authentication) && Object.keys(authentication).length > 0;
  });
}

/** Of the header `WWW-Authenticate`. */
export const signatureChallenge = (code: SignatureFault['code']) => `Signature error="${code}"`;

/** What `get_adcp_capabilities` says of it to a buyer. Without keys on file nothing is verified, and nothing is declared. */
export function requestSigningOf(buyer: SigningBuyer | undefined) {
  if (buyer === undefined || buyer.signingKeys.length === 0) return undefined;
  const changes = TOOL_NAMES.filter(isChange);
  return {
    supported: true,
    covers_content_digest: 'required',
    required_for: buyer.isSignatureRequired ? changes : [],
    supported_for: changes,
  };
}
