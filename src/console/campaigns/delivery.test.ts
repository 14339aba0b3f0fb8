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

test('a loss is told with its count, its publisher, its price and what to do about it', () => {
  const dropped = droppedWords({ code: 100, publisher: 'pub-1', count: 3, floorUsd: 0.5 });
  expect(dropped).toStartWith('3 for pub-1: Below the floor, $0.50 on average. ');
  expect(missingWords({ missing: 'a logo', publisher: 'pub-1', count: 2 })).toContain('a logo');
  const held = heldWords({ cause: 'pace', count: 1200, cpmUsd: 2.5 });
  expect(held).toMatch(/^1,200: .*pace.*\$2\.50 on average$/);
  const outbid = outbidWords({ partner: 'acme', seat: 's1', count: 5, cpmUsd: 3 });
  expect(outbid).toBe('5 to s1 of acme, at $3.00 on average');
  expect(outbidWords({ partner: 'acme', seat: '', count: 5, cpmUsd: 3 })).toContain('a bidder');
});

const misfits = [{ missing: 'a logo', publisher: 'pub-1', count: 60 }];
const held = [{ cause: 'pace', count: 91, cpmUsd: 2.5 } as const];
const outbid = [
  { partner: 'acme', seat: 's1', count: 30, cpmUsd: 3 },
  { partner: 'acme', seat: 's2', count: 10, cpmUsd: 7 },
];

test.each<[Partial<CampaignDelivery>, string]>([
  [{}, ''],
  [{ matched: 0 }, 'Check the targeting'],
  [{ bid: 40, misfits }, 'give a creative a logo'],
  [{ bid: 60, misfits }, ''],
  [{ matched: 191, held, heldCount: 91 }, 'Most is held back'],
  [{ matched: 190, held, heldCount: 90 }, ''],
  // The average over all who outbid it: (30 × 3 + 10 × 7) ÷ 40.
  [{ outbid, outbidCount: 41 }, 'loses to bids of $4.00'],
  [{ outbid, outbidCount: 40 }, ''],
  [{ droppedCount: 41 }, 'break a rule'],
  [{ shown: 0 }, 'nobody reports them as shown'],
])('the advice is about the largest loss, and there is none without one: %j', (fields, words) => {
  const said = advice({ ...DELIVERY, ...fields });
  expect(said).toContain(words);
  expect(said === '').toBe(words === '');
});

test('conversions are told with what they were worth and what each cost', () => {
  expect(conversionWords(DELIVERY)).toBe('');
  const said = conversionWords({ ...DELIVERY, converted: 2, valueUsd: 120.5, spendUsd: 80 });
  for (const part of ['$120.50', '$40.00 each', '151 %']) expect(said).toContain(part);
});
