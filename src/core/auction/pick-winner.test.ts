import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MICROS_PER_CENT } from '../../lib/money.ts';
import { pickWinner } from './award.ts';
import type { Candidate, Contender } from './check-bid.ts';

const FLOOR_MICROS = 850_000;

function candidate(
  priceMicros: number,
  deal?: Candidate['deal'],
  floorMicros = FLOOR_MICROS,
): Candidate {
  return { partner: 'p', bid: {}, priceMicros, floorMicros, deal, native: {} } as Candidate;
}

const dollars = (...prices: number[]) => prices.map((price) => candidate(price * 1_000_000));
const never = () => 0.999;
const contest = (type: 1 | 2, chance = never) => ({ type, chance, rules: { appSchemes: [] } });

const explored = (price: number, worth: number): Candidate => ({
  ...candidate(price * 1_000_000),
  bid: { worthMicros: worth * 1_000_000 } as Candidate['bid'],
});
const dealt = (at: 1 | 2 | 3) => candidate(2_000_000, { id: 'd', at, bidfloor: 0.85 });
const unfloored = (micros: number) => candidate(micros, undefined, 0);

describe('the winner of an impression', () => {
  test.each<[string, readonly Candidate[], 1 | 2, number]>([
    ['a cent above the runner-up at 2 (ruling 29)', dollars(1, 0.9, 0.88), 2, 910_000],
    ['a cent where it is alone without a floor', [unfloored(1_000_000)], 2, 10_000],
    ['its bid where that is less than a cent', [unfloored(4000)], 2, 4000],
    ['what the ad is worth, where it was raised to learn', [explored(4, 2)], 1, 2_000_000],
    ['the same at 2', [explored(4, 2), explored(3, 1.5)], 2, 2_000_000],
    ['the floor, where the ad is worth less', [explored(4, 0.5)], 1, FLOOR_MICROS],
    ['another bid that is above its worth', [explored(4, 2), ...dollars(3)], 1, 3_000_000],
    // The other lost by its lowered price, and would have brought this much.
    ['what the other is worth', [explored(4, 2), explored(3, 3.5)], 1, 3_500_000],
    ['its price where that was lowered', [explored(2, 3), ...dollars(1)], 1, 2_000_000],
    ['the price of its deal, beside a higher open bid', [dealt(1), ...dollars(9)], 2, 2_000_000],
    ['the second price, where its deal says so', [dealt(2)], 1, FLOOR_MICROS],
    ['the floor of a deal of type 3', [dealt(3)], 1, FLOOR_MICROS],
  ])('pays %s', (_, field, type, micros) => {
    const win = pickWinner(field, contest(type));
    expect(win?.candidate).toBe(field[0]);
    expect(win?.clearingMicros).toBe(micros);
  });

  test('equal bids win equally often, wherever they stand in the config', () => {
    const field = dollars(1, 1, 1);
    const wins = new Map(field.map((one) => [one, 0]));
    for (let i = 0; i < 9000; i++) {
      const winner = pickWinner(field, contest(1, Math.random))?.candidate;
      if (winner !== undefined) wins.set(winner, (wins.get(winner) ?? 0) + 1);
    }
    for (const count of wins.values()) {
      expect(count).toBeGreaterThan(2700);
      expect(count).toBeLessThan(3300);
    }
  });

  test('whatever is bid: the price is never below the floor, never above the bid, and obeys its type', () => {
    const prices = fc.array(fc.integer({ min: FLOOR_MICROS, max: 100_000_000 }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        prices,
        fc.constantFrom(1 as const, 2 as const),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (all, type, luck) => {
          const win = pickWinner(
            all.map((price) => candidate(price)),
            contest(type, () => luck),
          );
          const [highest = 0, second] = [...all].sort((a, b) => b - a);
          expect(win?.candidate.priceMicros).toBe(highest);
          const price = win?.clearingMicros ?? 0;
          expect(price).toBeGreaterThanOrEqual(FLOOR_MICROS);
          expect(price).toBeLessThanOrEqual(highest);
          const lawful = Math.min(
            highest,
            second === undefined ? FLOOR_MICROS : second + MICROS_PER_CENT,
          );
          expect(price).toBe(type === 1 ? highest : lawful);
        },
      ),
    );
  });

  test('in a second-price auction nobody pays more by bidding more, as long as it wins', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: FLOOR_MICROS, max: 10_000_000 }),
        fc.nat(5_000_000),
        (rival, surplus) => {
          const bid = rival + MICROS_PER_CENT;
          const low = pickWinner([candidate(rival), candidate(bid)], contest(2));
          const high = pickWinner([candidate(rival), candidate(bid + surplus)], contest(2));
          expect(high?.clearingMicros).toBe(low?.clearingMicros ?? 0);
        },
      ),
    );
  });
});

describe('ads are looked at from the dearest down, and no further than the price depends on them', () => {
  const withAd = (dollars: number, markup: string) => {
    const seen = { isSeen: false };
    const creative = {
      kind: 'markup',
      get adm() {
        seen.isSeen = true;
        return markup;
      },
    };
    const imp = { native: { assets: [{ id: 1, title: { len: 9 } }] }, imp: {} };
    const { native: _, ...bare } = candidate(dollars * 1_000_000);
    return { seen, contender: { ...bare, imp, bid: { creative } } as unknown as Contender };
  };
  const GOOD = JSON.stringify({
    assets: [{ id: 1, title: { text: 'Tea' } }],
    link: { url: 'https://shop.example/' },
  });
  test.each([
    ['the first holds', 1, [GOOD, GOOD, GOOD], 4, [true, false, false]],
    ['the first may not be sold', 1, ['{', GOOD, GOOD], 3, [true, true, false]],
    ['second price: the second holds', 2, [GOOD, GOOD, GOOD], 3.01, [true, true, false]],
    ['second price: the second may not', 2, [GOOD, '{', GOOD], 2.01, [true, true, true]],
    ['none may', 1, ['{', '{', '{'], undefined, [true, true, true]],
  ] as const)('%s', (_, type, markups, paid, seen) => {
    const bids = markups.map((markup, at) => withAd(4 - at, markup));
    const win = pickWinner(
      bids.map(({ contender }) => contender),
      contest(type),
    );
    expect(win && win.clearingMicros / 1_000_000).toBe(paid);
    expect(bids.map(({ seen: { isSeen } }) => isSeen)).toEqual([...seen]);
  });

  test('a bid whose price is explored pays by the ads that may be sold, and by no other', () => {
    const bids = [GOOD, '{', GOOD].map((markup, at) => withAd(4 - at, markup));
    const [first, ...others] = bids.map(({ contender }) => contender);
    const learning = { ...first, bid: { ...first?.bid, worthMicros: 1_000_000 } } as Contender;
    expect(pickWinner([learning, ...others], contest(1))?.clearingMicros).toBe(2_000_000);
  });
});
