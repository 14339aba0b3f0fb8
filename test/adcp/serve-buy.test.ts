import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readAccount } from '../../src/adcp/accounts/accounts.ts';
import { serveBuy } from '../../src/adcp/buys/serve-buy.ts';
import type { AdProduct } from '../../src/adcp/products/product.ts';
import { BUY_TABLE, buyKey } from '../../src/adcp/records/buy-record.ts';
import { KNOWN_FORMATS } from '../../src/openrtb/known-formats.ts';
import { changeRecord } from '../../src/store/write-store.ts';
import { cleanUp } from '../process.ts';
import { buysInProcess, errorOf, LINE, NOW_MS, packagesOf } from './buys-fixture.ts';

type Buys = Awaited<ReturnType<typeof buysInProcess>>;

let buys: Buys;

beforeAll(async () => {
  buys = await buysInProcess();
  await buys.keep('boots');
  await buys.keep('boots', {}, 'trial');
});
afterAll(cleanUp);

const ASSIGNED = { ...LINE, creative_assignments: [{ creative_id: 'boots' }] };

async function bought(buyer = 'acme', args: object = {}) {
  const made = await buys.create({ packages: [ASSIGNED], ...args }, buyer);
  return { id: String(made.media_buy_id), line: String(packagesOf(made)[0]?.package_id), made };
}

async function storedBuy(id: string) {
  const buy = await BUY_TABLE.read(buys.database.query, buyKey(id));
  if (buy === undefined) throw new Error(`there is no buy ${id}`);
  return buy;
}

const CHATS: AdProduct = {
  id: 'chats',
  name: 'Chats',
  description: 'All chats',
  publishers: ['outdoors'],
  formats: KNOWN_FORMATS.map(({ id }) => id),
  options: [],
  minSpendUsd: undefined,
  targeting: undefined,
  isGuaranteed: false,
  channels: [],
};

/** As whoever changes an account or its creatives does. */
async function serveAgain(id: string, product: AdProduct | undefined): Promise<void> {
  const buy = await storedBuy(id);
  const account = await readAccount(buys.database.query, buy.account);
  if (account === undefined) throw new Error('there is no account');
  await buys.database.transaction((query) =>
    serveBuy(query, account, buy, {
      partner: 'house',
      needsApproval: true,
      findProduct: () => product,
      author: { who: 'ann', role: 'admin' },
      nowMs: NOW_MS,
    }),
  );
  await buys.refresh();
}

test('no number of changes lets a buyer resume what an operator has paused', async () => {
  const { id, line } = await bought();
  await buys.setState(line, 'paused');
  for (let budget = 101; budget <= 155; budget++) {
    await buys.update(id, { packages: [{ package_id: line, budget }] });
  }
  expect(buys.campaign(line)).toMatchObject({
    state: 'paused',
    campaign: { budget: { total: 155 } },
  });
});

describe('the campaigns of a buy', () => {
  test('are none in a sandbox, whatever it is assigned', async () => {
    const { line, made } = await bought('trial');
    expect(made).toMatchObject({ status: 'pending_start', sandbox: true });
    expect(buys.campaign(line)).toBeUndefined();
  });

  test('do not serve while the account does not buy', async () => {
    const { id, line } = await bought();
    await buys.setAccount('acme', 'suspended');
    await serveAgain(id, CHATS);
    await buys.setAccount('acme', 'active');
    expect(buys.campaign(line)?.state).toBe('paused');
  });

  test('do not serve once their product is sold no more', async () => {
    const { id, line } = await bought();
    await serveAgain(id, undefined);
    expect(buys.campaign(line)).toMatchObject({ state: 'paused', campaign: { cpm: 4 } });
  });
});

test('a buyer does not read who of the exchange has changed its buy or paused its campaign', async () => {
  const { id, line } = await bought('acme', { start_time: 'asap' });
  const buy = await storedBuy(id);
  await changeRecord(buys.database, BUY_TABLE, {
    key: BUY_TABLE.keyOf(buy),
    action: 'change',
    author: { who: 'ann', role: 'admin' },
    nowMs: NOW_MS,
    decide: () => ({ ...buy, definition: { ...buy.definition, rejectedFor: 'a note' } }),
  });
  buys.standings.set(line, { state: 'paused', sentence: 'paused; last changed by ann, 2 h ago' });
  const { media_buys } = await buys.list({ media_buy_ids: [id], include_history: 5 });
  expect(media_buys).toMatchObject([
    {
      history: [{ actor: 'seller' }, { actor: 'acme' }],
      packages: [{ ext: { parley: { delivery: { sentence: 'the operator has paused it' } } } }],
    },
  ]);
  expect(JSON.stringify(media_buys)).not.toContain('ann');
});

test('what a package could spend before it is lowered counts until the day is over', async () => {
  const week = { start_time: 'asap', end_time: '2027-03-08T00:00:00Z' };
  const packages = [{ ...LINE, budget: 500, daily_budget_cap: 90 }];
  const made = await buys.create({ ...week, packages }, 'capped');
  buys.clock.nowMs += 86_400_000;
  const line = { package_id: packagesOf(made)[0]?.package_id, daily_budget_cap: 10 };
  await buys.update(made.media_buy_id, { packages: [line] }, 'capped');
  const create = (end_time: string, start_time = 'asap') =>
    buys.create(
      { start_time, end_time, packages: [{ ...LINE, budget: 50, daily_budget_cap: 50 }] },
      'capped',
    );
  expect(errorOf(await create('2027-03-03T00:00:00Z')).code).toBe('BUDGET_EXCEEDED');
  expect(packagesOf(await create('2027-03-04T00:00:00Z', '2027-03-03T00:00:00Z'))).toHaveLength(1);
  buys.clock.nowMs = NOW_MS;
});
