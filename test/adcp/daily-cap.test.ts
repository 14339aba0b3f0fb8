import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  BUYER_ACCOUNT_TABLE,
  BUYER_ACCOUNTS_MAX,
} from '../../src/parts/adcp/records/account-record.ts';
import { cleanUp } from '../process.ts';
import { buysInProcess, errorOf, LINE, packagesOf } from './buys-fixture.ts';

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

test('what is left of the cap is given out once among the packages of a call', async () => {
  const packages = [60, 300].map((budget) => ({ ...LINE, budget, pacing: 'asap' }));
  const made = packagesOf(await buys.create({ ...WEEK, packages }, 'capped'));
  expect(made.map((line) => line.daily_budget_cap)).toEqual([60, 40]);
});

describe('a package with a share of the cap', () => {
  test('can be paused, resumed and lowered on its last day', async () => {
    for (const pacing of ['even', 'asap']) {
      const made = await create({ budget: 350, pacing });
      expect(packagesOf(made)[0]).toMatchObject({ daily_budget_cap: 50 });
      const id = made.media_buy_id;
      buys.clock.nowMs += 6 * DAY_MS;
      for (const paused of [true, false]) {
        const changed = packagesOf(await update(id, { paused }));
        expect(changed[0]).toMatchObject({ daily_budget_cap: 50 });
      }
      const [{ package_id } = { package_id: '' }] = packagesOf(made);
      const lower = { packages: [{ package_id, budget: 340 }] };
      expect(packagesOf(await update(id, lower))[0]).toMatchObject({ budget: 340 });
      buys.clock.nowMs -= 6 * DAY_MS;
    }
  });

  test('gets no share of the days that others have, when it runs longer', async () => {
    await create(
      { budget: 300, daily_budget_cap: 60 },
      { ...WEEK, end_time: '2027-03-20T00:00:00Z' },
    );
    const made = await create({ budget: 280, pacing: 'asap' });
    const later = await create(
      { budget: 40, daily_budget_cap: 20 },
      { start_time: '2027-03-08T00:00:00Z', end_time: '2027-03-10T00:00:00Z' },
    );
    expect(packagesOf(later)).toHaveLength(1);
    const longer = { end_time: '2027-03-10T00:00:00Z' };
    expect(errorOf(await update(made.media_buy_id, longer)).code).toBe('BUDGET_EXCEEDED');
  });
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
  const [known] = await BUYER_ACCOUNT_TABLE.readOf(
    buys.database.query,
    { buyer: 'capped' },
    { after: 0, countMax: 1 },
  );
  if (known === undefined) throw new Error('there is no account');
  const sandbox = (domain: string) => {
    const account = { brand: { domain }, operator: 'agency.example', sandbox: true };
    return buys.create({ account, brand: account.brand }, 'capped');
  };
  expect((await sandbox('one.example')).sandbox).toBe(true);
  await buys.database.transaction(async (query) => {
    for (let at = 2; at < BUYER_ACCOUNTS_MAX; at++) {
      await BUYER_ACCOUNT_TABLE.write(query, { ...known, id: `acc_${at}`, account: `acc_${at}` });
    }
  });
  expect(errorOf(await sandbox('two.example'))).toMatchObject({ field: 'account' });
  expect((await sandbox('one.example')).sandbox).toBe(true);
});

describe('a buyer with a daily cap', () => {
  const ASAP = { start_time: 'asap', end_time: '2027-03-05T00:00:00Z' };
  test('gets it in its packages, and no more than it over all its buys', async () => {
    const even = await create({ budget: 200 }, ASAP);
    expect(packagesOf(even)[0]).toMatchObject({ daily_budget_cap: 50 });
    const rest = await create({ budget: 500, pacing: 'asap' }, ASAP);
    expect(packagesOf(rest)[0]).toMatchObject({ daily_budget_cap: 50 });
    expect(errorOf(await create({ budget: 40, pacing: 'asap' }, ASAP)).code).toBe(
      'BUDGET_EXCEEDED',
    );
    expect(errorOf(await create({ budget: 40, daily_budget_cap: 10 }, ASAP)).code).toBe(
      'BUDGET_EXCEEDED',
    );
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
