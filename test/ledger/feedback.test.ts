import { afterAll, expect, test } from 'bun:test';
import type { Feedback } from '../../src/core/sale/feedback.ts';
import { readFeedback } from '../../src/ledger/feedback/feedback-rows.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { drainOf, journalOf } from './ledger.ts';
import { AT_MS } from './samples.ts';

afterAll(cleanUp);

const said = (changes: Partial<Feedback> = {}): Feedback => ({
  kind: 'hide',
  reason: '',
  atMs: AT_MS,
  auctionId: 'a-1',
  impId: '1',
  publisher: 'pub-1',
  partner: 'house',
  campaign: 'tea',
  creative: 'green',
  advertiser: 'tea.example',
  title: 'Green tea',
  ...changes,
});

onEachDatabase(({ open }) => {
  test('feedback of a journal is counted once for each sale and kind, by ad and reason', async () => {
    const database = await open();
    const folder = temporaryFolder();
    const report = { kind: 'report', reason: 'misleading' } as const;
    const all = [
      said(),
      said({ title: 'Repeated', atMs: AT_MS + 5 }),
      said({ ...report }),
      said({ ...report, auctionId: 'a-2', atMs: AT_MS + 10 }),
      said({ ...report, auctionId: 'a-3', reason: 'other' }),
      said({ auctionId: 'a-4', creative: 'black', title: 'Black\0 tea', atMs: AT_MS + 20 }),
      said({ auctionId: 'a-5', publisher: 'pub-2' }),
    ];
    await journalOf(
      folder,
      all.map((feedback) => ({ kind: 'feedback', feedback })),
    );
    await drainOf(folder, database).drainOnce();
    const rows = await readFeedback(database, { fromMs: AT_MS, publisher: 'pub-1' });
    const { title: _, kind: _k, reason: _r, atMs: _a, auctionId: _i, impId: _m, ...ad } = said();
    expect(rows).toEqual([
      {
        ...ad,
        creative: 'black',
        title: 'Black\ufffd tea',
        lastMs: AT_MS + 20,
        counts: { hide: 1, advertiser: 0, report: 0 },
        reasons: [],
      },
      {
        ...ad,
        title: 'Green tea',
        lastMs: AT_MS + 10,
        counts: { hide: 1, advertiser: 0, report: 3 },
        reasons: [
          { reason: 'misleading', count: 2 },
          { reason: 'other', count: 1 },
        ],
      },
    ]);
    expect(await readFeedback(database, { fromMs: AT_MS + 21 })).toEqual([]);
    const ofTea = { partner: 'house', campaign: 'tea' };
    expect(await readFeedback(database, { fromMs: 0, ...ofTea })).toHaveLength(3);
    const other = { partner: 'other', campaign: 'tea' };
    expect(await readFeedback(database, { fromMs: 0, ...other })).toEqual([]);
  });
});
