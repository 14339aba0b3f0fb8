import { afterAll, beforeEach, expect, test } from 'bun:test';
import { BUY_STATUSES } from '../../src/adcp/records/buy-record.ts';
import { ANSWER_KEPT_MS } from '../../src/store/idempotency.ts';
import { newLocation, openLedger } from '../ledger/ledger.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';
import { ACME, newKey, OTHER, sellerInProcess, TRIAL } from './seller-in-process.ts';

afterAll(cleanUp);

let seller: Awaited<ReturnType<typeof sellerInProcess>>;
beforeEach(async () => {
  seller = await sellerInProcess();
});

const NOVA = { brand: { domain: 'nova.example' }, operator: 'nova.example', billing: 'operator' };

const sync = (args: object, token = ACME) => seller.call(token, 'sync_accounts', args);

test('a repeated call gets the first answer, and changes and tells nothing again', async () => {
  const key = newKey();
  const { brand, operator, billing } = NOVA;
  const first = await sync({ idempotency_key: key, accounts: [NOVA], context: { trace: 1 } });
  const again = await sync({
    context: { trace: 2 },
    accounts: [{ billing, operator, brand }],
    idempotency_key: key,
  });
  expect(again.body).toEqual({ ...first.body, replayed: true, context: { trace: 2 } });
  expect(first.body).not.toHaveProperty('replayed');
  expect(seller.state.refreshes).toBe(1);
});

test('calls with the same key at the same time make one change', async () => {
  const args = { idempotency_key: newKey(), accounts: [NOVA] };
  const answers = await Promise.all([sync(args), sync(args), sync(args)]);
  expect(answers.filter(({ body }) => body.replayed === true)).toHaveLength(2);
  expect(seller.state.refreshes).toBe(1);
});

const SELLING = `
publishers: [{ id: chat }]
partners: [{ name: house, kind: campaigns, store: true }]
adcp:
  products: [{ id: chats, name: Chats, description: All chats, publishers: [chat], floors: { cpm: 2 } }]
`;

test('two machines over one database that get one key at the same time make one buy', async () => {
  const postgres = await startPostgres();
  const location = await newLocation('postgres', postgres);
  const machine = async () =>
    sellerInProcess({ config: SELLING, database: await openLedger(location) });
  const machines = [await machine(), await machine()];
  const { brand, operator, billing } = NOVA;
  const account = { brand, operator, sandbox: true };
  const declared = { idempotency_key: newKey(), accounts: [{ ...account, billing }] };
  await machines[0]?.call(TRIAL, 'sync_accounts', declared);
  const args = {
    idempotency_key: newKey(),
    account,
    brand,
    start_time: 'asap',
    end_time: '2027-01-14T00:00:00Z',
    packages: [
      { product_id: 'chats', pricing_option_id: 'cpm_auction', budget: 100, bid_price: 4 },
    ],
  };
  const twice = [...machines, ...machines];
  const calls = twice.map((one) => one.call(TRIAL, 'create_media_buy', args));
  const bodies = (await Promise.all(calls)).map(({ body }) => body);
  const [made, ...others] = bodies.filter(({ replayed }) => replayed !== true);
  expect(others).toEqual([]);
  expect(made).toHaveProperty('media_buy_id');
  expect(bodies).toEqual(
    bodies.map((body) => (body === made ? body : { ...made, replayed: true })),
  );
  for (const { call } of machines) {
    const { body } = await call(TRIAL, 'get_media_buys', { status_filter: BUY_STATUSES });
    expect(body.media_buys).toMatchObject([{ media_buy_id: made?.media_buy_id }]);
  }
});

test('the same key with another body is refused, without a word of the first one', async () => {
  const args = { idempotency_key: newKey(), accounts: [NOVA] };
  await sync(args);
  const { isError, body } = await sync({ ...args, delete_missing: true });
  expect(isError).toBe(true);
  expect(Object.keys(body.adcp_error as object).sort()).toEqual(['code', 'message']);
  expect(body).toMatchObject({ adcp_error: { code: 'IDEMPOTENCY_CONFLICT' } });
});

test('what a caller may have renewed meanwhile is not compared, and all else is', async () => {
  const told = (name: string, url = 'https://buyer.example/') => ({
    push_notification_config: {
      url,
      authentication: {
        schemes: ['Bearer'],
        credentials: `credentials-of-buyer-${name}`.padEnd(32, '0'),
      },
    },
  });
  const args = { idempotency_key: newKey(), accounts: [NOVA] };
  await sync({ ...args, ...told('one'), governance_context: 'token-1' });
  const renewed = await sync({ ...args, ...told('two'), governance_context: 'token-2' });
  expect(renewed.body.replayed).toBe(true);
  const elsewhere = await sync({ ...args, ...told('one', 'https://other.example/') });
  expect(elsewhere.body).toMatchObject({ adcp_error: { code: 'IDEMPOTENCY_CONFLICT' } });
});

test('the key of one buyer is nothing to another, and after its time it is free again', async () => {
  const args = { idempotency_key: newKey(), accounts: [NOVA] };
  await sync(args);
  expect((await sync(args, OTHER)).body).not.toHaveProperty('replayed');
  seller.state.nowMs += ANSWER_KEPT_MS + 1;
  expect((await sync({ ...args, accounts: [] })).isError).toBe(false);
});

test('a change without a key, or with a wrong one, is not made', async () => {
  for (const key of [undefined, null, '', 'short', 'x'.repeat(256), 'a key with spaces 12', 16]) {
    const { isError, body } = await sync({ idempotency_key: key, accounts: [NOVA] });
    expect(isError).toBe(true);
    expect(body).toMatchObject({
      adcp_error: {
        code: 'INVALID_REQUEST',
        recovery: 'correctable',
        field: 'idempotency_key',
      },
    });
  }
  expect((await seller.call(ACME, 'list_accounts')).body.accounts).toEqual([]);
});

test('a buyer that calls too often is refused before anything is read', async () => {
  const token = 'token-of-eager-00000';
  const buyers = [{ id: 'eager', name: 'Eager', token, callsPerMinute: 1 }];
  seller = await sellerInProcess({ buyers });
  await seller.call(token, 'list_accounts');
  const { queries } = seller.state;
  const { isError, body } = await seller.call(token, 'list_accounts', { context: { id: 1 } });
  expect(isError).toBe(true);
  expect(body).toMatchObject({
    context: { id: 1 },
    adcp_error: { code: 'RATE_LIMITED', retry_after: 60 },
  });
  expect(seller.state.queries).toBe(queries);
});

test('arguments that are too deep are refused before anything is read, and not echoed', async () => {
  let context: object = {};
  for (let level = 0; level < 100; level++) context = { context };
  const { body } = await seller.call(ACME, 'list_accounts', { context });
  expect(body).toMatchObject({ adcp_error: { code: 'INVALID_REQUEST' } });
  expect(body).not.toHaveProperty('context');
  expect(seller.state.queries).toBe(0);
});

test('null is as if a field were not there', async () => {
  const brand = { domain: 'nova.example', brand_id: null };
  await sync({ idempotency_key: newKey(), accounts: [NOVA] });
  const { body } = await sync({
    idempotency_key: newKey(),
    accounts: [{ ...NOVA, brand, sandbox: null, payment_terms: null }],
  });
  expect(body.accounts).toMatchObject([{ action: 'unchanged' }]);
});

test('while the database cannot be reached, a buyer is asked to come again', async () => {
  seller.state.isDatabaseUp = false;
  for (const more of [{}, { dry_run: true }]) {
    const { body } = await sync({ idempotency_key: newKey(), accounts: [NOVA], ...more });
    expect(body).toMatchObject({
      adcp_error: { code: 'SERVICE_UNAVAILABLE', recovery: 'transient' },
    });
  }
});
