import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import { openLedger } from '../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { entriesOf } from '../../test/store/campaigns.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import type { Database } from '../ledger/database.ts';
import { readPartner } from './campaign-table.ts';
import { ENTRY_FAULTS_MAX, importCampaigns, previewImport } from './import-campaigns.ts';
import { AUDIT_PAGE, readAudit } from './read-audit.ts';

let database: Database;
beforeAll(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
});
afterAll(cleanUp);

/** How many entries were done, after each portion of the last import. */
let told: number[] = [];

const importAll = async (campaigns: readonly Campaign[], state: 'active' | 'paused' | 'draft') => {
  told = [];
  const done = await importCampaigns(database, {
    partner: 'own',
    entries: entriesOf(campaigns),
    state,
    needsApproval: true,
    nowMs: 1000,
    author: { who: 'import', role: 'admin' },
    onDone: (count) => told.push(count),
  });
  return Object.fromEntries(
    Object.entries(Object.groupBy(done, ({ outcome }) => outcome)).map(([outcome, all]) => [
      outcome,
      all.length,
    ]),
  );
};

const MANY = Array.from({ length: 101 }, (_, n) => campaignOf({ id: `c${n}` }));

test('an import creates each campaign once, in the order of the file', async () => {
  expect(await importAll(MANY, 'active')).toEqual({ created: 101 });
  expect(told).toEqual([50, 100, 101]);
  const stored = await readPartner(database.query, 'own');
  expect(stored.map(({ campaign }) => campaign.id)).toEqual(MANY.map(({ id }) => id));
  expect(stored[0]).toMatchObject({
    state: 'active',
    changedBy: 'import',
    reviews: [{ state: 'waiting' }],
  });
});

test('an import changes only what differs, and keeps its state', async () => {
  const changed = campaignOf({ id: 'c1', cpm: 9 });
  const next = [...MANY.slice(0, 1), changed, campaignOf({ id: 'new' })];
  expect(await importAll(next, 'paused')).toEqual({ created: 1, changed: 1, unchanged: 1 });
  const stored = await readPartner(database.query, 'own');
  expect(stored).toHaveLength(102);
  expect(stored[1]).toMatchObject({ state: 'active', campaign: { cpm: 9 } });
  expect(stored.at(-1)).toMatchObject({ state: 'paused', campaign: { id: 'new' } });
});

test('the audit log has fifty entries a page, the latest first', async () => {
  const pageBefore = async (beforeId: number | undefined) =>
    (await readAudit(database.query, { subject: undefined, beforeId })).map(({ id }) => id);
  const first = await pageBefore(undefined);
  expect(first).toHaveLength(AUDIT_PAGE);
  expect(AUDIT_PAGE).toBe(50);
  const second = await pageBefore(first.at(-1));
  const all = [...first, ...second, ...(await pageBefore(second.at(-1)))];
  // 102 were created and one was changed.
  expect(all).toHaveLength(103);
  expect(all).toEqual([...new Set(all)].sort((a, b) => b - a));
});

test('a preview lists ten faults of an entry and counts the others', () => {
  const categories = Array.from({ length: 15 }, () => 1);
  const faulty = { ...campaignOf({ id: 'f' }), categories } as unknown as Campaign;
  const [entry] = previewImport(entriesOf([faulty]), () => undefined);
  if (entry?.outcome !== 'refused') throw new Error('expected a refused entry');
  expect([entry.faults.length, entry.more]).toEqual([ENTRY_FAULTS_MAX, 5]);
});
