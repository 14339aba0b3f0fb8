import { afterAll, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../../test/ledger/ledger.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
import { anyCampaign } from '../../test/store/campaigns.ts';
import { silentLog } from '../observe/log.ts';
import { importCampaigns } from '../store/import-campaigns.ts';
import { createFeedReader } from '../worker/campaign-feed.ts';
import { FEED_GROWTH_BYTES } from './feed-file.ts';
import { startStoreFeed } from './store-feed.ts';

afterAll(cleanUp);

const AUTHOR = { who: 'ann', role: 'ads' };

const workWithStore = () => sharedWorkOf([{ name: 'own', kind: 'campaigns', store: true }]);

test('the feed of a campaign that changes again and again stays short, and has its last form', async () => {
  const database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'p.db') });
  const work = workWithStore();
  const read = createFeedReader(work.feedFile);
  const seen: number[] = [];
  const feed = startStoreFeed(work, {
    database: () => database,
    budgets: { assign() {} },
    tellWorkers: async () => seen.push(...read().map(({ revision }) => revision)),
    onFull() {},
    log: silentLog,
  });
  atCleanUp(async () => feed.stop());
  const long = Array.from({ length: 900 }, (_, n) => `segment-${'x'.repeat(100)}-${n}`);
  const change = async (cpm: number) => {
    const campaign = anyCampaign({ id: 'long', cpm, targeting: { include: { segments: long } } });
    await importCampaigns(database, {
      ...{ partner: 'own', campaigns: [campaign], state: 'active', needsApproval: false },
      ...{ author: AUTHOR, nowMs: cpm },
    });
    await feed.refresh();
  };
  await change(1);
  const once = statSync(work.feedFile).size;
  const changes = Math.ceil((2 * FEED_GROWTH_BYTES) / once);
  for (let cpm = 2; cpm <= changes; cpm++) await change(cpm);

  expect(statSync(work.feedFile).size).toBeLessThan(FEED_GROWTH_BYTES + 4 * once);
  // Each change was read once, in spite of the files that replaced each other.
  expect(seen).toEqual(Array.from({ length: changes }, (_, n) => n + 1));
  const last = createFeedReader(work.feedFile)().at(-1);
  expect(JSON.parse(last?.text ?? '').cpm).toBe(changes);
});
