import { afterAll, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readerOfCampaigns } from '../../test/feed-lines.ts';
import { openLedger } from '../../test/ledger/ledger.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
import { anyCampaign, entriesOf } from '../../test/store/campaigns.ts';
import { silentLog } from '../observe/log.ts';
import { importCampaigns } from '../store/import-campaigns.ts';
import { FEED_GROWTH_BYTES } from './feed-file.ts';
import { createLearnedRates } from './learned-rates.ts';
import { startStoreFeed } from './store-feed.ts';

afterAll(cleanUp);

const AUTHOR = { who: 'ann', role: 'ads' };

const NO_PUBLISHERS = {
  fillStore: async () => {},
  onPublishers() {},
  held: () => new Map(),
  kept: { read: () => undefined, keep() {} },
};
const NO_RATES = { partners: () => [], nowMs: () => 0, tickMs: () => 0 };

const workWithStore = () => sharedWorkOf([{ name: 'own', kind: 'campaigns', store: true }]);

test('the feed of a campaign that changes again and again stays short, and has its last form', async () => {
  const database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'p.db') });
  const work = workWithStore();
  const read = readerOfCampaigns(work.assignment.feedFile);
  const seen: number[] = [];
  const feed = startStoreFeed(work, {
    database: () => database,
    budgets: { assign() {} },
    rates: createLearnedRates(NO_RATES),
    ...NO_PUBLISHERS,
    tellWorkers: async () => seen.push(...read().map(({ text }) => JSON.parse(text).cpm)),
    renewMemory() {},
    onWentBack() {},
    log: silentLog,
  });
  atCleanUp(async () => feed.stop());
  const long = Array.from({ length: 900 }, (_, n) => `segment-${'x'.repeat(100)}-${n}`);
  const change = async (cpm: number) => {
    const campaign = anyCampaign({ id: 'long', cpm, targeting: { include: { segments: long } } });
    await importCampaigns(database, {
      partner: 'own',
      entries: entriesOf([campaign]),
      state: 'active',
      needsApproval: false,
      author: AUTHOR,
      nowMs: cpm,
    });
    await feed.refresh();
  };
  await change(1);
  const once = statSync(work.assignment.feedFile).size;
  const changes = Math.ceil((2 * FEED_GROWTH_BYTES) / once);
  for (let cpm = 2; cpm <= changes; cpm++) await change(cpm);

  expect(statSync(work.assignment.feedFile).size).toBeLessThan(FEED_GROWTH_BYTES + 4 * once);
  // Each change was read once, in spite of the files that replaced each other.
  expect(seen).toEqual(Array.from({ length: changes }, (_, n) => n + 1));
  const last = readerOfCampaigns(work.assignment.feedFile)().at(-1);
  expect(JSON.parse(last?.text ?? '').cpm).toBe(changes);
});
