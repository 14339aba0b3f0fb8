import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import type { SigningKey } from '../../demand/buyer-schema.ts';
import type { PassedCall } from '../../host/http/buyer-calls.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { Buyer } from './buyers.ts';
import { readBytes, readSignatureInput, type SignatureInput } from './read-signature.ts';
import { isChange, TOOL_NAMES } from './tool.ts';
import { canonicalUri } from './webhooks.ts';

/** Of one key, within the time that a signature may be valid. Further ones are refused until some have ended. */
export const NONCES_MAX = 20_000;

type Nonces = ReturnType<typeof createNonces>;

/**
 * The nonces of signatures that were accepted, each for as long as its signature could be sent again. In the memory of
 * one machine: another one would take a copy, and it would change nothing there, since the signed body has the
 * idempotency key of the change.
 */
export function createNonces() {
  /** By key, then by nonce: the second from which it is forgotten. Those that were added first come first. */
  const seen = new Map<string, Map<string, number>>();

  function ofKey(key: string, nowSec: number): Map<string, number> {
    const kept = seen.get(key) ?? new Map<string, number>();
    for (const [nonce, untilSec] of kept) {
      if (untilSec > nowSec) break;
      kept.delete(nonce);
    }
    return kept;
  }

  return {
    look(key: string, nonce: string, nowSec: number): 'new' | 'used' | 'full' {
      const kept = ofKey(key, nowSec);
      if (kept.has(nonce)) return 'used';
      return kept.size >= NONCES_MAX ? 'full' : 'new';
    },
    /** Every one is kept for the same time, so that they end in the order in which they came. */
    add(key: string, nonce: string, nowSec: number, keptSec: number): void {
      const kept = ofKey(key, nowSec);
      kept.set(nonce, nowSec + keptSec);
      seen.set(key, kept);
    },
  };
}

/** Why a signature does not count, as the AdCP profile of RFC 9421 names it. */
type SignatureFault = { readonly code: SignatureCode; readonly message: string };

type SignatureCode = `request_signature_${
  | 'required'
  | 'header_malformed'
  | 'params_incomplete'
  | 'tag_invalid'
  | 'alg_not_allowed'
  | 'window_invalid'
  | 'components_incomplete'
  | 'components_unexpected'
  | 'key_unknown'
  | 'key_purpose_invalid'
  | 'rate_abuse'
  | 'replayed'
  | 'invalid'
  | 'digest_mismatch'}`;

/** A request as it is signed. */
type SignedRequest = {
  readonly method: string;
  /** Where this server is reached, by its config, and never by what the request says: any of them. */
  readonly targets: readonly string[];
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type VerifyParts = {
  /** Of the buyer that the token names. */
  readonly keys: readonly SigningKey[];
  /** Under whose name nonces are kept. */
  readonly owner: string;
  readonly nonces: Nonces;
  readonly nowMs: number;
};

const TAG = 'adcp/request-signing/v1';
const WINDOW_SEC_MAX = 300;
const CLOCK_SKEW_SEC = 60;

/** Of each key, what its signatures have to say of themselves. */
const CURVE_BY_ALG: Readonly<Record<string, SigningKey['crv']>> = {
  ed25519: 'Ed25519',
  'ecdsa-p256-sha256': 'P-256',
};

const PARAMS = ['created', 'expires', 'nonce', 'keyid', 'alg', 'tag'] as const;

/** The body has to be covered: a signature that says nothing of it would let any other be sent with it. */
const COVERED = ['@method', '@target-uri', '@authority', 'content-type', 'content-digest'];

/** The steps in the order of the profile. undefined: the signature is right, and its nonce is used up. */
export function findSignatureFault(
  request: SignedRequest,
  { keys, owner, nonces, nowMs }: VerifyParts,
): SignatureFault | undefined {
  const read = readHeaders(request);
  if ('code' in read) return read;
  const { input, signature } = read;
  const params = readParams(input);
  if ('code' in params) return params;
  const nowSec = Math.floor(nowMs / 1000);
  const early = termsFault(params, nowSec) ?? componentsFault(input, request);
  if (early !== undefined) return early;
  const key = keys.find(({ kid }) => kid === params.keyid);
  if (key === undefined) return fault('key_unknown', 'expected the keyid of a key on file');
  if (key.crv !== CURVE_BY_ALG[params.alg]) {
    return fault('key_purpose_invalid', `expected the alg of the key on file, which is ${key.crv}`);
  }
  const scope = `${owner} ${key.kid}`;
  const used = nonceFault(nonces, scope, params.nonce, nowSec);
  if (used !== undefined) return used;
  if (!request.targets.some((target) => isSigned(request, target, input, key, signature))) {
    const targets = request.targets.join(' or ');
    return fault('invalid', `expected a signature by this key of a request to ${targets}`);
  }
  if (!hasDigest(request)) {
    return fault('digest_mismatch', 'expected Content-Digest with the sha-256 of the body');
  }
  nonces.add(scope, params.nonce, nowSec, WINDOW_SEC_MAX + CLOCK_SKEW_SEC);
  return undefined;
}

const fault = (
  what: SignatureCode extends `request_signature_${infer What}` ? What : never,
  message: string,
): SignatureFault => ({ code: `request_signature_${what}`, message });

const malformed = (message: string) => fault('header_malformed', message);

function readHeaders({ headers }: SignedRequest) {
  const { signature: signed, 'signature-input': described } = headers;
  if (signed === undefined || described === undefined) {
    return malformed('expected both Signature and Signature-Input');
  }
  const input = readSignatureInput(described.trim());
  if (input === undefined) {
    return malformed('expected Signature-Input with a list of names and its parameters');
  }
  const signature = readBytes(signed.trim(), input.label);
  if (signature === undefined) return malformed(`expected Signature with bytes of ${input.label}`);
  const covers = (name: string) => input.components.includes(name);
  if (covers('content-type') && headers['content-type']?.includes(',')) {
    return malformed('expected one Content-Type');
  }
  const digest = headers['content-digest'];
  if (covers('content-digest') && digest !== undefined && hasTwice(digest)) {
    return malformed('expected each algorithm of Content-Digest once');
  }
  return { input, signature };
}

/** A digest has no comma in its bytes. */
function hasTwice(digest: string): boolean {
  const names = digest.split(',').map((member) => member.trim().split('=')[0]?.toLowerCase());
  return new Set(names).size < names.length;
}

function readParams({ params }: SignatureInput) {
  const { created, expires, nonce, keyid, alg, tag } = Object.fromEntries(params);
  const missing = PARAMS.filter((name) => !params.has(name));
  if (
    missing.length === 0 &&
    typeof created === 'number' &&
    typeof expires === 'number' &&
    typeof nonce === 'string' &&
    typeof keyid === 'string' &&
    typeof alg === 'string' &&
    typeof tag === 'string'
  ) {
    return { created, expires, nonce, keyid, alg, tag };
  }
  return missing.length === 0
    ? malformed('expected created and expires as numbers, and nonce, keyid, alg and tag in quotes')
    : fault('params_incomplete', `expected the parameters ${missing.join(', ')}`);
}

type SignatureParams = Exclude<ReturnType<typeof readParams>, SignatureFault>;

function termsFault(
  { created, expires, alg, tag }: SignatureParams,
  nowSec: number,
): SignatureFault | undefined {
  if (tag !== TAG) return fault('tag_invalid', `expected the tag ${TAG}`);
  if (!Object.hasOwn(CURVE_BY_ALG, alg)) {
    return fault('alg_not_allowed', `expected one of ${Object.keys(CURVE_BY_ALG).join(', ')}`);
  }
  const lengthSec = expires - created;
  if (lengthSec <= 0 || lengthSec > WINDOW_SEC_MAX) {
    return fault('window_invalid', `expected expires 1 to ${WINDOW_SEC_MAX} s after created`);
  }
  return nowSec > expires + CLOCK_SKEW_SEC || nowSec < created - CLOCK_SKEW_SEC
    ? fault('window_invalid', 'expected a time of now between created and expires')
    : undefined;
}

function componentsFault(
  { components }: SignatureInput,
  { headers }: SignedRequest,
): SignatureFault | undefined {
  const missing = COVERED.filter((name) => !components.includes(name));
  if (missing.length > 0) {
    return fault('components_incomplete', `expected ${missing.join(', ')} to be covered`);
  }
  const unknown = components.find((name) => name.startsWith('@') && !COVERED.includes(name));
  if (unknown !== undefined) {
    return fault('components_unexpected', `expected no other than ${COVERED.join(', ')}`);
  }
  const absent = components.find((name) => !name.startsWith('@') && !Object.hasOwn(headers, name));
  return absent === undefined
    ? undefined
    : fault('components_incomplete', 'expected only headers to be covered that are sent and read');
}

function nonceFault(
  nonces: Nonces,
  scope: string,
  nonce: string,
  nowSec: number,
): SignatureFault | undefined {
  const verdict = nonces.look(scope, nonce, nowSec);
  if (verdict === 'used') return fault('replayed', 'expected a nonce that was not used before');
  return verdict === 'full'
    ? fault('rate_abuse', 'expected fewer signed requests with this key: ask again later')
    : undefined;
}

function isSigned(
  { method, headers }: SignedRequest,
  target: string,
  { components, text }: SignatureInput,
  key: SigningKey,
  signature: Uint8Array,
): boolean {
  const url = new URL(target);
  const derived: Readonly<Record<string, string>> = {
    '@method': method.toUpperCase(),
    '@target-uri': canonicalUri(url),
    '@authority': url.host,
  };
  const lines = components.map((name) => `"${name}": ${derived[name] ?? headers[name]?.trim()}`);
  const signed = Buffer.from([...lines, `"@signature-params": ${text}`].join('\n'));
  const { kty, crv, x, y } = key;
  const publicKey = createPublicKey({
    key: { kty, crv, x, ...(y === undefined ? {} : { y }) },
    format: 'jwk',
  });
  try {
    return crv === 'Ed25519'
      ? verify(null, signed, publicKey, signature)
      : verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    // Bytes that cannot be a signature of this kind.
    return false;
  }
}

function hasDigest({ headers, body }: SignedRequest): boolean {
  const given = readBytes((headers['content-digest'] ?? '').trim(), 'sha-256');
  const right = createHash('sha256').update(body).digest();
  return given?.length === right.length && timingSafeEqual(given, right);
}

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
