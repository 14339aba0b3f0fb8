import { afterAll, expect, test } from 'bun:test';
import type { Database } from '../../src/lib/sql/database.ts';
import { cleanUp } from '../process.ts';
import { buysInProcess } from './buys-fixture.ts';
import { sellerInProcess } from './seller-in-process.ts';

afterAll(cleanUp);

const TOOL = 'comply_test_controller';

const ACME = 'token-of-acme-0001';
const RIVAL = 'token-of-rival-0001';
const BUYERS = [
  { id: 'acme', name: 'Acme', token: ACME, sandbox: true },
  { id: 'rival', name: 'Rival', token: RIVAL, sandbox: true },
];
const ACCOUNT = { brand: { domain: 'brand.example' }, operator: 'agency.example', sandbox: true };

const start = (database?: Database) =>
  sellerInProcess({ buyers: BUYERS, testController: true, ...(database && { database }) });

type InProcess = Awaited<ReturnType<typeof start>>;

const control = async (seller: InProcess, scenario: string, params: object, token = ACME) =>
  (await seller.call(token, TOOL, { scenario, params, account: ACCOUNT })).body;

const recordsOf = async ({ database }: InProcess) =>
  database.query('select * from buyer_records order by key');

test('a buyer who is not of the sandbox is refused, whatever it asks', async () => {
  const seller = await start();
  const real = { ...seller.buyer(ACME), isSandbox: false } as NonNullable<
    ReturnType<InProcess['buyer']>
  >;
  const params = { product_id: 'p', fixture: {} };
  const args = { scenario: 'seed_product', params, account: ACCOUNT };
  const answer = await seller.callAs(TOOL, args, real);
  expect(answer).toMatchObject({ isError: true, body: { success: false, error: 'FORBIDDEN' } });
});

test('nothing of a real account is changed, even of a buyer that is of the sandbox now', async () => {
  // What it had before the operator made it one of the sandbox.
  const real = await buysInProcess();
  await real.keep('real-creative');
  const { id: media_buy_id } = await real.buy();
  const seller = await start(real.database);
  const account_id = seller.accountOf('acme');
  const before = await recordsOf(seller);
  const tries = [
    ['force_account_status', { account_id, status: 'closed' }],
    ['force_media_buy_status', { media_buy_id, status: 'canceled' }],
    ['force_creative_status', { creative_id: 'real-creative', status: 'rejected' }],
    ['simulate_delivery', { media_buy_id, impressions: 1 }],
    ['simulate_budget_spend', { media_buy_id, spend_percentage: 50 }],
    ['seed_account', { account_id, fixture: {} }],
  ] as const;
  for (const [scenario, params] of tries) {
    const { success, error } = await control(seller, scenario, params);
    const expected = scenario === 'seed_account' ? 'INVALID_PARAMS' : 'NOT_FOUND';
    expect({ scenario, success, error }).toEqual({ scenario, success: false, error: expected });
  }
  for (const scenario of ['seed_creative', 'seed_media_buy']) {
    const id = scenario === 'seed_creative' ? { creative_id: 'c' } : { media_buy_id: 'b' };
    const args = { scenario, params: id, account: { account_id, sandbox: true } };
    expect((await seller.call(ACME, TOOL, args)).body).toMatchObject({ error: 'NOT_FOUND' });
  }
  expect(await recordsOf(seller)).toEqual(before);
});

test('what another buyer has is not found, and its ids are not taken over', async () => {
  const seller = await start();
  const seeds = [
    ['seed_account', { account_id: 'acc' }],
    ['seed_creative', { creative_id: 'creative' }],
    ['seed_media_buy', { media_buy_id: 'buy' }],
  ] as const;
  for (const [scenario, params] of seeds) {
    expect(await control(seller, scenario, params)).toMatchObject({ success: true });
  }
  const before = await recordsOf(seller);
  const tries = [
    ['force_account_status', { account_id: 'acc', status: 'closed' }],
    ['force_media_buy_status', { media_buy_id: 'buy', status: 'paused' }],
    ['force_creative_status', { creative_id: 'creative', status: 'rejected' }],
    ['seed_account', { account_id: 'acc' }],
    ['seed_media_buy', { media_buy_id: 'buy' }],
  ] as const;
  for (const [scenario, params] of tries) {
    expect(await control(seller, scenario, params, RIVAL)).toMatchObject({ success: false });
  }
  expect(await recordsOf(seller)).toEqual(before);
});

test('a state follows only one that it can follow, and a final one is followed by none', async () => {
  const seller = await start();
  await control(seller, 'seed_media_buy', { media_buy_id: 'buy' });
  const to = (status: string) =>
    control(seller, 'force_media_buy_status', { media_buy_id: 'buy', status });
  expect(await to('paused')).toMatchObject({ previous_state: 'active', current_state: 'paused' });
  expect(await to('pending_start')).toMatchObject({ error: 'INVALID_TRANSITION' });
  expect(await to('completed')).toMatchObject({ current_state: 'completed' });
  expect(await to('active')).toMatchObject({
    error: 'INVALID_TRANSITION',
    current_state: 'completed',
  });
});
