import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { accountsOf, BUYER_ACCOUNT, BUYER_ACCOUNTS_MAX } from '../../src/parts/adcp/accounts.ts';
import { writeIn } from '../../src/store/store.ts';
import { cleanUp } from '../process.ts';
import { buysInProcess, errorOf, LINE, packagesOf } from './buys-fixture.ts';
import { ACCOUNT, newKey } from './seller-in-process.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK = { start_time: 'asap', end_time: '2027-03-08T00:00:00Z' };

let buys: Awaited<ReturnType<typeof buysInProcess>>;
beforeEach(async () => {
  buys = await buysInProcess();
});
afterAll(cleanUp);

const create = (line: object, flight: object = WEEK) =>
  buys.create({ ...flight, packages: [{ ...LINE, ...line }] }, 'capped');
const update = (id: unknown, args: object) => buys.update(id, args, 'capped');

test('what has ended today counts until midnight, and the cap is free again from then on', async () => {
  const line = { budget: 300, daily_budget_cap: 100 };
  await create(line, { start_time: 'asap', end_time: '2027-03-02T12:00:00Z' });
  buys.clock.nowMs += DAY_MS + 4 * HOUR_MS;
  expect(errorOf(await create({ budget: 10, daily_budget_cap: 10 })).code).toBe('BUDGET_EXCEEDED');
  buys.clock.nowMs += 11 * HOUR_MS;
  expect(packagesOf(await create(line))).toHaveLength(1);
});

test('the cap is one for all accounts of a buyer', async () => {
  const account = { brand: { domain: 'luna.example' }, operator: 'agency.example' };
  await buys.setAccount('capped', 'active', account);
  await create({ budget: 500, daily_budget_cap: 90 });
  const buyFor = (usd: number) => {
    const packages = [{ ...LINE, budget: usd, daily_budget_cap: usd }];
    return buys.create({ ...WEEK, account, brand: account.brand, packages }, 'capped');
  };
  expect(errorOf(await buyFor(11)).code).toBe('BUDGET_EXCEEDED');
  expect(packagesOf(await buyFor(10))).toHaveLength(1);
});

test('a package without a daily cap may spend its budget on any day', async () => {
  const buy = (...budgets: readonly number[]) =>
    buys.create({ ...WEEK, packages: budgets.map((budget) => ({ ...LINE, budget })) }, 'capped');
  expect(errorOf(await buy(60, 41))).toMatchObject({ code: 'BUDGET_EXCEEDED', field: 'packages' });
  expect(packagesOf(await buy(60, 40))).toHaveLength(2);
});

test('a change may not reach days that others have, and what raises no day is always allowed', async () => {
  await create(
    { budget: 300, daily_budget_cap: 60 },
    { ...WEEK, end_time: '2027-03-20T00:00:00Z' },
  );
  const made = await create({ budget: 280, daily_budget_cap: 40 });
  const later = await create(
    { budget: 40, daily_budget_cap: 20 },
    { start_time: '2027-03-08T00:00:00Z', end_time: '2027-03-10T00:00:00Z' },
  );
  expect(packagesOf(later)).toHaveLength(1);
  const longer = { end_time: '2027-03-10T00:00:00Z' };
  expect(errorOf(await update(made.media_buy_id, longer)).code).toBe('BUDGET_EXCEEDED');
  for (const paused of [true, false]) {
    expect(packagesOf(await update(made.media_buy_id, { paused }))).toBeDefined();
  }
});

test('above a cap that was lowered, nothing is made longer, and everything may be lowered', async () => {
  await create({ budget: 600, daily_budget_cap: 60 });
  const made = await create(
    { budget: 280, daily_budget_cap: 40 },
    { ...WEEK, end_time: '2027-03-05T00:00:00Z' },
  );
  const buyer = buys.buyers().find(({ id }) => id === 'capped');
  if (buyer === undefined) throw new Error('there is no such buyer');
  const updateBelow = async (args: object) => {
    const { body } = (await buys.callAs(
      'update_media_buy',
      { idempotency_key: newKey(), account: ACCOUNT, media_buy_id: made.media_buy_id, ...args },
      { ...buyer, dailyCap: 50 },
    )) as { body: Readonly<Record<string, unknown>> };
    return body;
  };
  const longer = await updateBelow({ end_time: '2027-03-06T00:00:00Z' });
  expect(errorOf(longer).code).toBe('BUDGET_EXCEEDED');
  const line = { package_id: packagesOf(made)[0]?.package_id, daily_budget_cap: 30 };
  expect(packagesOf(await updateBelow({ packages: [line] }))).toHaveLength(1);
});

test('what a package could spend before it is lowered counts until the day is over', async () => {
  const made = await create({ budget: 500, daily_budget_cap: 90 });
  buys.clock.nowMs += DAY_MS;
  const line = { package_id: packagesOf(made)[0]?.package_id, daily_budget_cap: 10 };
  await update(made.media_buy_id, { packages: [line] });
  const until = (end_time: string, start_time = 'asap') =>
    create({ budget: 50, daily_budget_cap: 50 }, { start_time, end_time });
  expect(errorOf(await until('2027-03-03T00:00:00Z')).code).toBe('BUDGET_EXCEEDED');
  expect(packagesOf(await until('2027-03-04T00:00:00Z', '2027-03-03T00:00:00Z'))).toHaveLength(1);
});

test('a buyer gets no more sandboxes by naming brands than by declaring them', async () => {
  const [known] = await accountsOf(buys.database.query, buys.parts, 'capped');
  if (known === undefined) throw new Error('there is no account');
  const sandbox = (domain: string) => {
    const account = { brand: { domain }, operator: 'agency.example', sandbox: true };
    return buys.create({ account, brand: account.brand }, 'capped');
  };
  expect((await sandbox('one.example')).sandbox).toBe(true);
  await buys.database.transaction(async (query) => {
    for (let at = 2; at < BUYER_ACCOUNTS_MAX; at++) {
      const { state, definition, kept } = known;
      await writeIn(query, BUYER_ACCOUNT, `acc_${at}`, {
        action: 'create',
        by: { who: 'capped', role: 'buyer' },
        nowMs: 1,
        next: () => ({ state, definition, kept }),
      });
    }
  });
  expect(errorOf(await sandbox('two.example'))).toMatchObject({ field: 'account' });
  expect((await sandbox('one.example')).sandbox).toBe(true);
});

describe('a buyer with a daily cap', () => {
  const ASAP = { start_time: 'asap', end_time: '2027-03-05T00:00:00Z' };
  test('spends no more than it over all its buys', async () => {
    await create({ budget: 200, daily_budget_cap: 50 }, ASAP);
    const rest = await create({ budget: 500, daily_budget_cap: 50 }, ASAP);
    for (const line of [{ budget: 40 }, { budget: 40, daily_budget_cap: 10 }]) {
      expect(errorOf(await create(line, ASAP)).code).toBe('BUDGET_EXCEEDED');
    }
    const later = { start_time: '2027-03-04T00:00:00Z', end_time: '2027-03-06T00:00:00Z' };
    expect(errorOf(await create({ budget: 40 }, later)).code).toBe('BUDGET_EXCEEDED');
    const after = { start_time: '2027-03-05T00:00:00Z', end_time: '2027-03-06T00:00:00Z' };
    expect(packagesOf(await create({ budget: 100 }, after))).toHaveLength(1);

    buys.clock.nowMs += 3_600_000;
    const canceled = await buys.update(rest.media_buy_id, { canceled: true }, 'capped');
    expect(canceled.status).toBe('canceled');
    const today = { start_time: 'asap', end_time: '2027-03-02T00:00:00Z' };
    expect(errorOf(await create({ budget: 40 }, today)).code).toBe('BUDGET_EXCEEDED');
    const tomorrow = { start_time: '2027-03-02T00:00:00Z', end_time: '2027-03-03T00:00:00Z' };
    expect(packagesOf(await create({ budget: 40 }, tomorrow))).toHaveLength(1);
  });

  test('is not kept from it by what its sandbox buys', async () => {
    const sandbox = {
      brand: { domain: 'nova.example' },
      operator: 'agency.example',
      sandbox: true,
    };
    const made = await buys.create(
      {
        ...ASAP,
        account: sandbox,
        packages: [{ ...LINE, budget: 9000, daily_budget_cap: 9000 }],
      },
      'capped',
    );
    expect(made.sandbox).toBe(true);
    const tomorrow = { start_time: '2027-03-02T00:00:00Z', end_time: '2027-03-03T00:00:00Z' };
    expect(packagesOf(await create({ budget: 10 }, tomorrow))).toHaveLength(1);
  });
});
