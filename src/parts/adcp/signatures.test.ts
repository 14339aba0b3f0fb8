import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  InMemoryReplayStore,
  InMemoryRevocationStore,
  type RequestSignatureError,
  StaticJwksResolver,
  signRequest,
  verifyRequestSignature,
} from '@adcp/sdk/signing';
import type { SigningKey } from '../../demand/buyer-schema.ts';
import { createNonces, findSignatureFault, NONCES_MAX } from './signatures.ts';

/** The vectors of the protocol, and its own verifier as the judge of what they come to here. */
const VECTORS = join(
  import.meta.dir,
  '../../../node_modules/@adcp/sdk/compliance/cache/3.0.6/test-vectors/request-signing',
);

type TestKey = SigningKey & { readonly _private_d_for_test_only: string; readonly alg: string };
type SentRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
};
type SignatureVector = { readonly request: SentRequest; readonly reference_now: number };

const readJson = <T>(...path: readonly string[]) =>
  JSON.parse(readFileSync(join(VECTORS, ...path), 'utf8')) as T;

const KEYS = readJson<{ readonly keys: readonly TestKey[] }>('keys.json').keys.slice(0, 2);

/** With the digest required, as AdCP 3.2 has it. */
async function judgeOf(request: SentRequest, nowSec: number): Promise<string> {
  try {
    await verifyRequestSignature(request, {
      capability: { supported: true, covers_content_digest: 'required', required_for: [] },
      jwks: new StaticJwksResolver(KEYS as never),
      replayStore: new InMemoryReplayStore(),
      revocationStore: new InMemoryRevocationStore({
        issuer: '',
        updated: '',
        next_update: new Date(8.64e15).toISOString(),
        revoked_kids: [],
        revoked_jtis: [],
      }),
      now: () => nowSec,
    });
    return 'verified';
  } catch (error) {
    return (error as RequestSignatureError).code;
  }
}

function ourVerdict(
  { method, url, headers, body }: SentRequest,
  nowSec: number,
  nonces = createNonces(),
): string {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const request = { method, targets: [url], headers: Object.fromEntries(lower), body };
  const parts = { keys: KEYS, owner: 'acme', nonces, nowMs: nowSec * 1000 };
  return findSignatureFault(request, parts)?.code ?? 'verified';
}

/** Whether it has to be signed at all is decided elsewhere, with the token. */
const UNSIGNED = /no-signature-header|authentication-unsigned/;
/** Our addresses are those of the config, which are valid. */
const OTHER_ADDRESS = /non-ascii-host/;

describe('each vector of the protocol comes to what its own verifier says of it', () => {
  for (const kind of ['positive', 'negative']) {
    for (const file of readdirSync(join(VECTORS, kind))) {
      if (UNSIGNED.test(file) || OTHER_ADDRESS.test(file)) continue;
      test(`${kind}/${file}`, async () => {
        const { request, reference_now } = readJson<SignatureVector>(kind, file);
        expect(ourVerdict(request, reference_now)).toBe(await judgeOf(request, reference_now));
      });
    }
  }
});

const NOW_SEC = 1_776_520_800;
const URL_CALLED = 'https://ads.example.com/adcp/mcp';

function signed(key: TestKey | undefined, url = URL_CALLED, nonce = 'a-nonce'): SentRequest {
  if (key === undefined) throw new Error('no key');
  const { kid, kty, crv, x, y, _private_d_for_test_only: d } = key;
  const request = {
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/json' },
    body: '{"jsonrpc":"2.0"}',
  };
  const alg = crv === 'P-256' ? ('ecdsa-p256-sha256' as const) : ('ed25519' as const);
  const privateKey = { kid, kty, crv, x, d, ...(y === undefined ? {} : { y }) };
  const { headers } = signRequest(
    request,
    { keyid: kid, alg, privateKey },
    { now: () => NOW_SEC, nonce, coverContentDigest: true },
  );
  return { ...request, headers };
}

const CHANGED_PARAMS = [
  ['a-nonce', 'b-nonce'],
  ['created=1776520800', 'created=1776520801'],
  ['expires=1776521100', 'expires=1776521099'],
] as const;

for (const key of KEYS) {
  test(`what the SDK signs with ${key.crv} is right, once, and wrong with any change`, async () => {
    const request = signed(key);
    const nonces = createNonces();
    expect(ourVerdict(request, NOW_SEC, nonces)).toBe('verified');
    expect(ourVerdict(request, NOW_SEC, nonces)).toBe('request_signature_replayed');
    expect(ourVerdict({ ...request, body: '{}' }, NOW_SEC)).toBe(
      'request_signature_digest_mismatch',
    );
    const { Signature = '', 'Signature-Input': input = '' } = request.headers;
    const changed: readonly SentRequest[] = [
      { ...request, method: 'PUT' },
      { ...request, url: 'https://other.example.com/adcp/mcp' },
      { ...request, url: 'http://ads.example.com/adcp/mcp' },
      { ...request, headers: { ...request.headers, 'Content-Type': 'text/plain' } },
      ...CHANGED_PARAMS.map(([part, other]) => {
        const headers = { ...request.headers, 'Signature-Input': input.replace(part, other) };
        return { ...request, headers };
      }),
      {
        ...request,
        headers: {
          ...request.headers,
          Signature: Signature.replace(/:(.)/, (_, first) => (first === 'A' ? ':B' : ':A')),
        },
      },
    ];
    for (const other of changed) {
      expect(ourVerdict(other, NOW_SEC)).toBe('request_signature_invalid');
      expect(await judgeOf(other, NOW_SEC)).toBe('request_signature_invalid');
    }
  });
}

test('nonces end with the time of their signatures, and too many of a key are refused', () => {
  const nonces = createNonces();
  for (let i = 0; i < NONCES_MAX; i++) nonces.add('key', `${i}`, NOW_SEC);
  expect(nonces.look('key', 'new', NOW_SEC)).toBe('full');
  expect(nonces.look('other', 'new', NOW_SEC)).toBe('new');
  expect(nonces.look('key', '0', NOW_SEC + 359)).toBe('used');
  expect(nonces.look('key', '0', NOW_SEC + 360)).toBe('new');
});

test('a signature by another algorithm than that of the key, or in two alphabets, is refused as such', async () => {
  const request = signed(KEYS[0]);
  const { Signature = '', 'Signature-Input': input = '' } = request.headers;
  const withHeaders = (headers: Record<string, string>): SentRequest => ({
    ...request,
    headers: { ...request.headers, ...headers },
  });
  const otherAlg = withHeaders({
    'Signature-Input': input.replace('alg="ed25519"', 'alg="ecdsa-p256-sha256"'),
  });
  expect(ourVerdict(otherAlg, NOW_SEC)).toBe('request_signature_key_purpose_invalid');
  expect(await judgeOf(otherAlg, NOW_SEC)).toBe('request_signature_key_purpose_invalid');
  const mixed = withHeaders({ Signature: Signature.replace(/:..../, ':-_+/') });
  expect(ourVerdict(mixed, NOW_SEC)).toBe('request_signature_header_malformed');
  expect(await judgeOf(mixed, NOW_SEC)).toBe('request_signature_header_malformed');
});
