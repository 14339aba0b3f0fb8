import { afterAll, expect, test } from 'bun:test';
import {
  BUYER_ACCOUNT_TABLE,
  type BuyerAccountDefinition,
} from '../../src/adcp/records/account-record.ts';
import { BUY_TABLE, type BuyDefinition } from '../../src/adcp/records/buy-record.ts';
import { CREATIVE_TABLE } from '../../src/adcp/records/creative-record.ts';
import { cleanUp } from '../process.ts';
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

const start = (testController = true) => sellerInProcess({ buyers: BUYERS, testController });

type InProcess = Awaited<ReturnType<typeof start>>;

const control = async (seller: InProcess, scenario: string, params: object, token = ACME) =>
  (await seller.call(token, TOOL, { scenario, params, account: ACCOUNT })).body;

const RECORD = { revision: 1, createdMs: 0, createdRevision: 1, changedMs: 0, changedBy: '' };

const BUY: BuyDefinition = {
  brand: { domain: 'brand.example' },
  startMs: 0,
  endMs: 9e12,
  packages: [],
  isPaused: false,
  rejectedFor: '',
  confirmedMs: 0,
  echoed: {},
};

/** What a buyer had before the operator made it one of the sandbox: an account, a buy and a creative that are real. */
async function giveReal({ database }: InProcess): Promise<void> {
  const definition: BuyerAccountDefinition = {
    brand: { domain: 'brand.example' },
    operator: 'agency.example',
    isSandbox: false,
    name: 'real',
    billing: 'operator',
    reason: '',
  };
  const of = { buyer: 'acme', account: 'real', ...RECORD };
  await BUYER_ACCOUNT_TABLE.write(database.query, {
    ...of,
    id: 'real',
    state: 'active',
    definition,
  });
  await BUY_TABLE.write(database.query, { ...of, id: 'real-buy', state: 'open', definition: BUY });
  await CREATIVE_TABLE.write(database.query, {
    ...of,
    id: 'real-creative',
    state: 'kept',
    definition: { name: 'real', sent: {} },
  });
}

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
  const seller = await start();
  await giveReal(seller);
  const before = await recordsOf(seller);
  const tries = [
    ['force_account_status', { account_id: 'real', status: 'closed' }],
    ['force_media_buy_status', { media_buy_id: 'real-buy', status: 'canceled' }],
    ['force_creative_status', { creative_id: 'real-creative', status: 'rejected' }],
    ['simulate_delivery', { media_buy_id: 'real-buy', impressions: 1 }],
    ['simulate_budget_spend', { media_buy_id: 'real-buy', spend_percentage: 50 }],
    ['seed_account', { account_id: 'real', fixture: {} }],
  ] as const;
  for (const [scenario, params] of tries) {
    const { success, error } = await control(seller, scenario, params);
    const expected = scenario === 'seed_account' ? 'INVALID_PARAMS' : 'NOT_FOUND';
    expect({ scenario, success, error }).toEqual({ scenario, success: false, error: expected });
  }
  for (const scenario of ['seed_creative', 'seed_media_buy']) {
    const id = scenario === 'seed_creative' ? { creative_id: 'c' } : { media_buy_id: 'b' };
    const args = { scenario, params: id, account: { account_id: 'real', sandbox: true } };
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
