import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import {
  InMemoryReplayStore,
  InMemoryRevocationStore,
  StaticJwksResolver,
  verifyWebhookSignature,
} from '@adcp/sdk/signing/server';
import type { brandDocument } from '../../src/adcp/brand.ts';
import { ADCP_PATH } from '../../src/adcp/calls/passed-call.ts';
import type { createMessageKeys } from '../../src/notices/message-key.ts';
import type { Machine } from '../../src/supervisor/machine.ts';
import { eventually } from '../eventually.ts';
import { cleanUp } from '../process.ts';
import { startTestServer } from '../server.ts';
import { RUN_FOLDER } from '../test-run.ts';
import { BUYER_TOKEN, post, SELLING, toolMessage } from './call-seller.ts';
import { startReceiver } from './told-machine.ts';

let machine: Machine | undefined;
afterEach(async () => {
  await machine?.stop(0);
  machine = undefined;
  await cleanUp();
});

type Jwks = ReturnType<typeof createMessageKeys>['jwks'];

async function readJson<Body>(url: string): Promise<Body> {
  // The types are those of what makes it.
  return (await (await fetch(url)).json()) as Body;
}

test('a whole machine tells a buyer, which verifies it with the keys that the public port publishes', async () => {
  const { url, received } = startReceiver();
  const buyers = [{ id: 'acme', name: 'Acme', token: BUYER_TOKEN, sandbox: true }];
  machine = await startTestServer({
    ...SELLING,
    dataDir: mkdtempSync(join(RUN_FOLDER, 'told-')),
    adcp: { ...SELLING.adcp, testController: true, buyers },
  });
  const { url: base } = machine;
  const declared = {
    idempotency_key: 'key-of-sync-accounts-1',
    accounts: [
      {
        brand: { domain: 'nova.example' },
        operator: 'nova.example',
        billing: 'operator',
        sandbox: true,
      },
    ],
    push_notification_config: { url, operation_id: 'op-1' },
  };
  const answer = await post(base, toolMessage('sync_accounts', declared), {
    token: BUYER_TOKEN,
  });
  expect(answer.status).toBe(200);
  await eventually(() => received.length === 1);
  const [{ body, headers, text } = { body: {}, headers: {}, text: '' }] = received;
  expect(body).toMatchObject({
    task_type: 'sync_accounts',
    operation_id: 'op-1',
    result: { accounts: [{ status: 'active' }] },
  });
  const brand = await readJson<ReturnType<typeof brandDocument>>(`${base}/.well-known/brand.json`);
  const [agent] = brand.agents;
  expect(agent?.url).toBe(`${base}${ADCP_PATH}`);
  const jwks = await readJson<Jwks>(agent?.jwks_uri ?? '');
  const verified = await verifyWebhookSignature(
    { method: 'POST', url, headers, body: text },
    {
      jwks: new StaticJwksResolver(jwks.keys),
      replayStore: new InMemoryReplayStore(),
      revocationStore: new InMemoryRevocationStore(),
    },
  );
  expect(verified.status).toBe('verified');
});
