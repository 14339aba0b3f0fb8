import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { campaignOf, creativeOf } from '../../test/campaigns/test-support.ts';
import { openLedger } from '../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import type { Database } from '../ledger/database.ts';
import { type CampaignStore, createCampaignStore, type SeenTarget } from './campaign-store.ts';
import { CAMPAIGN_TABLE, readPartner } from './campaign-table.ts';
import { coveredOf } from './covered-fields.ts';
import { readAudit } from './read-audit.ts';
import type { RefusedChange } from './refused-change.ts';
import { type StoredCampaign, type StoredState, servedCampaign } from './stored-campaign.ts';

const ANN = { who: 'ann', role: 'ads' };
const ADA = { who: 'ada', role: 'admin' };

let database: Database;
let nowMs = 1000;

beforeAll(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
});
afterAll(cleanUp);

const storeOf = (partner = 'own', needsApproval = false) =>
  createCampaignStore({ database, partner, needsApproval, nowMs: () => nowMs });

const anyRevision = (campaign: string) => ({ campaign, revision: undefined });

/** The campaign as a reviewer has just seen it. */
async function asSeen(store: CampaignStore, campaign: string): Promise<SeenTarget> {
  const { revision } = made((await store.read(campaign)) ?? { kind: 'not-found' });
  return { campaign, revision };
}

const auditOf = (subject: string) => readAudit(database.query, { subject, beforeId: undefined });

function made(result: StoredCampaign | RefusedChange): StoredCampaign {
  if ('kind' in result) throw new Error(JSON.stringify(result));
  return result;
}

/** A campaign that went through these states. */
async function campaignIn(id: string, ...states: readonly StoredState[]) {
  await storeOf().create(campaignOf({ id }), ANN);
  for (const state of states) made(await storeOf().setState(anyRevision(id), state, ANN));
}

describe('a campaign of the store', () => {
  test('is a draft at first, and exists once', async () => {
    nowMs = 2000;
    const first = made(await storeOf().create(campaignOf({ id: 'new' }), ANN));
    expect(first).toMatchObject({
      partner: 'own',
      state: 'draft',
      createdMs: 2000,
      changedMs: 2000,
      changedBy: 'ann',
      reviews: [{ creative: 'main', state: 'approved', reason: '' }],
    });
    expect(first.createdRevision).toBe(first.revision);
    expect(await storeOf().create(campaignOf({ id: 'new' }), ANN)).toEqual({ kind: 'exists' });
    expect(await storeOf().read('new')).toEqual(first);
    expect(await storeOf('other').read('new')).toBeUndefined();
  });

  test('keeps its state and the time of its creation when it is replaced', async () => {
    nowMs = 3000;
    await campaignIn('kept', 'active');
    const before = made((await storeOf().read('kept')) ?? { kind: 'not-found' });
    nowMs = 4000;
    const next = campaignOf({ id: 'kept', cpm: 7 });
    const after = made(await storeOf().replace(anyRevision('kept'), next, ADA));
    expect(after).toMatchObject({ state: 'active', campaign: next, changedBy: 'ada' });
    expect([after.createdMs, after.changedMs]).toEqual([3000, 4000]);
    expect(after.createdRevision).toBe(before.createdRevision);
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(await storeOf().read('kept')).toEqual(after);
  });

  test('is not changed while it is archived', async () => {
    await campaignIn('put-away', 'archived');
    const next = campaignOf({ id: 'put-away', cpm: 7 });
    expect(await storeOf().replace(anyRevision('put-away'), next, ANN)).toEqual({
      kind: 'not-allowed',
      reason: 'expected a campaign that is not archived: bring it back first',
    });
    expect((await storeOf().read('put-away'))?.campaign.cpm).toBe(1);
  });

  test('is not found once it is deleted, and its name may be used again', async () => {
    await campaignIn('gone', 'deleted');
    expect(await storeOf().read('gone')).toBeUndefined();
    expect(await storeOf().setState(anyRevision('gone'), 'active', ANN)).toEqual({
      kind: 'not-found',
    });
    // Other machines still hear of it.
    expect((await CAMPAIGN_TABLE.read(database.query, 'own/gone'))?.state).toBe('deleted');
    nowMs = 9000;
    const again = made(await storeOf().create(campaignOf({ id: 'gone' }), ANN));
    expect(again).toMatchObject({ state: 'draft', createdMs: 9000 });
    expect(again.createdRevision).toBe(again.revision);
  });

  test('is changed only by a caller that has seen its last revision', async () => {
    const { revision } = made(await storeOf().create(campaignOf({ id: 'raced' }), ANN));
    const target = { campaign: 'raced', revision };
    const after = made(await storeOf().setState(target, 'active', ADA));
    expect(await storeOf().setState(target, 'paused', ANN)).toEqual({
      kind: 'stale',
      revision: after.revision,
      changedBy: 'ada',
    });
    expect(await storeOf().setState(anyRevision('nowhere'), 'active', ANN)).toEqual({
      kind: 'not-found',
    });
  });
});

describe('a creative', () => {
  const [one, two] = [creativeOf({ id: 'one' }), creativeOf({ id: 'two' })];
  const store = () => storeOf('checked', true);
  const target = anyRevision('reviewed');
  const seen = () => asSeen(store(), 'reviewed');
  const rejected = { creative: 'two', state: 'rejected', reason: 'too loud' } as const;

  test('waits for its review where the partner wants one', async () => {
    const campaign = campaignOf({ id: 'reviewed', creatives: [one, two] });
    expect(made(await store().create(campaign, ANN)).reviews).toEqual([
      { creative: 'one', state: 'waiting', reason: '' },
      { creative: 'two', state: 'waiting', reason: '' },
    ]);
  });

  test('is reviewed alone, and one that is not there cannot be', async () => {
    const after = made(await store().review(await seen(), rejected, ADA));
    expect(after.reviews).toEqual([{ creative: 'one', state: 'waiting', reason: '' }, rejected]);
    expect(await store().review(await seen(), { ...rejected, creative: 'three' }, ADA)).toEqual({
      kind: 'not-found',
    });
  });

  test('keeps its review until it changes', async () => {
    const approved = { creative: 'one', state: 'approved', reason: '' } as const;
    made(await store().review(await seen(), approved, ADA));
    const changed = { ...two, title: 'Quieter' };
    const next = campaignOf({ id: 'reviewed', cpm: 2, creatives: [changed, one] });
    expect(made(await store().replace(target, next, ANN)).reviews).toEqual([
      { creative: 'two', state: 'waiting', reason: '' },
      approved,
    ]);
    const stored = await store().read('reviewed');
    expect(stored?.campaign.creatives).toEqual([changed, one]);
  });
});

describe('a campaign that is approved', () => {
  const store = () => storeOf('strict', true);
  const first = campaignOf({ id: 'shoes', categories: ['IAB18'], budget: { daily: 5 } });
  const swapped = {
    ...first,
    advertiser: 'Your Bank (official)',
    domain: 'bank.example',
    categories: ['IAB13'],
  };
  const approval = { creative: 'main', state: 'approved', reason: '' } as const;
  const stored = async () => made((await store().read('shoes')) ?? { kind: 'not-found' });
  const served = async () => servedCampaign(await stored());

  beforeAll(async () => {
    made(await store().create(first, ANN));
    made(await store().setState(anyRevision('shoes'), 'active', ANN));
    made(await store().review(await asSeen(store(), 'shoes'), approval, ADA));
  });

  test('serves as it was approved after its advertiser, domain and categories were changed', async () => {
    const after = made(await store().replace(anyRevision('shoes'), swapped, ANN));
    expect(after.campaign).toEqual(swapped);
    expect(after.reviews).toEqual([{ creative: 'main', state: 'waiting', reason: '' }]);
    expect(await served()).toEqual(first);
  });

  test('takes a new price, budget, flight and targeting at once, beside a change that waits', async () => {
    const free = {
      cpm: 9,
      budget: { daily: 50 },
      flight: { end: '2030-01-01' },
      targeting: { include: { countries: ['DEU'] } },
    };
    made(await store().replace(anyRevision('shoes'), { ...swapped, ...free }, ANN));
    expect(await served()).toEqual({ ...first, ...free });
    made(await store().replace(anyRevision('shoes'), swapped, ANN));
  });

  test('serves as it was approved after the change was rejected, which keeps its reason', async () => {
    const rejection = { creative: 'main', state: 'rejected', reason: 'no bank' } as const;
    made(await store().review(await asSeen(store(), 'shoes'), rejection, ADA));
    expect((await stored()).reviews).toEqual([rejection]);
    expect(await served()).toEqual(first);
  });

  test('stops at once when it is paused while a change waits, and resumes as approved', async () => {
    made(await store().setState(anyRevision('shoes'), 'paused', ANN));
    expect(await served()).toBeUndefined();
    made(await store().setState(anyRevision('shoes'), 'active', ANN));
    expect(await served()).toEqual(first);
  });

  test('is not approved in another version than the one that was looked at', async () => {
    const looked = await asSeen(store(), 'shoes');
    const worse = { ...swapped, advertiser: 'Your other bank' };
    const after = made(await store().replace(anyRevision('shoes'), worse, ANN));
    expect(await store().review(looked, approval, ADA)).toEqual({
      kind: 'stale',
      revision: after.revision,
      changedBy: 'ann',
    });
    expect(await served()).toEqual(first);
  });

  test('serves as changed once the change is approved', async () => {
    made(await store().replace(anyRevision('shoes'), swapped, ANN));
    made(await store().review(await asSeen(store(), 'shoes'), approval, ADA));
    expect(await served()).toEqual(swapped);
    expect((await stored()).approved).toEqual(coveredOf(swapped));
  });

  test('waits as a whole when its id is used again after it was deleted', async () => {
    made(await store().create(campaignOf({ id: 'again' }), ANN));
    made(await store().review(await asSeen(store(), 'again'), approval, ADA));
    made(await store().setState(anyRevision('again'), 'deleted', ANN));
    const next = made(
      await store().create(campaignOf({ id: 'again', domain: 'new.example' }), ANN),
    );
    expect(next.approved).toBeUndefined();
  });
});

describe('the audit log', () => {
  test('says who did what, the latest first', async () => {
    nowMs = 5000;
    await campaignIn('told', 'active');
    made(await storeOf().replace(anyRevision('told'), campaignOf({ id: 'told', cpm: 2 }), ADA));
    const review = { creative: 'main', state: 'rejected', reason: 'loud' } as const;
    made(await storeOf().review(await asSeen(storeOf(), 'told'), review, ADA));
    const rows = await auditOf('own/told');
    expect(rows.map(({ who, role, action }) => [who, role, action])).toEqual([
      ['ada', 'admin', 'review'],
      ['ada', 'admin', 'change'],
      ['ann', 'ads', 'state'],
      ['ann', 'ads', 'create'],
    ]);
    expect(rows.map(({ changes }) => changes).slice(0, 3)).toEqual([
      [{ field: 'reviews.main', from: 'approved', to: 'rejected: loud' }],
      [{ field: 'cpm', from: 1, to: 2 }],
      [{ field: 'state', from: 'draft', to: 'active' }],
    ]);
    expect(rows[3]?.changes).toMatchObject([
      { field: '', to: { advertiser: 'Advertiser of told', state: 'draft' } },
    ]);
    expect(rows[0]).toMatchObject({ atMs: 5000, subject: 'own/told' });
  });

  test('has no entry of a change that was refused', async () => {
    await campaignIn('quiet');
    expect(await storeOf().setState(anyRevision('quiet'), 'paused', ANN)).toHaveProperty('kind');
    expect(await auditOf('own/quiet')).toHaveLength(1);
  });
});

describe('campaigns are read', () => {
  test('by what has changed since a revision, in the order of the changes', async () => {
    const { revision } = made(await storeOf('feed').create(campaignOf({ id: 'a' }), ANN));
    await storeOf('feed').create(campaignOf({ id: 'b' }), ANN);
    await storeOf('feed').setState(anyRevision('a'), 'active', ANN);
    const idsAfter = async (after: number, countMax: number) =>
      (await CAMPAIGN_TABLE.readAfter(database.query, after, countMax)).map(
        ({ campaign }) => campaign.id,
      );
    expect(await idsAfter(revision, 10)).toEqual(['b', 'a']);
    expect(await idsAfter(revision, 1)).toEqual(['b']);
    expect(await idsAfter(revision + 1, 10)).toEqual(['a']);
  });

  test('by partner, in the order of their creation and without deleted ones', async () => {
    for (const id of ['z', 'y', 'x']) await storeOf('listed').create(campaignOf({ id }), ANN);
    await storeOf('listed').setState(anyRevision('z'), 'active', ANN);
    await storeOf('listed').setState(anyRevision('y'), 'deleted', ANN);
    const listed = await readPartner(database.query, 'listed');
    expect(listed.map(({ campaign }) => campaign.id)).toEqual(['z', 'x']);
  });
});
