import { expect, test } from 'bun:test';
import type { CampaignDelivery } from './api.ts';
import {
  advice,
  conversionWords,
  droppedWords,
  heldWords,
  missingWords,
  outbidWords,
} from './delivery.tsx';

const DELIVERY: CampaignDelivery = {
  matched: 100,
  bid: 90,
  won: 40,
  shown: 30,
  clicked: 1,
  converted: 0,
  valueUsd: 0,
  spendUsd: 0.1,
  bidCpmUsd: 2,
  misfits: [],
  held: [],
  heldCount: 0,
  uncharged: [],
  dropped: [],
  droppedCount: 0,
  outbid: [],
  outbidCount: 0,
  creatives: [],
};

test('a loss is told with its count, its publisher, its reason and what to do about it', () => {
  const dropped = droppedWords({ code: 100, publisher: 'pub-1', count: 3, floorUsd: 0.5 });
  expect(dropped).toStartWith('3 for pub-1: Below the floor, $0.50 on average. ');
  expect(dropped).toEndWith('Raise the CPM above the floor.');
  expect(droppedWords({ code: 210, publisher: '', count: 3, floorUsd: null })).toEndWith(
    'The auctions that it lost have the details.',
  );
  expect(missingWords({ missing: 'a logo', publisher: 'pub-1', count: 2 })).toBe(
    '2 for pub-1: no creative has a logo',
  );
});

test('bids that were held back are told with the cause and what they would have been', () => {
  expect(heldWords({ cause: 'pace', count: 1200, cpmUsd: 2.5 })).toBe(
    '1,200: it is ahead of its pace; it would have bid $2.50 on average',
  );
  const held = [{ cause: 'pace', count: 91, cpmUsd: 2.5 } as const];
  const most = advice({ ...DELIVERY, matched: 191, held, heldCount: 91 });
  expect(most).toBe(
    'Most is held back. It could sell more than its pace allows: raise the budget, or set pacing to asap.',
  );
  expect(advice({ ...DELIVERY, matched: 190, held, heldCount: 90 })).toBe('');
});

test('a campaign that was outbid is told by whom and at what price', () => {
  expect(outbidWords({ partner: 'acme', seat: 's1', count: 5, cpmUsd: 3 })).toBe(
    '5 to s1 of acme, at $3.00 on average',
  );
  expect(outbidWords({ partner: 'acme', seat: '', count: 5, cpmUsd: 3 })).toContain('a bidder');
  expect(outbidWords({ partner: 'other', seat: '', count: 5, cpmUsd: 3 })).toStartWith(
    '5 to others',
  );
});

test('the advice is about the largest loss, and there is none without one', () => {
  const outbid = [
    { partner: 'acme', seat: 's1', count: 30, cpmUsd: 3 },
    { partner: 'acme', seat: 's2', count: 10, cpmUsd: 7 },
  ];
  expect(advice(DELIVERY)).toBe('');
  expect(advice({ ...DELIVERY, matched: 0 })).toContain('Check the targeting');
  const misfits = [{ missing: 'a logo', publisher: 'pub-1', count: 60 }];
  expect(advice({ ...DELIVERY, bid: 40, misfits })).toContain('give a creative a logo');
  expect(advice({ ...DELIVERY, bid: 60, misfits })).toBe('');
  // The average over all who outbid it: (30 × 3 + 10 × 7) ÷ 40.
  expect(advice({ ...DELIVERY, outbid, outbidCount: 41 })).toContain('loses to bids of $4.00');
  expect(advice({ ...DELIVERY, outbid, outbidCount: 40 })).toBe('');
  expect(advice({ ...DELIVERY, droppedCount: 41 })).toContain('break a rule');
  expect(advice({ ...DELIVERY, shown: 0 })).toContain('nobody reports them as shown');
});

test('conversions are told with what they were worth and what each cost', () => {
  expect(conversionWords(DELIVERY)).toBe('');
  expect(conversionWords({ ...DELIVERY, converted: 2, valueUsd: 120.5, spendUsd: 80 })).toBe(
    'Conversions are worth $120.50 and cost $40.00 each, a return of 151 % on the spend. ',
  );
  expect(conversionWords({ ...DELIVERY, converted: 1, valueUsd: 5, spendUsd: 0 })).toBe(
    'Conversions are worth $5.00 and cost $0.00 each. ',
  );
});
