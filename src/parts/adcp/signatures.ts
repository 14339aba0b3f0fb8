import { createHash, createPublicKey, verify } from 'node:crypto';
import type { SigningKey } from '../../demand/buyer-schema.ts';
import type { PassedCall } from '../../host/http/buyer-calls.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { Buyer } from './seller-terms.ts';

/** Of one key, within the time that a signature may be valid. Further ones are refused until some have ended. */
export const NONCES_MAX = 20_000;

const WINDOW_SEC_MAX = 300;
const CLOCK_SKEW_SEC = 60;

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
    add(key: string, nonce: string, nowSec: number): void {
      const kept = ofKey(key, nowSec);
      kept.set(nonce, nowSec + WINDOW_SEC_MAX + CLOCK_SKEW_SEC);
      seen.set(key, kept);
    },
  };
}

/** Why a signature does not count, as the AdCP profile of RFC 9421 names it. */
type SignatureFault = { readonly code: `request_signature_${string}`; readonly message: string };

const fault = (what: string, message: string): SignatureFault => ({
  code: `request_signature_${what}`,
  message,
});

const malformed = (message: string) => fault('header_malformed', message);

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

/** Of each key, what its signatures have to say of themselves. */
const CURVE_BY_ALG: Readonly<Record<string, SigningKey['crv']>> = {
  ed25519: 'Ed25519',
  'ecdsa-p256-sha256': 'P-256',
};

/** The body has to be covered: a signature that says nothing of it would let any other be sent with it. */
const COVERED = ['@method', '@target-uri', '@authority', 'content-type', 'content-digest'];

/** The steps in the order of the profile. undefined: the signature is right, and its nonce is used up. */
export function findSignatureFault(
  request: SignedRequest,
  { keys, owner, nonces, nowMs }: VerifyParts,
): SignatureFault | undefined {
  const read = readSignature(request);
  if ('code' in read) return read;
  const { params, components } = read;
  const { created, expires, nonce, keyid, alg, tag } = params;
  const nowSec = Math.floor(nowMs / 1000);
  const key = keys.find(({ kid }) => kid === keyid);
  const scope = `${owner} ${keyid}`;
  const seen = nonces.look(scope, nonce, nowSec);
  const isNow = nowSec <= expires + CLOCK_SKEW_SEC && nowSec >= created - CLOCK_SKEW_SEC;
  const algs = Object.keys(CURVE_BY_ALG);
  const missing = COVERED.filter((name) => !components.includes(name));
  const isDerived = (name: string) => name.startsWith('@');
  const steps: readonly (readonly [isRight: boolean, what: string, expected: string])[] = [
    [tag === TAG, 'tag_invalid', `the tag ${TAG}`],
    [algs.includes(alg), 'alg_not_allowed', `one of ${algs.join(', ')}`],
    [
      expires > created && expires - created <= WINDOW_SEC_MAX,
      'window_invalid',
      `expires 1 to ${WINDOW_SEC_MAX} s after created`,
    ],
    [isNow, 'window_invalid', 'a time of now between created and expires'],
    [missing.length === 0, 'components_incomplete', `${missing.join(', ')} to be covered`],
    [
      components.every((name) => !isDerived(name) || COVERED.includes(name)),
      'components_unexpected',
      `no other than ${COVERED.join(', ')}`,
    ],
    [
      components.every((name) => isDerived(name) || Object.hasOwn(request.headers, name)),
      'components_incomplete',
      'only headers to be covered that are sent and read',
    ],
    [key !== undefined, 'key_unknown', 'the keyid of a key on file'],
    [
      key?.crv === CURVE_BY_ALG[alg],
      'key_purpose_invalid',
      `the alg of the key on file, which is ${key?.crv}`,
    ],
    [seen !== 'used', 'replayed', 'a nonce that was not used before'],
    [seen !== 'full', 'rate_abuse', 'fewer signed requests with this key: ask again later'],
  ];
  const wrong = steps.find(([isRight]) => !isRight);
  if (wrong !== undefined) return fault(wrong[1], `expected ${wrong[2]}`);
  const { targets } = request;
  if (key === undefined || !targets.some((target) => isSigned(request, target, read, key))) {
    return fault(
      'invalid',
      `expected a signature by this key of a request to ${targets.join(' or ')}`,
    );
  }
  const digest = createHash('sha256').update(request.body).digest();
  if (!bytesIn(request.headers['content-digest'] ?? '', 'sha-256')?.equals(digest)) {
    return fault('digest_mismatch', 'expected Content-Digest with the sha-256 of the body');
  }
  nonces.add(scope, nonce, nowSec);
  return undefined;
}

/**
 * The headers of RFC 9421, as far as the AdCP profile has them: each label has a list of names in quotes and its
 * parameters. They have to be in the canonical form of RFC 8941, since what was signed contains them byte by byte.
 */
const QUOTED = String.raw`"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"`;
const LABEL = '[a-z*][a-z0-9_.*-]*';
const LIST = String.raw`\((?:${QUOTED}(?: ${QUOTED})*)?\)`;
const VALUE = String.raw`-?\d{1,15}|${QUOTED}`;

const INPUT = `(${LABEL})=((${LIST})((?:;${LABEL}=(?:${VALUE}))*))`;
const BYTES = `(${LABEL})=:([A-Za-z0-9+/_-]*={0,2}):`;
const PARAM = `;(${LABEL})=(${VALUE})`;

/** A longer one is malformed. */
export const SIGNATURE_HEADER_LENGTH_MAX = 4096;

type Members = readonly (readonly string[])[];

/** All of the header, or nothing. A name that is there twice could mean one thing here and another to a proxy. */
function membersOf(header: string, member: string): Members | undefined {
  const text = header.trim();
  const whole = new RegExp(`^${member}(?:[ \\t]*,[ \\t]*${member})*$`);
  if (text.length > SIGNATURE_HEADER_LENGTH_MAX || !whole.test(text)) return undefined;
  return onlyOnce([...text.matchAll(new RegExp(member, 'g'))]);
}

const onlyOnce = (members: Members): Members | undefined =>
  new Set(members.map(([, name]) => name)).size < members.length ? undefined : members;

/** The bytes of a dictionary under a name. undefined: malformed, or there are none. */
function bytesIn(header: string, label: string): Buffer | undefined {
  const text = membersOf(header, BYTES)?.find(([, name]) => name === label)?.[2];
  // Signers use either alphabet. A text with both has several readings.
  const isUnclear = text === undefined || (/[-_]/.test(text) && /[+/=]/.test(text));
  return isUnclear ? undefined : Buffer.from(text, 'base64url');
}

const unquoted = (text: string) => text.slice(1, -1).replace(/\\(.)/g, '$1');

type Signature = Exclude<ReturnType<typeof readSignature>, SignatureFault>;

function readSignature({ headers }: SignedRequest) {
  const { signature: signed, 'signature-input': described } = headers;
  if (signed === undefined || described === undefined) {
    return malformed('expected both Signature and Signature-Input');
  }
  const members = membersOf(described, INPUT);
  // Of several, exactly one is looked at.
  const [, label = '', text = '', list = '', parameters = ''] =
    members?.find(([, name]) => name === 'sig1') ?? members?.[0] ?? [];
  const pairs = onlyOnce([...parameters.matchAll(new RegExp(PARAM, 'g'))]);
  if (label === '' || pairs === undefined) {
    return malformed('expected Signature-Input with a list of names and its parameters');
  }
  const signature = bytesIn(signed, label);
  if (signature === undefined) return malformed(`expected Signature with bytes of ${label}`);
  const components = [...list.matchAll(new RegExp(QUOTED, 'g'))].map(([name]) => unquoted(name));
  const covers = (name: string) => components.includes(name);
  if (covers('content-type') && headers['content-type']?.includes(',')) {
    return malformed('expected one Content-Type');
  }
  // A digest has no comma in its bytes.
  const digests = (headers['content-digest'] ?? '').split(',');
  const algorithms = new Set(digests.map((one) => one.trim().split('=')[0]?.toLowerCase()));
  if (covers('content-digest') && algorithms.size < digests.length) {
    return malformed('expected each algorithm of Content-Digest once');
  }
  const params = paramsIn(pairs);
  return 'code' in params ? params : { components, text, signature, params };
}

const PARAMS = ['created', 'expires', 'nonce', 'keyid', 'alg', 'tag'] as const;

function paramsIn(pairs: Members) {
  const params = new Map(pairs.map(([, name = '', value = '']) => [name, value]));
  const missing = PARAMS.filter((name) => !params.has(name));
  if (missing.length > 0) {
    return fault('params_incomplete', `expected the parameters ${missing.join(', ')}`);
  }
  const [created = '', expires = '', ...texts] = PARAMS.map((name) => params.get(name) ?? '');
  const isText = (value: string) => value.startsWith('"');
  if (isText(created) || isText(expires) || !texts.every(isText)) {
    return malformed(
      'expected created and expires as numbers, and nonce, keyid, alg and tag in quotes',
    );
  }
  const [nonce = '', keyid = '', alg = '', tag = ''] = texts.map(unquoted);
  return { created: Number(created), expires: Number(expires), nonce, keyid, alg, tag };
}

function isSigned(
  { method, headers }: SignedRequest,
  target: string,
  { components, text, signature }: Signature,
  { kty, crv, x, y }: SigningKey,
): boolean {
  const url = new URL(target);
  const derived: Readonly<Record<string, string>> = {
    '@method': method.toUpperCase(),
    '@target-uri': canonicalUri(url),
    '@authority': url.host,
  };
  const lines = components.map((name) => `"${name}": ${derived[name] ?? headers[name]?.trim()}`);
  const signed = Buffer.from([...lines, `"@signature-params": ${text}`].join('\n'));
  const jwk = { kty, crv, x, ...(y === undefined ? {} : { y }) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  try {
    return crv === 'Ed25519'
      ? verify(null, signed, key, signature)
      : verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    // Bytes that cannot be a signature of this kind.
    return false;
  }
}

type SignatureParts = {
  /** Where this seller is reached, by its config. */
  readonly addresses: () => readonly string[];
  readonly nowMs: () => number;
};

type SigningBuyer = Pick<Buyer, 'id' | 'signingKeys' | 'requireSignature'>;

export type Signatures = ReturnType<typeof createSignatures>;

/** Which requests have to be signed, and whether those that are, are signed rightly. */
export function createSignatures({ addresses, nowMs }: SignatureParts) {
  const nonces = createNonces();
  return {
    /** undefined: the call may be carried out. Of a buyer without keys, a signature says nothing to us. */
    faultOf(
      { headers, text, search }: PassedCall,
      { id, signingKeys = [], requireSignature = false }: SigningBuyer,
      isChange: boolean,
      args: Readonly<Record<string, unknown>>,
    ): SignatureFault | undefined {
      if (signingKeys.length === 0) return undefined;
      if (headers.signature === undefined && headers['signature-input'] === undefined) {
        const isNeeded = requireSignature && isChange;
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
export function requestSigningOf(buyer: SigningBuyer | undefined, changes: readonly string[]) {
  if (buyer?.signingKeys === undefined || buyer.signingKeys.length === 0) return undefined;
  return {
    supported: true,
    covers_content_digest: 'required',
    required_for: buyer.requireSignature ? changes : [],
    supported_for: changes,
  };
}

/** RFC 3986, 6.2.2: what needs no escape has none, and the others are in upper case. */
export function canonicalUri({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${host}${pathname}${search}`.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(char) ? char : escaped.toUpperCase();
  });
}
