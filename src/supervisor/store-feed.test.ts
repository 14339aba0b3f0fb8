import { afterAll, afterEach, describe, expect, jest, test } from 'bun:test';
import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readerOfCampaigns } from '../../test/feed-lines.ts';
import { openLedger } from '../../test/ledger/ledger.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
import { anyCampaign, entriesOf } from '../../test/store/campaigns.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import type { Account } from '../ledger/budgets/account.ts';
import { silentLog } from '../observe/log.ts';
import { createCampaignStore } from '../store/campaign-store.ts';
import { importCampaigns } from '../store/import-campaigns.ts';
import type { StoredState } from '../store/stored-campaign.ts';
import type { Work } from '../worker/work.ts';
import { createLearnedRates } from './learned-rates.ts';
import { startStoreFeed } from './store-feed.ts';

afterEach(() => void jest.useRealTimers());
afterAll(cleanUp);

const AUTHOR = { who: 'ann', role: 'ads' };

const NO_PUBLISHERS = {
  fillStore: async () => {},
  onPublishers() {},
  held: () => new Map(),
  kept: { read: () => undefined, keep() {} },
};
const NO_RATES = { partners: () => [], nowMs: () => 0, tickMs: () => 0 };

const workWithStore = () => sharedWorkOf([{ name: 'own', kind: 'campaigns', store: true }]);

describe('the feed of campaigns', () => {
  async function machine(spare?: number) {
    const database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'p.db') });
    const whole = workWithStore();
    const work = spare === undefined ? whole : { ...whole, plan: { ...whole.plan, spare } };
    const assigned: (readonly [number, number])[] = [];
    const accounts: Account[] = [];
    const logged: string[] = [];
    const back: string[] = [];
    const told = { workers: 0, full: 0 };
    let isDown = false;
    const feed = startStoreFeed(work, {
      database() {
        if (isDown) throw new Error('gone');
        return database;
      },
      budgets: {
        assign(all) {
          assigned.push(...all.map(({ index, account }) => [index, account.endMs] as const));
          accounts.push(...all.map(({ account }) => account));
        },
      },
      rates: createLearnedRates(NO_RATES),
      ...NO_PUBLISHERS,
      tellWorkers: async () => told.workers++,
      renewMemory: () => void told.full++,
      onWentBack: (words) => void back.push(words),
      log: {
        ...silentLog,
        info: (_, message) => void logged.push(message),
        error: (facts, message) => void logged.push(`${message} ${JSON.stringify(facts)}`),
      },
    });
    atCleanUp(async () => feed.stop());
    const storeOf = (partner: string) =>
      createCampaignStore({ database, partner, needsApproval: false, nowMs: () => 1 });
    const create = (id: string, partner = 'own') =>
      storeOf(partner).create(anyCampaign({ id }), AUTHOR);
    const setState = (campaign: string, state: StoredState) =>
      storeOf('own').setState({ campaign, revision: undefined }, state, AUTHOR);
    const linesOf = ({ assignment }: Work) =>
      readerOfCampaigns(assignment.feedFile)().map(({ campaign, row, text }) => [
        campaign,
        row,
        text === '' ? 'stopped' : 'serves',
      ]);
    const fail = (down: boolean) => {
      isDown = down;
    };
    const seen = { assigned, accounts, logged, back, told };
    return { database, work, feed, ...seen, create, setState, linesOf, fail };
  }

  test('has the approved version of a campaign whose change waits, and a pause of it at once', async () => {
    const { database, work, feed, accounts, setState } = await machine();
    const first = anyCampaign({ id: 'a' });
    const importIt = (campaign: Campaign, needsApproval: boolean) =>
      importCampaigns(database, {
        partner: 'own',
        entries: entriesOf([campaign]),
        state: 'active',
        needsApproval,
        author: AUTHOR,
        nowMs: 1,
      });
    await importIt(first, false);
    await importIt({ ...first, advertiser: 'Your Bank (official)', cpm: 7 }, true);
    await feed.refresh();
    await setState('a', 'paused');
    await feed.refresh();
    const texts = readerOfCampaigns(work.assignment.feedFile)().map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(JSON.parse(texts[0] ?? '')).toEqual({ ...first, cpm: 7 });
    expect(texts[1]).toBe('');
    expect(accounts.map(({ advertiser }) => advertiser)).toEqual(Array(2).fill(first.advertiser));
  });

  test('says once that there is no row left, and goes on in larger memory', async () => {
    const { work, feed, told, create, setState, linesOf } = await machine(1);
    for (const id of ['a', 'b', 'c']) {
      await create(id);
      await setState(id, 'active');
      await feed.refresh();
    }
    expect(linesOf(work)).toEqual([['a', 0, 'serves']]);
    expect(told.full).toBe(1);
    const next = workWithStore();
    feed.use(next);
    expect(linesOf(next)).toEqual([
      ['a', 0, 'serves'],
      ['b', 1, 'serves'],
      ['c', 2, 'serves'],
    ]);
    expect(feed.rowOf('own/c')).toBe(2);
  });

  test('has a change only once it is written: one that fails is repeated, logged once and told in the status', async () => {
    const { work, feed, told, logged, create, setState, linesOf } = await machine();
    await create('a');
    await setState('a', 'active');
    await feed.refresh();
    const workers = told.workers;
    rmSync(work.assignment.feedFile);
    mkdirSync(work.assignment.feedFile);
    await setState('a', 'paused');
    await expect(feed.refresh()).rejects.toThrow();
    await expect(feed.refresh()).rejects.toThrow();
    expect(feed.campaigns().get('own/a')?.state).toBe('active');
    expect([told.workers, logged.length]).toEqual([workers, 1]);
    expect(feed.status()).toMatchObject({ revision: 2, reason: expect.stringContaining('EISDIR') });
    rmdirSync(work.assignment.feedFile);
    await feed.refresh();
    expect(linesOf(work)).toEqual([['a', 0, 'stopped']]);
    expect(told.workers).toBe(workers + 1);
    expect(feed.status()).toMatchObject({ revision: 3, reason: undefined });
    expect(logged.at(-1)).toBe('changes of the store reach the workers again');
  });

  test('of a database that went back has what it has now: a campaign that it lost stops', async () => {
    const { database, work, feed, assigned, back, create, setState, linesOf } = await machine();
    for (const id of ['a', 'b']) {
      await create(id);
      await setState(id, 'active');
    }
    await feed.refresh();
    await database.query(`delete from campaigns where campaign = 'b'`);
    await database.query(`delete from audit_log where subject = 'own/b'`);
    await database.query('update store_turn set revision = 2');
    await feed.refresh();
    expect(back).toEqual(['the campaigns of the store went back from revision 4 to 2']);
    expect(linesOf(work).at(-1)).toEqual(['b', 1, 'stopped']);
    expect(assigned.at(-1)).toEqual([1, 0]);
    expect(feed.campaigns().get('own/b')?.state).toBe('deleted');
    // The heartbeat has noticed it, and this has not.
    await database.query(`update campaigns set state = 'paused', changed_ms = 7`);
    feed.readAnew();
    await feed.refresh();
    expect(linesOf(work).at(-1)).toEqual(['a', 0, 'stopped']);
    expect(back).toHaveLength(1);
  });
});
