import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { cleanUp } from '../../test/process.ts';
import { accountsIn } from '../../test/store/accounts.ts';
import { anyCampaign } from '../../test/store/campaigns.ts';
import type { Database } from '../lib/sql/database.ts';
import { createRecords } from './records.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});
afterEach(() => database.close());

const create = (id: string) => accountsIn(database).addCampaign('own', anyCampaign({ id }));
const setState = (id: string, state: 'active' | 'paused') =>
  accountsIn(database).setCampaign(`own/${id}`, state);

function follower() {
  const records = createRecords();
  const look = async () => {
    const { changed, takeIn } = await records.read(database.query);
    takeIn();
    return changed.map(({ record: { id, state } }) => `${id.slice(4)} ${state}`);
  };
  return { ...records, look };
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
