import { afterAll, expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { cleanUp } from '../../test/process.ts';
import { createCampaignStore } from './campaign-store.ts';
import { readPartner } from './campaign-table.ts';
import { createSampleCampaigns } from './create-sample-campaigns.ts';

afterAll(cleanUp);

test('samples are not created where a campaign of any partner is or was', async () => {
  const database = await openOwnLedger();
  const store = createCampaignStore({
    database,
    partner: 'own',
    needsApproval: false,
    nowMs: () => 2000,
  });
  const created = async () => {
    const samples = () => [campaignOf({ id: 'a' })];
    await createSampleCampaigns(database, { partner: 'house', samples, nowMs: 1000 });
    return (await readPartner(database.query, 'house')).length;
  };
  const author = { who: 'ann', role: 'ads' };
  await store.create(campaignOf({ id: 'mine' }), author);
  expect(await created()).toBe(0);
  await store.setState({ campaign: 'mine', revision: undefined }, 'deleted', author);
  expect(await created()).toBe(0);
});
