import { expect, test } from 'bun:test';
import { SingleAgentClient } from '@adcp/sdk';
import {
  InMemoryReplayStore,
  InMemoryRevocationStore,
  StaticJwksResolver,
  verifyWebhookSignature,
} from '@adcp/sdk/signing/server';
import { createMessageKeys } from '../../../core/sale/message-key.ts';
import type { BuyerWebhook } from '../records/buyer-webhook.ts';
import { webhookHeaders } from './sign-webhook.ts';

/** The verifiers of the protocol's own library are the judges here. */

const SECRETS = ['the-new-secret-of-some-length', 'the-old-secret-of-some-length'];
const BODY = '{"idempotency_key":"0123456789abcdef","message":"grüße"}';
const CREDENTIALS = 'credentials-of-at-least-thirty-two-characters';

const webhook = (terms: Partial<BuyerWebhook>): BuyerWebhook => ({
  url: 'https://buyer.example:9443/told/%7eops/%c3%bc?op=a%2fb&x=%41',
  task: 'create_media_buy',
  version: '3.0',
  scheme: 'RFC 9421',
  credentials: '',
  ...terms,
});

const headersOf = (to: BuyerWebhook, secrets = SECRETS) =>
  webhookHeaders(to, BODY, { nowMs: Date.now(), nonce: 'n-1', key: createMessageKeys(secrets) });

function verified(headers: Readonly<Record<string, string>>) {
  return verifyWebhookSignature(
    { method: 'POST', url: webhook({}).url, headers, body: BODY },
    {
      jwks: new StaticJwksResolver(createMessageKeys(SECRETS).jwks.keys),
      replayStore: new InMemoryReplayStore(),
      revocationStore: new InMemoryRevocationStore({
        issuer: 'https://exchange.example',
        updated: new Date().toISOString(),
        next_update: new Date(Date.now() + 60_000).toISOString(),
        revoked_kids: [],
        revoked_jtis: [],
      }),
    },
  );
}

test('a key of an earlier secret still verifies, and that of a stranger never', async () => {
  const earlier = headersOf(webhook({}), SECRETS.toReversed());
  expect(await verified(earlier)).toMatchObject({ status: 'verified' });
  await expect(verified(headersOf(webhook({}), ['another-secret-of-some-length']))).rejects.toThrow(
    'No JWK',
  );
});

test('a message by HMAC-SHA256 is what the library of the protocol verifies', () => {
  const headers = headersOf(webhook({ scheme: 'HMAC-SHA256', credentials: CREDENTIALS }));
  const client = new SingleAgentClient(
    { id: 'a', name: 'a', agent_uri: 'https://exchange.example', protocol: 'mcp' },
    { webhookSecret: CREDENTIALS },
  );
  const isGood = (body: string) =>
    client.verifyWebhookSignature(
      body,
      headers['X-ADCP-Signature'] ?? '',
      headers['X-ADCP-Timestamp'] ?? '',
    );
  expect(isGood(BODY)).toBe(true);
  expect(isGood(`${BODY} `)).toBe(false);
  // One scheme is used, so the credentials are in none of them.
  expect(Object.keys(headers)).toEqual(['Content-Type', 'X-ADCP-Timestamp', 'X-ADCP-Signature']);
});
