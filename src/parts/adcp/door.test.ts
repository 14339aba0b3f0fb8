import { expect, test } from 'bun:test';
import { signRequest } from '@adcp/sdk/signing';
import type { SigningKey } from '../../demand/buyer-schema.ts';
import { createCallReceiver, OPEN_CALLS_PER_MINUTE } from './door.ts';
import type { Buyer } from './seller-terms.ts';
import { createSignatures, requestSigningOf } from './signatures.ts';

const ADDRESS = 'https://ads.example.com/adcp/mcp';
const NOW_MS = 1_776_520_800_000;
const PRIVATE = {
  kid: 'k',
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'gWUqzATUcUco5Q8fZZXn8aWwb7DQbYGBiqUzLiSDDJo',
  d: 'A_rC9vrZ2D1xJWLBXGdRW7CYLAh_f83Gqv8nhly7N2M',
} as const;
const KEY: SigningKey = { kid: 'k', kty: PRIVATE.kty, crv: PRIVATE.crv, x: PRIVATE.x };

const BUYER: Buyer = {
  id: 'acme',
  name: 'Acme',
  sandbox: true,
  callsPerMinute: 10,
};

const message = (name: string, args: object = {}) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });

function receiver(buyer: Partial<Buyer> = {}) {
  const refused: string[] = [];
  const reached: string[] = [];
  let wrong = 0;
  const open = new Map<string, number>();
  const receive = createCallReceiver({
    seller: {
      tools: (['get_adcp_capabilities', 'create_media_buy'] as const).map((name) => ({
        name,
        description: '',
        input: {},
        isOpen: name !== 'create_media_buy',
        isChange: name === 'create_media_buy',
        run: () => Promise.reject(new Error('not here')),
      })),
      call: async (name) => {
        reached.push(name);
        return { isError: false, body: {} };
      },
    },
    find: (token) => (token === 'right' ? { ...BUYER, ...buyer } : undefined),
    signatures: createSignatures({
      addresses: () => [ADDRESS],
      nowMs: () => NOW_MS,
    }),
    countWrongToken: () => (++wrong > 1 ? 'slowed' : 'first-ones'),
    countOpenCall(caller) {
      const count = (open.get(caller) ?? 0) + 1;
      open.set(caller, count);
      return count;
    },
    onRefused: (reason) => refused.push(reason),
  });
  const call = async (text: string, headers: Readonly<Record<string, string>> = {}) => {
    const reply = await receive({ headers, text, search: '', caller: '192.0.2.1' });
    return { ...reply, challenge: reply.headers['WWW-Authenticate'] };
  };
  return { call, refused, reached };
}

const TOKEN = { authorization: 'Bearer right' };

function signedHeaders(body: string, nonce = 'n'): Readonly<Record<string, string>> {
  const request = {
    method: 'POST',
    url: ADDRESS,
    headers: { 'content-type': 'application/json' },
    body,
  };
  const { headers } = signRequest(
    request,
    { keyid: 'k', alg: 'ed25519', privateKey: PRIVATE },
    { now: () => NOW_MS / 1000, nonce, coverContentDigest: true },
  );
  return Object.fromEntries(
    Object.entries({ ...TOKEN, ...headers }).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

test('a tool of buyers needs a token, and nothing of a call with a wrong one is read', async () => {
  const { call, refused, reached } = receiver();
  expect(await call(message('create_media_buy'))).toMatchObject({
    status: 401,
    challenge: 'Bearer realm="adcp"',
  });
  const wrong = { authorization: 'Bearer wrong' };
  expect(await call('{', wrong)).toMatchObject({ status: 401 });
  expect(await call('{', wrong)).toMatchObject({ status: 401, isSlowed: true });
  expect(reached).toEqual([]);
  expect(await call(message('create_media_buy'), TOKEN)).toMatchObject({ status: 200 });
  expect(await call(message('get_adcp_capabilities'))).toMatchObject({ status: 200 });
  expect(reached.length).toBe(2);
  expect(refused).toEqual(['token', 'token', 'token']);
});

test('calls without a token are few', async () => {
  const { call } = receiver();
  const text = message('get_adcp_capabilities');
  for (let i = 0; i < OPEN_CALLS_PER_MINUTE; i++) expect((await call(text)).status).toBe(200);
  expect((await call(text)).status).toBe(429);
  expect((await call(text, TOKEN)).status).toBe(200);
});

test('where a buyer has a key on file, what is signed wrongly is refused, and what is unsigned is not', async () => {
  const { call, refused, reached } = receiver({ signingKeys: [KEY] });
  const text = message('create_media_buy', { budget: 1 });
  expect(await call(text, signedHeaders(text))).toMatchObject({ status: 200 });
  const other = message('create_media_buy', { budget: 1000 });
  expect(await call(other, signedHeaders(text, 'm'))).toMatchObject({
    status: 401,
    challenge: 'Signature error="request_signature_digest_mismatch"',
  });
  expect(await call(text, signedHeaders(text))).toMatchObject({
    challenge: 'Signature error="request_signature_replayed"',
  });
  expect(await call(other, TOKEN)).toMatchObject({ status: 200 });
  const config = { url: 'https://a.example', authentication: { credentials: 'x' } };
  for (const name of ['push_notification_config', 'reporting_webhook']) {
    expect(await call(message('create_media_buy', { [name]: config }), TOKEN)).toMatchObject({
      challenge: 'Signature error="request_signature_required"',
    });
  }
  expect(reached.length).toBe(2);
  expect(refused).toEqual(['signature', 'signature', 'signature', 'signature']);
});

test('where a buyer has to sign, an unsigned change is refused, and a question is not', async () => {
  const { call } = receiver({ signingKeys: [KEY], requireSignature: true });
  const change = message('create_media_buy');
  expect(await call(change, TOKEN)).toMatchObject({
    status: 401,
    challenge: 'Signature error="request_signature_required"',
  });
  expect(await call(message('a_tool_that_nobody_knows'), TOKEN)).toMatchObject({ status: 401 });
  expect(await call(message('get_adcp_capabilities'), TOKEN)).toMatchObject({ status: 200 });
  expect(await call(change, signedHeaders(change))).toMatchObject({ status: 200 });
});

test('of a buyer without keys a signature says nothing, and none is declared', async () => {
  const { call } = receiver();
  const text = message('create_media_buy');
  expect(await call(text, { ...TOKEN, signature: 'x', 'signature-input': 'x' })).toMatchObject({
    status: 200,
  });
  expect(requestSigningOf(BUYER, ['a'])).toBeUndefined();
  expect(requestSigningOf(undefined, ['a'])).toBeUndefined();
  const changes = ['create_media_buy'];
  expect(requestSigningOf({ ...BUYER, signingKeys: [KEY] }, changes)).toEqual({
    supported: true,
    covers_content_digest: 'required',
    required_for: [],
    supported_for: changes,
  });
  expect(
    requestSigningOf({ ...BUYER, signingKeys: [KEY], requireSignature: true }, changes)
      ?.required_for,
  ).toEqual(changes);
});
