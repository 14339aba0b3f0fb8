import { expect, test } from 'bun:test';
import type { DeliveryRow } from '../../ledger/delivery/delivery.ts';
import { campaignDelivery } from './delivery.ts';

const rowOf = (
  kind: DeliveryRow['kind'],
  count: number,
  fields: Partial<DeliveryRow> = {},
): DeliveryRow => ({ kind, count, detail: 'card', publisher: '', amount: 0, ...fields });

const ORDERS = { converted: 2, valueUsd: 80.5 };
const NOTHING = { won: 0, shown: 0, clicked: 0, converted: 0, valueUsd: 0, spendUsd: 0 };

test('a campaign matched where it bid, where none of its creatives fitted, and where it was held back', () => {
  const delivery = campaignDelivery([
    rowOf('bid', 10, { amount: 25_000_000 }),
    rowOf('bid', 10, { detail: 'banner', amount: 15_000_000 }),
    rowOf('misfit', 5, { detail: 'image', publisher: 'news' }),
    rowOf('held', 4, { detail: 'pace', amount: 10_000_000 }),
    rowOf('held', 1, { detail: 'budget', amount: 3_000_000 }),
    rowOf('won', 4),
    rowOf('shown', 3),
    rowOf('billed', 3, { amount: 4_500_000_000 }),
    rowOf('clicked', 1),
    rowOf('converted', 2, { amount: 80_500_000 }),
    rowOf('uncharged', 2, { detail: 'too-soon', amount: 1_000_000_000 }),
  ]);
  expect(delivery).toEqual({
    matched: 30,
    bid: 20,
    won: 4,
    shown: 3,
    clicked: 1,
    converted: 2,
    valueUsd: 80.5,
    spendUsd: 4.5,
    bidCpmUsd: 2,
    misfits: [{ missing: 'image', publisher: 'news', count: 5 }],
    held: [
      { cause: 'pace', count: 4, cpmUsd: 2.5 },
      { cause: 'budget', count: 1, cpmUsd: 3 },
    ],
    heldCount: 5,
    uncharged: [{ reason: 'too-soon', count: 2, usd: 1 }],
    dropped: [],
    droppedCount: 0,
    outbid: [],
    outbidCount: 0,
    creatives: [
      {
        ...NOTHING,
        creative: 'card',
        bid: 10,
        won: 4,
        shown: 3,
        clicked: 1,
        ...ORDERS,
        spendUsd: 4.5,
      },
      { ...NOTHING, creative: 'banner', bid: 10 },
    ],
  });
});

test('a campaign was outbid by a partner and its seat, at the average price of the winner', () => {
  const { outbid, outbidCount } = campaignDelivery([
    rowOf('outbid', 4, { detail: 'acme/seat/7', amount: 10_000_000 }),
    rowOf('outbid', 1, { detail: 'house', amount: 3_000_000 }),
  ]);
  expect(outbid).toEqual([
    { partner: 'acme', seat: 'seat/7', count: 4, cpmUsd: 2.5 },
    { partner: 'house', seat: '', count: 1, cpmUsd: 3 },
  ]);
  expect(outbidCount).toBe(5);
});

test('a bid that was below a floor is told with the floor, on average and by publisher', () => {
  const code = { detail: '100', publisher: 'news' };
  const { dropped } = campaignDelivery([
    rowOf('dropped', 4, { ...code, amount: 200_000 }),
    rowOf('dropped', 2, { detail: '100', publisher: 'other' }),
    rowOf('floor', 4, { ...code, amount: 2_000_000 }),
  ]);
  expect(dropped.map(({ floorUsd }) => floorUsd)).toEqual([0.5, null]);
});
