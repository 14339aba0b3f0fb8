import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { campaignOf, creativeOf } from '../../../test/campaigns/test-support.ts';
import { openLedger } from '../../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { sharedWorkOf } from '../../../test/shared-work.ts';
import { fileWith } from '../../../test/store/campaigns.ts';
import { FILE_REVISION } from '../../http/admin/store-document.ts';
import type { Database } from '../../ledger/database.ts';
import type { DeliveryQuestion } from '../../ledger/delivery/delivery.ts';
import { DAY_MS } from '../../lib/day.ts';
import { coveredOf } from '../../store/covered-fields.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';
import type { AdminApiSources } from './sources.ts';
import { storeAnswers } from './store.ts';

const CALL = { author: { who: 'ann', role: 'ads' } };
const NOW_MS = 20_000 * DAY_MS + 1;

let database: Database;
const asked: DeliveryQuestion[] = [];
let refreshes = 0;
let isRead = true;
let known: readonly StoredCampaign[] = [];

beforeAll(async () => {
  file = fileWith([campaignOf({ id: 'written' })]);
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
});
afterAll(cleanUp);

/** The file of the partner `file`. */
let file: string;

function answersWith(found: () => Database | undefined) {
  const work = sharedWorkOf([
    { name: 'file', kind: 'campaigns', path: file },
    { name: 'own', kind: 'campaigns', store: true },
    { name: 'checked', kind: 'campaigns', store: true, approval: true },
  ]);
  return storeAnswers({
    ledger: {
      database: found,
      async delivery(question: DeliveryQuestion) {
        asked.push(question);
        return [];
      },
    },
    store: {
      async refresh() {
        refreshes++;
      },
      isRead: () => isRead,
      campaigns: () => new Map(known.map((one) => [one.campaign.id, one])),
    },
    work: () => work,
    nowMs: () => NOW_MS,
    // Nothing else is used for the store.
  } as unknown as AdminApiSources);
}

const answers = () => answersWith(() => database);

const created = async (id: string, partner = 'own') => {
  const campaign = campaignOf({ id, creatives: [creativeOf({}), creativeOf({ id: 'second' })] });
  const stored = await answers().create(partner, JSON.stringify(campaign), CALL);
  if ('kind' in stored) throw new Error(JSON.stringify(stored));
  return stored;
};

const faultOf = (path: string, reason: unknown) => ({
  kind: 'faults',
  faults: [{ path, reason }],
});

describe('the store of campaigns', () => {
  test('has the partners that keep their campaigns in it', () => {
    expect(answers().partners()).toEqual([
      { name: 'own', needsApproval: false },
      { name: 'checked', needsApproval: true },
    ]);
  });

  test('lists all campaigns that were not deleted', async () => {
    const kept = await created('kept');
    known = [kept, { ...kept, state: 'deleted', campaign: campaignOf({ id: 'gone' }) }];
    expect(answers().all()).toEqual([kept]);
    isRead = false;
    // That there are none would be a lie.
    expect(() => answers().all()).toThrow('not known yet');
    isRead = true;
  });

  test('cannot be read or changed while the database cannot be reached', async () => {
    const unreachable = answersWith(() => undefined);
    const at = { partner: 'own', campaign: 'kept' };
    await expect(unreachable.read(at)).rejects.toThrow('the database cannot be reached');
    await expect(unreachable.setState(at, 'active', CALL)).rejects.toThrow('cannot be reached');
  });

  test('has no campaigns of a partner that it does not know', async () => {
    const at = { partner: 'nobody', campaign: 'kept' };
    expect(await answers().read(at)).toBeUndefined();
    expect(await answers().setState(at, 'active', CALL)).toEqual({ kind: 'not-found' });
    const creative = { ...at, creative: 'main' };
    expect(await answers().replaceCreative(creative, {}, CALL)).toEqual({ kind: 'not-found' });
  });

  test('shows a campaign of a file as approved and active', async () => {
    expect(await answers().read({ partner: 'file', campaign: 'written' })).toEqual({
      partner: 'file',
      campaign: campaignOf({ id: 'written' }),
      state: 'active',
      approved: coveredOf(campaignOf({ id: 'written' })),
      reviews: [{ creative: 'main', state: 'approved', reason: '' }],
      changedBy: file,
      revision: FILE_REVISION,
      createdRevision: FILE_REVISION,
      createdMs: 0,
      changedMs: 0,
    });
    expect(await answers().read({ partner: 'file', campaign: 'other' })).toBeUndefined();
  });

  test('asks for the delivery of as many days as wanted, today included', async () => {
    await answers().delivery({ partner: 'own', campaign: 'kept' }, 7);
    expect(asked.at(-1)).toEqual({ partner: 'own', campaign: 'kept', fromDay: 19_994 });
  });
});

describe('a new campaign', () => {
  test('is refused if it is not JSON, or not a campaign', async () => {
    expect(await answers().create('own', '{', CALL)).toMatchObject({ kind: 'faults' });
    const broken = { ...campaignOf({ id: 'broken' }), cpm: 'much' };
    const refused = await answers().create('own', JSON.stringify(broken), CALL);
    expect(refused).toMatchObject(faultOf('cpm', expect.any(String)));
    expect(answers().check(broken)).toMatchObject([{ path: 'cpm' }]);
    expect(answers().check(campaignOf({ id: 'good' }))).toEqual([]);
  });

  test('that is sent again with its key is made once', async () => {
    const body = JSON.stringify(campaignOf({ id: 'once' }));
    const call = { ...CALL, idempotencyKey: 'k1' };
    const first = await answers().create('own', body, call);
    expect(first).toMatchObject({ state: 'draft', createdMs: NOW_MS });
    expect(await answers().create('own', body, call)).toMatchObject({
      kind: 'done',
      stored: first,
    });
    expect(await answers().create('own', body, CALL)).toEqual({ kind: 'exists' });
  });

  test('waits for approval where its partner wants that', async () => {
    const reviews = (stored: StoredCampaign) => stored.reviews.map(({ state }) => state);
    expect(reviews(await created('waits', 'checked'))).toEqual(['waiting', 'waiting']);
    expect(reviews(await created('serves'))).toEqual(['approved', 'approved']);
  });
});

describe('a change', () => {
  test('is brought to the workers, and a refused one is not', async () => {
    await created('moving');
    const before = refreshes;
    const at = { partner: 'own', campaign: 'moving' };
    expect(await answers().setState(at, 'paused', CALL)).toMatchObject({ kind: 'not-allowed' });
    expect(refreshes).toBe(before);
    expect(await answers().setState(at, 'active', CALL)).toMatchObject({ state: 'active' });
    expect(refreshes).toBe(before + 1);
  });

  test('of a revision that is no longer the last is refused', async () => {
    const { revision } = await created('raced');
    const at = { partner: 'own', campaign: 'raced' };
    const next = campaignOf({ id: 'raced', cpm: 2 });
    expect(await answers().replace(at, next, { ...CALL, revision })).toMatchObject({
      campaign: { cpm: 2 },
      changedBy: 'ann',
    });
    expect(await answers().replace(at, next, { ...CALL, revision })).toMatchObject({
      kind: 'stale',
      changedBy: 'ann',
    });
  });

  test('cannot give a campaign or a creative another id', async () => {
    await created('named');
    const at = { partner: 'own', campaign: 'named' };
    const reason = 'expected "named", which cannot change, but got "other"';
    expect(await answers().replace(at, campaignOf({ id: 'other' }), CALL)).toEqual(
      faultOf('id', reason) as never,
    );
    const other = creativeOf({ id: 'other' });
    expect(await answers().replaceCreative({ ...at, creative: 'main' }, other, CALL)).toEqual(
      faultOf('id', 'expected "main", which cannot change, but got "other"') as never,
    );
  });

  test('of one creative keeps the others, and its faults have paths from the creative on', async () => {
    await created('shown');
    const at = { partner: 'own', campaign: 'shown', creative: 'second' };
    const next = creativeOf({ id: 'second', title: 'Another title' });
    const changed = await answers().replaceCreative(at, next, CALL);
    expect(changed).toMatchObject({ campaign: { creatives: [creativeOf({}), next] } });
    const broken = { ...next, title: 5 };
    expect(await answers().replaceCreative(at, broken, CALL)).toMatchObject(
      faultOf('title', expect.any(String)),
    );
    const absent = { ...at, creative: 'third' };
    expect(await answers().replaceCreative(absent, next, CALL)).toEqual({ kind: 'not-found' });
  });

  test('of one creative is refused if the campaign was changed meanwhile', async () => {
    const { revision } = await created('busy');
    const at = { partner: 'own', campaign: 'busy', creative: 'main' };
    const next = creativeOf({ title: 'Another title' });
    const call = { ...CALL, revision };
    expect(await answers().replaceCreative(at, next, call)).not.toHaveProperty('kind');
    expect(await answers().replaceCreative(at, next, call)).toMatchObject({ kind: 'stale' });
  });

  test('of a review is kept with its author in the audit log', async () => {
    const { revision } = await created('judged', 'checked');
    const at = { partner: 'checked', campaign: 'judged' };
    const review = { creative: 'main', state: 'rejected', reason: 'too loud' } as const;
    const call = { ...CALL, revision };
    expect(await answers().review(at, review, call)).toMatchObject({ reviews: [review, {}] });
    expect(await answers().review(at, review, call)).toMatchObject({ kind: 'stale' });
    const rows = await answers().audit({ subject: 'checked/judged', beforeId: undefined });
    expect(rows.map(({ who, action }) => `${who} ${action}`)).toEqual(['ann review', 'ann create']);
  });
});
