import { afterAll, expect, test } from 'bun:test';
import { campaignOf } from '../../test/campaigns/test-support.ts';
import { openOwnLedger } from '../../test/ledger/ledger.ts';
import { cleanUp } from '../../test/process.ts';
import { entriesOf } from '../../test/store/campaigns.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { readPartner } from './campaign-table.ts';
import { importCampaigns } from './import-campaigns.ts';
import { readAudit } from './read-audit.ts';

afterAll(cleanUp);

test('an import creates campaigns in the order of the file and changes only what differs, and the audit log has it in pages', async () => {
  const database = await openOwnLedger();
  const importAll = async (campaigns: readonly Campaign[], state: 'active' | 'paused') => {
    const done = await importCampaigns(database, {
      partner: 'own',
      entries: entriesOf(campaigns),
      state,
      needsApproval: true,
      nowMs: 1000,
      author: { who: 'import', role: 'admin' },
      onDone() {},
    });
    return done.map(({ outcome }) => outcome);
  };
  const many = Array.from({ length: 101 }, (_, n) => campaignOf({ id: `c${n}` }));
  expect(new Set(await importAll(many, 'active'))).toEqual(new Set(['created']));
  const changed = campaignOf({ id: 'c1', cpm: 9 });
  const next = [...many.slice(0, 1), changed, campaignOf({ id: 'new' })];
  expect(await importAll(next, 'paused')).toEqual(['unchanged', 'changed', 'created']);
  const stored = await readPartner(database.query, 'own');
  expect(stored.map(({ campaign }) => campaign.id)).toEqual([...many.map(({ id }) => id), 'new']);
  expect(stored[1]).toMatchObject({ state: 'active', campaign: { cpm: 9 }, changedBy: 'import' });
  expect(stored.at(-1)).toMatchObject({ state: 'paused', reviews: [{ state: 'waiting' }] });

  const pages: number[][] = [];
  do {
    const rows = await readAudit(database.query, {
      subject: undefined,
      beforeId: pages.at(-1)?.at(-1),
    });
    pages.push(rows.map(({ id }) => id));
  } while (pages.at(-1)?.length === 50);
  // 102 were created and one was changed.
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 3]);
  expect(pages.flat()).toEqual([...new Set(pages.flat())].sort((a, b) => b - a));
});
