import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { ShownHistory } from '../../src/host/record-ops.ts';
import type {
  AccountList,
  AccountRow,
  BuyerDocument,
  BuyerList,
  BuyList,
  MadeToken,
  ProductDocument,
} from '../../src/parts/adcp/page/api.ts';
import type { ApprovalList } from '../../src/parts/campaigns/approvals.ts';
import { type Caller, callerOf, startWithRoles, TOKENS } from '../accounts/machine.ts';
import { cleanUp } from '../process.ts';
import { callTool } from './call-seller.ts';

const CONFIG_TOKEN = 'a-token-of-the-config-file';

let machine: Machine;
let admin: Caller;
beforeAll(async () => {
  machine = await startWithRoles({
    access: 'listed',
    publishers: [{ id: 'chat' }],
    partners: [{ name: 'own', kind: 'campaigns', store: true }],
    adcp: {
      enabled: true,
      publicUrl: undefined,
      partner: 'own',
      buyers: [{ id: 'filed', name: 'Of the file', token: CONFIG_TOKEN }],
      products: [],
    },
  });
  admin = callerOf(machine.adminUrl, TOKENS.admin);
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

/** What the agent of a buyer is answered. */
const asAgent = (token: string, tool: string, args: object = {}) =>
  callTool({ url: machine.adcpUrl() ?? '', token }, tool, args);

const REFUSED = /got 401: expected the token of a buyer/;

const makeToken = () => admin<MadeToken>('POST', '/api/buyers/acme/tokens', {});

test('an operator makes a buyer and its tokens, approves its account, and a revoked token is refused at once', async () => {
  const created = await admin<BuyerDocument>('POST', '/api/buyers', {
    id: 'acme',
    name: 'Acme Agent',
    dailyCap: 50,
  });
  expect([created.status, created.body.state, created.body.tokens]).toEqual([201, 'active', []]);
  const first = (await makeToken()).body;
  const second = (await makeToken()).body;
  expect(first.token).toStartWith('prl_buyer_');
  expect(JSON.stringify(second)).not.toContain(first.token);
  const third = await admin('POST', '/api/buyers/acme/tokens', {});
  expect([third.status, third.body.error.details.reason]).toEqual([
    409,
    'expected fewer than 2 tokens: revoke the one that nobody uses',
  ]);

  const declared = await asAgent(first.token, 'sync_accounts', {
    idempotency_key: 'declare-once-0001',
    accounts: [
      { brand: { domain: 'shop.example' }, operator: 'shop.example', billing: 'operator' },
    ],
  });
  expect(declared.body).toMatchObject({ accounts: [{ status: 'pending_approval' }] });
  const waiting = await admin<ApprovalList>('GET', '/api/approvals');
  expect(waiting.body.accounts).toBe(1);
  const path = '/api/buyer-accounts?state=pending_approval&buyer=acme';
  const [account] = (await admin<AccountList>('GET', path)).body.rows;
  expect(account).toMatchObject({
    buyer: 'acme',
    definition: { brand: { domain: 'shop.example' } },
    changedBy: 'acme',
  });

  const decide = (body: object, caller = admin, revision = account?.revision) =>
    caller<AccountRow>('POST', `/api/buyer-accounts/${account?.id}/state`, body, {
      'If-Match': `"${revision}"`,
    });
  const abe = callerOf(machine.adminUrl, TOKENS.ads);
  expect((await decide({ state: 'active' }, abe)).status).toBe(403);
  expect((await decide({ state: 'rejected' })).status).toBe(400);
  expect((await decide({ state: 'suspended', reason: 'no' })).status).toBe(409);
  expect((await decide({ state: 'active' })).body).toMatchObject({ state: 'active' });
  // Somebody has decided it meanwhile.
  expect((await decide({ state: 'rejected', reason: 'late' })).status).toBe(412);
  const shown = await asAgent(second.token, 'list_accounts');
  expect(shown.body).toMatchObject({ accounts: [{ status: 'active' }] });
  const rows = (await admin<ShownHistory>('GET', `/api/buyer-accounts/${account?.id}/history`)).body
    .rows;
  expect(rows.map(({ who, role, action }) => [who, role, action])).toEqual([
    ['ann', 'admin', 'decision'],
    ['acme', 'buyer', expect.any(String)],
  ]);

  const [kept] = first.tokens;
  const revoked = await admin('DELETE', `/api/buyers/acme/tokens/${kept?.id}`);
  expect(revoked.status).toBe(200);
  await expect(asAgent(first.token, 'list_accounts')).rejects.toThrow(REFUSED);
  expect((await asAgent(second.token, 'list_accounts')).isError).toBe(false);
  const history = await admin<ShownHistory>('GET', '/api/buyers/acme/history');
  expect(history.body.rows[0]).toMatchObject({
    who: 'ann',
    action: 'revoke token',
    changes: expect.arrayContaining([
      expect.objectContaining({ field: 'tokens[0].id', from: kept?.id }),
    ]),
  });

  await admin('POST', '/api/buyers/acme/state', { state: 'paused' });
  await expect(asAgent(second.token, 'list_accounts')).rejects.toThrow(REFUSED);
});

test('a buyer of the config is shown without its token, and changed nowhere but there', async () => {
  const { body, text } = await admin<BuyerList>('GET', '/api/buyers');
  const info = await admin('GET', '/api/buyers-info');
  expect(info.body as object).toMatchObject({ isEnabled: true });
  expect(body.rows.find(({ id }) => id === 'filed')).toMatchObject({ source: 'config' });
  const one = await admin<BuyerDocument>('GET', '/api/buyers/filed');
  expect(one.body.definition).toEqual({ id: 'filed', name: 'Of the file' });
  expect(text + one.text).not.toContain(CONFIG_TOKEN);
  for (const [method, path] of [
    ['POST', '/api/buyers/filed/tokens'],
    ['POST', '/api/buyers/filed/state'],
  ] as const) {
    const refused = await admin(method, path, { state: 'paused' });
    expect([refused.status, refused.body.error.details.reason]).toEqual([
      409,
      expect.stringContaining('change it there'),
    ]);
  }
});

test('a product is sold of publishers that can be delivered, in known formats, at a floor', async () => {
  const product = {
    id: 'chats',
    name: 'Chats',
    description: 'All of them',
    publishers: ['chat'],
    floors: { cpm: 2 },
  };
  const faultsOf = async (change: object) => {
    const { status, body } = await admin('POST', '/api/products', { ...product, ...change });
    return [status, body.error.details.faults?.map(({ field }) => field)];
  };
  expect(await faultsOf({ publishers: ['chat', 'nobody'] })).toEqual([422, ['publishers[1]']]);
  expect(await faultsOf({ floors: {} })).toEqual([422, ['floors']]);
  expect(await faultsOf({ formats: ['none'] })).toEqual([422, ['formats[0]']]);
  const { status, body } = await admin<ProductDocument>('POST', '/api/products', product);
  expect([status, body.definition]).toEqual([201, product]);
  const buys = await admin<BuyList>('GET', '/api/buys?buyer=acme');
  expect(buys.body).toEqual({ rows: [], total: 0, page: 1, pages: 1 });
});
