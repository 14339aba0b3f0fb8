import { afterAll, expect, test } from 'bun:test';
import { BUYER_ACCOUNT_TABLE, type BuyerAccount } from '../../src/adcp/records/account-record.ts';
import { createRecordStates } from '../../src/adcp/told/record-states.ts';
import { createTellingRound } from '../../src/adcp/told/start-telling.ts';
import { changeRecord } from '../../src/store/write-store.ts';
import { cleanUp } from '../process.ts';
import { creative, libraryInProcess } from './library-fixture.ts';
import { ACCOUNT, ACME } from './seller-in-process.ts';

afterAll(cleanUp);

const CREDENTIALS = 'credentials-of-at-least-thirty-two-characters';
const TOKEN = 'token-of-the-buyer-0123456789';
const DAY_MS = 86_400_000;

const webhook = (path: string) => ({
  url: `https://buyer.example/${path}?key=query-secret`,
  token: TOKEN,
  operation_id: `op-${path}`,
  authentication: { schemes: ['HMAC-SHA256'], credentials: CREDENTIALS },
});

/** A seller with a machine that tells, whose messages are taken out of the outbox here. */
async function startSeller() {
  const seller = await libraryInProcess();
  const { database, parts, buyers, callAs, state } = seller;
  const round = createTellingRound({
    database: () => database,
    states: () => createRecordStates(parts),
    seller: { call: callAs },
    buyers,
    machine: 'a',
    nowMs: () => state.nowMs,
    newId: parts.newId,
    log: parts.log,
  });
  return {
    ...seller,
    async told(): Promise<readonly Readonly<Record<string, unknown>>[]> {
      await round();
      const rows = await database.query('select body from outbox order by id');
      await database.query('delete from outbox');
      return rows.map(({ body }) => JSON.parse(String(body)));
    },
  };
}

test('a buyer is told of the review of its creative, with the reason', async () => {
  const seller = await startSeller();
  await seller.buy('mb');
  const synced = await seller.sync(ACME, {
    creatives: [creative('c1')],
    assignments: [{ creative_id: 'c1', package_id: 'mb-1' }],
    push_notification_config: webhook('creatives'),
  });
  expect(synced.isError).toBe(false);
  expect(await seller.told()).toEqual([]);
  await seller.review('mb-1', 'rejected', 'the picture is blurred');
  expect(await seller.told()).toEqual([
    expect.objectContaining({
      task_type: 'sync_creatives',
      operation_id: 'op-creatives',
      status: 'completed',
      message: 'Creative c1 is rejected: the picture is blurred',
      result: {
        creatives: [
          {
            creative_id: 'c1',
            action: 'unchanged',
            status: 'rejected',
            warnings: ['the picture is blurred'],
          },
        ],
      },
    }),
  ]);
  expect(await seller.told()).toEqual([]);
  await seller.review('mb-1', 'approved');
  const [approved, ...more] = await seller.told();
  expect(approved?.message).toBe('Creative c1 is approved.');
  expect(more).toEqual([]);
});

test('a buyer is told when its account is approved and when it is suspended', async () => {
  const seller = await startSeller();
  const entry = { brand: { domain: 'new.example' }, operator: 'agency.example' };
  const { body } = await seller.call(ACME, 'sync_accounts', {
    idempotency_key: 'key-of-sync-accounts-1',
    accounts: [{ ...entry, billing: 'operator' }],
    push_notification_config: webhook('accounts'),
  });
  const [{ account_id: id }] = body.accounts as [{ account_id: string }];
  expect(await seller.told()).toEqual([]);
  const review = (state: BuyerAccount['state'], reason: string) =>
    changeRecord<BuyerAccount, BuyerAccount, never>(seller.database, BUYER_ACCOUNT_TABLE, {
      key: `buyer-account:${id}`,
      action: 'review',
      author: { who: 'ann', role: 'admin' },
      nowMs: seller.state.nowMs,
      decide(current) {
        if (current === undefined) throw new Error(`there is no account ${id}`);
        return { ...current, state, definition: { ...current.definition, reason } };
      },
    });
  await review('active', '');
  expect(await seller.told()).toMatchObject([
    {
      task_type: 'sync_accounts',
      message: `Account ${id} is active.`,
      result: { accounts: [{ account_id: id, status: 'active' }] },
    },
  ]);
  await review('suspended', 'unpaid invoices');
  expect(await seller.told()).toMatchObject([
    { message: `Account ${id} is suspended: unpaid invoices` },
  ]);
});

test('a buyer is told of its buy from its first state to its last, in its version, and gets a report of each day of its flight', async () => {
  const seller = await startSeller();
  const startMs = seller.state.nowMs;
  const timeOf = (ms: number) => new Date(ms).toISOString();
  await seller.sync(ACME, { creatives: [creative('c1')] });
  const made = await seller.call(ACME, 'create_media_buy', {
    adcp_version: '3.1',
    idempotency_key: 'key-of-create-buy-1',
    account: ACCOUNT,
    brand: ACCOUNT.brand,
    start_time: timeOf(startMs + DAY_MS),
    end_time: timeOf(startMs + 2 * DAY_MS),
    packages: [
      {
        product_id: 'chats',
        pricing_option_id: 'cpm_auction',
        budget: 100,
        bid_price: 3,
        creative_assignments: [{ creative_id: 'c1' }],
      },
    ],
    push_notification_config: webhook('buys'),
    reporting_webhook: { ...webhook('reports'), reporting_frequency: 'daily' },
  });
  expect(made.body).toMatchObject({ media_buy_status: 'pending_start' });
  const told: (readonly unknown[])[] = [];
  const all: unknown[] = [];
  for (const days of [0, 1.5, 2.5, 2.6]) {
    seller.state.nowMs = startMs + days * DAY_MS;
    const messages = await seller.told();
    all.push(...messages);
    told.push(
      messages.map(({ result }) => {
        const { media_buy_status: status, notification_type: type } = result as Record<
          string,
          unknown
        >;
        return status ?? type;
      }),
    );
  }
  expect(told).toEqual([['pending_start'], ['active'], ['scheduled', 'completed'], ['final']]);
  const audit = await seller.database.query('select * from audit_log');
  const history = await seller.call(ACME, 'get_media_buys', {
    media_buy_ids: [made.body.media_buy_id],
    include_history: 10,
  });
  const shown = JSON.stringify([made, audit, history, all]);
  for (const secret of [CREDENTIALS, TOKEN, 'query-secret']) expect(shown).not.toContain(secret);
});

test('a webhook of the internal network is refused, and nothing is bought', async () => {
  const seller = await startSeller();
  const url = 'https://169.254.169.254/latest';
  const answer = await seller.call(ACME, 'update_media_buy', {
    idempotency_key: 'key-of-update-buy-1',
    account: ACCOUNT,
    media_buy_id: await seller.buy('mb').then(() => 'mb'),
    push_notification_config: { url },
  });
  expect(answer).toMatchObject({
    isError: true,
    body: { errors: [{ code: 'VALIDATION_ERROR', field: 'push_notification_config.url' }] },
  });
  expect(JSON.stringify(answer)).not.toContain('169.254');
});
