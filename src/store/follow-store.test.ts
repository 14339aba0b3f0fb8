import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { cleanUp } from '../../test/process.ts';
import { anyCampaign } from '../../test/store/campaigns.ts';
import type { Database, Row, SqlValue } from '../lib/sql/database.ts';
import { createCampaignStore } from './campaign-store.ts';
import { CAMPAIGN_TABLE } from './campaign-table.ts';
import { followStore } from './follow-store.ts';
import type { StoredState } from './stored-campaign.ts';

afterAll(cleanUp);

const AUTHOR = { who: 'ann', role: 'ads' };
const TABLES = ['store_turn', 'campaigns', 'creatives', 'history'];

let database: Database;
let nowMs = 1000;
beforeEach(async () => {
  database = await openOwnLedger();
});
afterEach(() => database.close());

const store = () =>
  createCampaignStore({ database, partner: 'own', needsApproval: false, nowMs: () => ++nowMs });
const create = (id: string) => store().create(anyCampaign({ id }), AUTHOR);
const setState = (campaign: string, state: StoredState) =>
  store().setState({ campaign, revision: undefined }, state, AUTHOR);

async function backUp(): Promise<() => Promise<void>> {
  const saved = new Map<string, readonly Row[]>();
  for (const table of TABLES) saved.set(table, await database.query(`select * from ${table}`));
  return async () => {
    for (const [table, rows] of saved) {
      await database.query(`delete from ${table}`);
      for (const row of rows) {
        const places = Object.keys(row).map((_, index) => `$${index + 1}`);
        const values = Object.values(row) as SqlValue[];
        await database.query(`insert into ${table} values (${places})`, values);
      }
    }
  };
}

function follower() {
  const wentBack: string[] = [];
  const following = followStore(CAMPAIGN_TABLE, (words) => void wentBack.push(words));
  const look = async () => {
    const { changed, takeIn } = await following.read(database.query);
    takeIn();
    return changed.map(({ campaign, state }) => `${campaign.id} ${state}`);
  };
  const known = () =>
    [...following.records.values()]
      .map(({ campaign, state }) => `${campaign.id} ${state}`)
      .toSorted();
  return { ...following, wentBack, look, known };
}

test('each change is read once, and again until it was taken in', async () => {
  const { read, look, wentBack } = follower();
  await create('a');
  await create('b');
  expect(await look()).toEqual(['a draft', 'b draft']);
  expect(await look()).toEqual([]);
  await setState('a', 'active');
  expect((await read(database.query)).changed).toHaveLength(1);
  expect(await look()).toEqual(['a active']);
  expect(await look()).toEqual([]);
  // A refused change takes a revision too.
  await setState('b', 'paused');
  expect(await look()).toEqual([]);
  await setState('b', 'active');
  expect(await look()).toEqual(['b active']);
  expect(wentBack).toEqual([]);
});

test('a store that went back is read anew: what it has otherwise changes, and what it lost is deleted', async () => {
  const { look, known, wentBack, revision } = follower();
  await create('a');
  await create('b');
  await setState('a', 'active');
  await look();
  const restore = await backUp();
  await setState('a', 'paused');
  await create('c');
  await look();
  expect(known()).toEqual(['a paused', 'b draft', 'c draft']);
  await restore();
  expect(await look()).toEqual(['c deleted', 'a active']);
  expect(wentBack).toEqual(['the campaigns of the store went back from revision 5 to 3']);
  expect(known()).toEqual(['a active', 'b draft', 'c deleted']);
  expect(revision()).toBe(3);
  expect(await look()).toEqual([]);
  await setState('b', 'active');
  expect(await look()).toEqual(['b active']);
  expect(wentBack).toHaveLength(1);
});

test('a store that went back and has passed its old revision before the next look is read anew', async () => {
  const { look, known, wentBack } = follower();
  for (const id of ['a', 'b']) {
    await create(id);
    await setState(id, 'active');
  }
  await look();
  const restore = await backUp();
  await setState('a', 'paused');
  await look();
  await restore();
  await setState('b', 'paused');
  await setState('b', 'active');
  await setState('b', 'paused');
  expect(await look()).toEqual(['a active', 'b paused']);
  expect(wentBack).toEqual([
    'the campaigns of the store went back, and have other changes up to revision 5 now',
  ]);
  expect(known()).toEqual(['a active', 'b paused']);
});

test('a history that somebody has deleted is noticed once, and is no reason to read everything each time', async () => {
  const { look, wentBack } = follower();
  await create('a');
  await look();
  await database.query('delete from history');
  await look();
  await look();
  await look();
  expect(wentBack).toHaveLength(1);
  // Without it, a store that goes back below the last revision is noticed.
  const restore = await backUp();
  await create('b');
  await look();
  await database.query('delete from history');
  await look();
  await restore();
  expect(await look()).toEqual(['b deleted']);
  expect(wentBack).toHaveLength(3);
});
