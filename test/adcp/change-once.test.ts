import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../src/lib/sql/database.ts';
import { readHistory } from '../../src/store/history.ts';
import { CALL_KEPT_MS } from '../../src/store/once.ts';
import { cleanUp } from '../process.ts';
import { BUY, buysInProcess, creative, LINE, packagesOf } from './buys-fixture.ts';
import { ACCOUNT, ACME, newKey, OTHER, sellerInProcess } from './seller-in-process.ts';

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

const changesIn = async ({ query }: Database) => (await readHistory(query, {})).length;

test('whenever the connection to the database is lost, a call that is repeated is carried out once', async () => {
  const buys = await buysInProcess();
  const through = async (name: string, args: object, losesNext: 'commit' | 'answer') => {
    const call = { idempotency_key: newKey(), account: ACCOUNT, ...args };
    const before = await changesIn(buys.database);
    buys.clock.losesNext = losesNext;
    expect(await buys.call('acme', name, call)).toMatchObject({
      adcp_error: { code: 'SERVICE_UNAVAILABLE' },
    });
    const lost = (await changesIn(buys.database)) - before;
    expect(lost === 0).toBe(losesNext === 'commit');
    const answer = await buys.call('acme', name, call);
    expect(answer.replayed).toBe(losesNext === 'answer' ? true : undefined);
    const made = (await changesIn(buys.database)) - before;
    if (lost > 0) expect(made).toBe(lost);
    expect(await buys.call('acme', name, call)).toEqual({ ...answer, replayed: true });
    expect((await changesIn(buys.database)) - before).toBe(made);
    return answer;
  };
  for (const moment of ['commit', 'answer'] as const) {
    await through('sync_creatives', { creatives: [creative(`of-${moment}`)] }, moment);
    const packages = [{ ...LINE, creative_assignments: [{ creative_id: `of-${moment}` }] }];
    const made = await through('create_media_buy', { ...BUY, packages }, moment);
    const [line] = packagesOf(made);
    const change = { media_buy_id: made.media_buy_id };
    const dearer = [{ package_id: line?.package_id, budget: 150 }];
    await through('update_media_buy', { ...change, packages: dearer }, moment);
    await buys.refresh();
    expect(buys.campaign(line?.package_id)?.definition.budget?.total).toBe(150);
    await through('update_media_buy', { ...change, canceled: true }, moment);
    await buys.refresh();
    expect(buys.campaign(line?.package_id)?.state).toBe('archived');
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
  seller.state.nowMs += CALL_KEPT_MS + 1;
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
