import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Database } from '../../src/ledger/database.ts';
import { createCampaignStore } from '../../src/store/campaign-store.ts';
import type { StoredState } from '../../src/store/stored-campaign.ts';
import { KINDS, newLocation, openLedger } from '../ledger/ledger.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';
import { anyCampaign } from './campaigns.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const ANN = { who: 'ann', role: 'ads' };

describe.each(KINDS)('a campaign that is brought back, in %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openLedger(await newLocation(kind, postgres));
  });
  const store = () =>
    createCampaignStore({ database, partner: 'own', needsApproval: true, nowMs: () => 1000 });

  /** What each of these states led to. */
  async function through(id: string, ...states: readonly StoredState[]) {
    await store().create(anyCampaign({ id }), ANN);
    const results: (string | undefined)[] = [];
    for (const state of states) {
      const made = await store().setState({ campaign: id, revision: undefined }, state, ANN);
      results.push('kind' in made ? made.kind : (await store().read(id))?.state);
    }
    return results;
  }

  test('is a draft if it was one, however often it was put away', async () => {
    expect(
      await through('idea', 'archived', 'archived', 'paused', 'draft', 'archived', 'draft'),
    ).toEqual(['archived', 'archived', 'not-allowed', 'draft', 'archived', 'draft']);
  });

  test('is paused if it was started before, and not a draft, which could be deleted', async () => {
    const wanted = [
      'active',
      'archived',
      'draft',
      'paused',
      'archived',
      'active',
      'paused',
    ] as const;
    expect(await through('ran', ...wanted)).toEqual([
      'active',
      'archived',
      'not-allowed',
      'paused',
      'archived',
      'not-allowed',
      'paused',
    ]);
  });

  test('says what it was while it is archived, also after a review', async () => {
    await through('known', 'archived');
    const { revision = 0 } = (await store().read('known')) ?? {};
    const review = { creative: 'known-card', state: 'approved', reason: '' } as const;
    await store().review({ campaign: 'known', revision }, review, ANN);
    expect(await store().read('known')).toMatchObject({ state: 'archived', archivedFrom: 'draft' });
  });

  test('is paused where nobody knows what it was', async () => {
    await through('older', 'archived');
    await database.query(`update campaigns set archived_from = null where campaign = 'older'`);
    const target = { campaign: 'older', revision: undefined };
    expect(await store().setState(target, 'paused', ANN)).toMatchObject({ state: 'paused' });
  });
});
