import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { cleanUp } from '../../test/process.ts';
import type { Database } from '../lib/sql/database.ts';
import { createCampaignStore } from './campaign-store.ts';
import type { RefusedChange } from './refused-change.ts';
import type { StoredCampaign, StoredState } from './stored-campaign.ts';
import { createUndoMemory } from './undo-memory.ts';

const ANN = { who: 'ann', role: 'ads' };
const APPROVED = { creative: 'main', state: 'approved', reason: '' } as const;

afterAll(cleanUp);

function made(result: StoredCampaign | RefusedChange): StoredCampaign {
  if ('kind' in result) throw new Error(JSON.stringify(result));
  return result;
}

const seen = ({ campaign, revision }: StoredCampaign) => ({ campaign: campaign.id, revision });

describe('a change that is taken back', () => {
  let database: Database;
  const undos = createUndoMemory(4);
  const storeOf = (memory = undos) =>
    createCampaignStore({
      database,
      partner: 'own',
      needsApproval: true,
      nowMs: () => 1,
      undos: memory,
    });
  beforeAll(async () => {
    database = await openOwnLedger();
  });

  async function after(id: string, ...states: readonly StoredState[]): Promise<StoredCampaign> {
    let last = made(await storeOf().create(campaignOf({ id }), ANN));
    for (const state of states) last = made(await storeOf().setState(seen(last), state, ANN));
    return last;
  }

  test('leaves the state of before, but what was started is no draft again', async () => {
    const back = async (stored: StoredCampaign) =>
      made(await storeOf().undo(seen(stored), ANN, 'change')).state;
    expect(await back(await after('a', 'active', 'paused'))).toBe('active');
    expect(await back(await after('b', 'active', 'archived'))).toBe('active');
    expect(await back(await after('c', 'archived'))).toBe('draft');
    expect(await back(await after('d', 'active'))).toBe('paused');
  });

  test('approves nothing by itself', async () => {
    const store = storeOf();
    const first = await after('f');
    const changed = made(
      await store.replace(seen(first), { ...first.campaign, domain: 'x.example' }, ANN),
    );
    const back = made(await store.undo(seen(changed), ANN, 'change'));
    expect(back.campaign).toEqual(first.campaign);
    expect(back.reviews).toEqual([{ ...APPROVED, state: 'waiting' }]);
  });

  test('is refused where somebody has changed it since, or nobody remembers', async () => {
    const first = await after('g', 'active');
    await storeOf().setState(seen(first), 'paused', ANN);
    expect(await storeOf().undo(seen(first), ANN, 'change')).toMatchObject({ kind: 'stale' });
    const other = await after('h', 'active');
    expect(await storeOf(createUndoMemory()).undo(seen(other), ANN, 'change')).toMatchObject({
      reason: expect.stringContaining('does not know how it was before'),
    });
    for (const id of ['i', 'j']) await after(id, 'active', 'paused');
    expect(await storeOf().undo(seen(other), ANN, 'change')).toMatchObject({
      kind: 'not-allowed',
    });
  });
});
