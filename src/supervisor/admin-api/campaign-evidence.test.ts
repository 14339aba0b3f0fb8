import { afterAll, expect, test } from 'bun:test';
import { ALL, answerOf, NOW_MS, progress, reportOf } from '../../../test/admin/listed-campaigns.ts';
import { cleanUp } from '../../../test/process.ts';
import type { DeliveryCell } from '../../ledger/delivery/delivery.ts';
import { dayOf } from '../../lib/day.ts';

afterAll(cleanUp);

const TODAY = dayOf(NOW_MS);

const sentencesOf = async (
  cells: readonly Partial<DeliveryCell>[],
  fields: Parameters<typeof reportOf>[1] = {},
) => {
  const answer = answerOf({ reports: [reportOf('c', fields)], cells });
  const [inList] = (await answer(ALL)).rows;
  const [alone] = (await answer({ ...ALL, partner: 'file', campaign: 'c' })).rows;
  // The list and the page of the campaign say the same.
  expect(alone).toEqual(inList);
  return inList?.sentence;
};

test('what counts is today, and yesterday too while today has told little', async () => {
  const bids = (day: number, count: number) => ({ campaign: 'c', day, count });
  const sold = { campaign: 'c', kind: 'won', day: TODAY - 1, count: 7 } as const;
  expect(await sentencesOf([bids(TODAY, 20), bids(TODAY - 1, 90), sold])).toBe(
    'bidding, never winning (0 of 20 bids sold today)',
  );
  expect(await sentencesOf([bids(TODAY, 19), bids(TODAY - 1, 90), sold])).toBe(
    'selling: 7 of 109 bids sold since yesterday',
  );
  expect(await sentencesOf([bids(TODAY, 19), bids(TODAY - 2, 90)])).toBe(
    'bidding, never winning (0 of 19 bids sold today)',
  );
});

test('a campaign that bids and sells nothing is told why', async () => {
  const lost = { campaign: 'c', detail: '100', publisher: 'pub-1', count: 85 };
  const cells: readonly Partial<DeliveryCell>[] = [
    { campaign: 'c', count: 85, amount: 85 * 50_000 },
    { ...lost, kind: 'dropped' },
    { ...lost, kind: 'floor', amount: 85 * 500_000 },
  ];
  expect(await sentencesOf(cells)).toBe(
    'bidding, never winning: floor $0.50, you bid $0.05 (0 of 85 bids sold today)',
  );
});

test('where others had requests, a campaign that had none for long is no longer a new one', async () => {
  const state = 'no-request-matched' as const;
  expect(await sentencesOf([], { state })).toBe('just started: it has not bid yet');
  expect(await sentencesOf([{ campaign: 'other' }], { state })).toBe(
    'no bid since yesterday: no request matched, or dearer campaigns of its partner came first',
  );
});

test('of ten thousand campaigns one is found by its exact id, also among ids that contain it', async () => {
  const ids = Array.from({ length: 10_001 }, (_, n) => `c-${10_000 - n}`);
  const answer = answerOf({ reports: ids.map((id) => reportOf(id)) });
  const list = await answer({ ...ALL, partner: 'file', campaign: 'c-1' });
  expect(list).toMatchObject({ total: 1, rows: [{ campaign: 'c-1' }] });
  const withoutPartner = await answer({ ...ALL, campaign: 'c-10000' });
  expect(withoutPartner.rows.map(({ campaign }) => campaign)).toEqual(['c-10000']);
  expect((await answer({ ...ALL, partner: 'file', campaign: 'gone' })).rows).toEqual([]);
});

test('however many campaigns there are, a page of the list takes a few statements', async () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `c-${n}`);
  const statements: string[] = [];
  const answer = answerOf({
    reports: ids.map((id) => {
      const state = 'daily-budget-reached' as const;
      return reportOf(id, { state, money: progress(1, 1) });
    }),
    cells: ids.map((campaign) => ({ campaign, count: 9 })),
    onQuery: (text) => statements.push(text),
  });
  const { total, rows } = await answer({ ...ALL, state: 'stopped' });
  expect([total, rows.length]).toEqual([1000, 50]);
  // Of all campaigns one for each of two days, and of the fifty that are shown two kinds in portions of 16, 16, 16, 1 and 1.
  expect(statements).toHaveLength(2 + 2 * 5);
});
