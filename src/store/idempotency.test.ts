import { afterAll, beforeAll, expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { cleanUp } from '../../test/process.ts';
import type { Database } from '../ledger/database.ts';
import { DAY_MS } from '../lib/day.ts';
import { onceFor } from './idempotency.ts';
import type { StoredCampaign } from './stored-campaign.ts';

const CALL = { key: 'k', who: 'ann', body: '{}' };
const NOW_MS = 1_000_000;
const STORED: StoredCampaign = {
  partner: 'own',
  state: 'draft',
  revision: 1,
  createdMs: 0,
  createdRevision: 1,
  changedMs: 0,
  changedBy: 'ann',
  campaign: campaignOf({ id: 'c' }),
  reviews: [],
  approved: undefined,
};

let database: Database;
beforeAll(async () => {
  database = await openOwnLedger();
  await onceFor(CALL, NOW_MS).after(database.query, STORED);
});
afterAll(cleanUp);

const before = (call: typeof CALL, nowMs = NOW_MS) => onceFor(call, nowMs).before(database.query);

test('callers do not share keys', async () => {
  expect(await before({ ...CALL, who: 'ada' })).toBeUndefined();
  expect(await before({ ...CALL, key: 'l' })).toBeUndefined();
});

// The last test, since it forgets the answer.
test('an answer is kept for a day and not longer', async () => {
  expect(await before(CALL, NOW_MS + DAY_MS)).toMatchObject({ kind: 'done' });
  expect(await before(CALL, NOW_MS + DAY_MS + 1)).toBeUndefined();
});
