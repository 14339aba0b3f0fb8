import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import { KINDS, newLocation, openLedger } from '../../test/ledger/ledger.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres/postgres-server.ts';
import { cleanUp } from '../../test/process.ts';
import type { Database } from '../ledger/database.ts';
import { createCampaignStore } from './campaign-store.ts';
import { readPartner } from './campaign-table.ts';
import { createSampleCampaigns } from './create-sample-campaigns.ts';
import { readAudit } from './read-audit.ts';
import { servedCampaign } from './stored-campaign.ts';

const SAMPLES = ['a', 'b', 'c'].map((id) => campaignOf({ id }));
const AUTHOR = { who: 'ann', role: 'ads' };

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const fill = (database: Database) =>
  createSampleCampaigns(database, { partner: 'house', samples: () => SAMPLES, nowMs: 1000 });

const storeOf = (database: Database, partner = 'house') =>
  createCampaignStore({ database, partner, needsApproval: false, nowMs: () => 2000 });

const idsOf = async (database: Database) =>
  (await readPartner(database.query, 'house')).map(({ campaign }) => campaign.id);

for (const kind of KINDS) {
  describe(`the samples, on ${kind}`, () => {
    test('are created in an empty store: they serve, are approved, and their history says by what', async () => {
      const database = await openLedger(await newLocation(kind, postgres));
      await fill(database);
      const stored = await readPartner(database.query, 'house');
      expect(stored.map(servedCampaign)).toEqual(SAMPLES);
      const [created] = await readAudit(database.query, {
        subject: 'house/c',
        beforeId: undefined,
      });
      expect(created).toMatchObject({ who: 'parley start', action: 'import', atMs: 1000 });
    });

    test('do not come back after they were archived', async () => {
      const database = await openLedger(await newLocation(kind, postgres));
      await fill(database);
      for (const { id } of SAMPLES) {
        await storeOf(database).setState({ campaign: id, revision: undefined }, 'archived', AUTHOR);
      }
      await fill(database);
      const stored = await readPartner(database.query, 'house');
      expect(stored.map(({ state }) => state)).toEqual(SAMPLES.map(() => 'archived'));
    });

    test('are not created where a campaign of any partner is or was', async () => {
      const database = await openLedger(await newLocation(kind, postgres));
      await storeOf(database, 'own').create(campaignOf({ id: 'mine' }), AUTHOR);
      await fill(database);
      expect(await idsOf(database)).toEqual([]);
      await storeOf(database, 'own').setState(
        { campaign: 'mine', revision: undefined },
        'deleted',
        AUTHOR,
      );
      await fill(database);
      expect(await idsOf(database)).toEqual([]);
    });
  });
}

test('machines that start at the same moment on one database create the samples once', async () => {
  const location = await newLocation('postgres', postgres);
  const machines = await Promise.all([1, 2, 3].map(() => openLedger(location)));
  await Promise.all(machines.map(fill));
  for (const database of machines) {
    expect(await idsOf(database)).toEqual(['a', 'b', 'c']);
    const audit = await readAudit(database.query, { subject: undefined, beforeId: undefined });
    expect(audit).toHaveLength(SAMPLES.length);
  }
});
