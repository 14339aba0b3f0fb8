import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { BuyerAccountState } from '../../src/parts/adcp/accounts.ts';
import { accountIdOf, findAccount, findActiveAccount } from '../../src/parts/adcp/accounts.ts';
import { Refused } from '../../src/parts/adcp/errors.ts';
import type { Buyer } from '../../src/parts/adcp/seller-terms.ts';
import { cleanUp } from '../process.ts';
import { ACME, newKey, OTHER, sellerInProcess, TRIAL } from './seller-in-process.ts';

afterAll(cleanUp);

type Called = Awaited<ReturnType<typeof sellerInProcess>>;
type Row = Readonly<Record<string, unknown>>;

let seller: Called;
beforeEach(async () => {
  seller = await sellerInProcess();
});

const NOVA = { brand: { domain: 'nova.example' }, operator: 'agency.example' };
const declared = { ...NOVA, billing: 'operator' };

async function sync(token: string, accounts: readonly object[], more: object = {}) {
  const { body } = await seller.call(token, 'sync_accounts', {
    idempotency_key: newKey(),
    accounts,
    ...more,
  });
  return body.accounts as readonly Row[];
}

async function listed(token: string, asked: object = {}): Promise<readonly Row[]> {
  const { body } = await seller.call(token, 'list_accounts', asked);
  return body.accounts as readonly Row[];
}

const BUYER: Buyer = { id: 'acme', name: 'Acme', callsPerMinute: 100 };

/** The account, or the error that refuses it. */
const orError = (found: Promise<unknown>) =>
  found.catch((error) => (error instanceof Refused ? error.errors[0] : Promise.reject(error)));

const decide = (id: string, state: BuyerAccountState, reason = '') =>
  seller.decide(id, state, reason);

const idOf = (buyer: string, isSandbox: boolean) => accountIdOf(buyer, { ...NOVA, isSandbox });

test('a real account waits for an operator, and one of a sandbox is active at once', async () => {
  const [waiting] = await sync(ACME, [declared]);
  expect(waiting).toMatchObject({ action: 'created', status: 'pending_approval' });
  expect(waiting).toHaveProperty('setup.message');
  expect(await sync(ACME, [{ ...declared, sandbox: true }])).toMatchObject([
    { action: 'created', status: 'active', sandbox: true },
  ]);
  expect(await sync(TRIAL, [{ ...declared, sandbox: false }])).toMatchObject([
    { action: 'created', status: 'active', sandbox: true },
  ]);
  expect(await sync(ACME, [declared])).toMatchObject([
    { action: 'unchanged', account_id: waiting?.account_id },
  ]);
});

test('a buyer of the sandbox reaches sandbox accounts only, whatever it sends', async () => {
  const [real] = await sync(ACME, [declared]);
  const inSandbox = { ...BUYER, sandbox: true };
  const { query } = seller.database;
  expect(
    await orError(findAccount(query, inSandbox, { account_id: String(real?.account_id) })),
  ).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  const found = await findAccount(query, inSandbox, { ...NOVA, sandbox: false });
  expect(found).toMatchObject({
    id: idOf('acme', true),
    state: 'active',
    definition: { isSandbox: true },
  });
  const { database } = seller;
  const buyers = [{ id: 'acme', name: 'Acme', token: ACME, sandbox: true }];
  seller = await sellerInProcess({ buyers, database });
  expect(await listed(ACME)).toEqual([]);
  expect(await sync(ACME, [], { delete_missing: true })).toEqual([]);
  expect(await findAccount(query, BUYER, NOVA)).toMatchObject({ state: 'pending_approval' });
});

test('a change wants an account that is active, and says why it is not', async () => {
  await sync(ACME, [declared]);
  const id = idOf('acme', false);
  const call = { buyer: BUYER, nowMs: 1 };
  const found = () => orError(findActiveAccount(seller.database.query, seller.parts, call, NOVA));
  expect(await found()).toMatchObject({
    code: 'ACCOUNT_SETUP_REQUIRED',
    recovery: 'correctable',
    details: { setup: { message: expect.any(String) } },
  });
  const cases = [
    ['rejected', 'ACCOUNT_SUSPENDED'],
    ['suspended', 'ACCOUNT_SUSPENDED'],
    ['closed', 'ACCOUNT_SUSPENDED'],
    ['payment_required', 'ACCOUNT_PAYMENT_REQUIRED'],
  ] as const;
  for (const [state, code] of cases) {
    await decide(id, state, 'no contract');
    expect(await found()).toMatchObject({ code, message: expect.stringContaining('no contract') });
  }
  await decide(id, 'active');
  expect(await found()).toMatchObject({ id, state: 'active' });
});

test('what would name another account is refused, and what names the same one is not', async () => {
  const { query } = seller.database;
  await sync(ACME, [{ ...declared, currency: 'USD', timezone: 'UTC' }]);
  const refused = [
    [{ operator_unit: { id: 'emea' } }, 'account.operator_unit'],
    [{ currency: 'EUR' }, 'account.currency'],
    [{ timezone: 'Europe/Berlin' }, 'account.timezone'],
    [{ brand: { domain: 'nova.example', countries: ['DE'] } }, 'account.brand.countries'],
  ] as const;
  for (const [more, field] of refused) {
    for (const [name, args, at] of [
      ['list_accounts', { account: { ...NOVA, ...more } }, field],
      [
        'sync_accounts',
        { idempotency_key: newKey(), accounts: [{ ...declared, ...more }] },
        field.replace('account', 'accounts[0]'),
      ],
    ] as const) {
      const { body } = await seller.call(ACME, name, args);
      expect(body).toMatchObject({ errors: [{ code: 'INVALID_REQUEST', field: at }] });
    }
  }
  for (const both of [{ ...NOVA, account_id: 'acc_1' }, {}, { brand: NOVA.brand }]) {
    expect(await orError(findAccount(query, BUYER, both))).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  }
  expect(await listed(ACME)).toHaveLength(1);
});

test('what an operator has approved stays as it was approved', async () => {
  await sync(ACME, [declared]);
  const changed = { ...declared, billing: 'agent', payment_terms: 'net_30' };
  expect(await sync(ACME, [changed])).toMatchObject([{ action: 'updated', billing: 'agent' }]);
  await decide(idOf('acme', false), 'active');
  expect(await sync(ACME, [{ ...declared, billing: 'agent' }])).toMatchObject([
    { action: 'unchanged', payment_terms: 'net_30' },
  ]);
  expect(await sync(ACME, [declared])).toMatchObject([
    { action: 'failed', errors: [{ code: 'BILLING_NOT_SUPPORTED' }] },
  ]);
  expect(await sync(ACME, [{ ...changed, payment_terms: 'net_90' }])).toMatchObject([
    { action: 'failed', errors: [{ code: 'PAYMENT_TERMS_NOT_SUPPORTED' }] },
  ]);
  expect(await sync(ACME, [{ ...NOVA, billing: 'advertiser' }])).toMatchObject([
    { action: 'failed', errors: [{ code: 'BILLING_NOT_SUPPORTED' }] },
  ]);
  expect(await listed(ACME)).toMatchObject([{ billing: 'agent', payment_terms: 'net_30' }]);
});

test('a rehearsal tells what would happen and changes nothing', async () => {
  const args = { idempotency_key: newKey(), accounts: [declared] };
  const shown = await seller.call(ACME, 'sync_accounts', { ...args, dry_run: true });
  expect(shown.body).toMatchObject({ dry_run: true, accounts: [{ action: 'created' }] });
  expect(await listed(ACME)).toEqual([]);
  // The key is still free.
  expect((await seller.call(ACME, 'sync_accounts', args)).isError).toBe(false);
});

test('an account that its buyer leaves out is closed, and waits again when it is declared anew', async () => {
  const ours = { brand: { domain: 'ours.example' }, operator: 'ours.example', billing: 'agent' };
  await sync(ACME, [declared, ours]);
  await sync(OTHER, [declared]);
  const id = idOf('acme', false);
  await decide(id, 'active');
  const rows = await sync(ACME, [ours], { delete_missing: true });
  expect(rows).toMatchObject([
    { action: 'unchanged' },
    { action: 'updated', account_id: id, status: 'closed' },
  ]);
  expect(await listed(OTHER)).toMatchObject([{ status: 'pending_approval' }]);
  expect(await sync(ACME, [declared])).toMatchObject([
    { action: 'updated', account_id: id, status: 'pending_approval' },
  ]);
  await decide(id, 'closed', 'fraud');
  expect(await sync(ACME, [declared])).toMatchObject([{ action: 'unchanged', status: 'closed' }]);
});
