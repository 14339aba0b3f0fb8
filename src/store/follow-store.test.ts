import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { cleanUp } from '../../test/process.ts';
import { anyCampaign } from '../../test/store/campaigns.ts';
import type { Database } from '../lib/sql/database.ts';
import { createCampaignStore } from './campaign-store.ts';
import { CAMPAIGN_TABLE } from './campaign-table.ts';
import { followStore } from './follow-store.ts';
import type { StoredState } from './stored-campaign.ts';

afterAll(cleanUp);

const AUTHOR = { who: 'ann', role: 'ads' };

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

function follower() {
  const following = followStore(CAMPAIGN_TABLE);
  const look = async () => {
    const { changed, takeIn } = await following.read(database.query);
    takeIn();
    return changed.map(({ campaign, state }) => `${campaign.id} ${state}`);
  };
  return { ...following, look };
}

test('each change is read once, and again until it was taken in', async () => {
  const { read, look } = follower();
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
});
