import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MICROS_PER_CENT } from '../lib/money.ts';
import type { Candidate } from './check-bid.ts';
import { pickWinner } from './pick-winner.ts';

const FLOOR_MICROS = 850_000;

function candidate(
  priceMicros: number,
  deal?: Candidate['deal'],
  floorMicros = FLOOR_MICROS,
): Candidate {
  return { partner: 'p', bid: {}, priceMicros, floorMicros, deal } as Candidate;
}

const dollars = (...prices: number[]) => prices.map((price) => candidate(price * 1_000_000));
const never = () => 0.999;

describe('the winner of an impression', () => {
  test('first price: the highest pays its bid', () => {
    expect(pickWinner(dollars(0.9, 1, 0.88), 1, never)?.clearingMicros).toBe(1_000_000);
  });

  test('second price: one cent above the runner-up (ruling 29)', () => {
    const win = pickWinner(dollars(0.9, 1, 0.88), 2, never);
    expect(win?.clearingMicros).toBe(910_000);
    expect(win?.minToWinMicros).toBe(900_000);
  });

  test('second price: alone, it pays the floor', () => {
    expect(pickWinner(dollars(1), 2, never)?.clearingMicros).toBe(FLOOR_MICROS);
  });

  test('second price: alone and without a floor, it pays one cent, or its bid if that is less', () => {
    expect(pickWinner([candidate(1_000_000, undefined, 0)], 2, never)?.clearingMicros).toBe(10_000);
    expect(pickWinner([candidate(4_000, undefined, 0)], 2, never)?.clearingMicros).toBe(4_000);
  });

  test('second price: less than a cent above the runner-up, it pays its bid and no more', () => {
    expect(pickWinner(dollars(1, 0.995), 2, never)?.clearingMicros).toBe(1_000_000);
    expect(pickWinner(dollars(1, 1), 2, never)?.clearingMicros).toBe(1_000_000);
  });

  const explored = (price: number, worth: number): Candidate => ({
    ...candidate(price * 1_000_000),
    bid: { worthMicros: worth * 1_000_000 } as Candidate['bid'],
  });

  test('a price that is raised to learn wins with it and pays what the ad is worth', () => {
    for (const type of [1, 2] as const) {
      const field = [explored(4, 2), explored(3, 1.5)];
      const win = pickWinner(field, type, never);
      expect(win?.candidate).toBe(field[0]);
      expect(win?.clearingMicros).toBe(2_000_000);
    }
  });

  test('a raised price pays more than the ad is worth where a floor or another bid would have brought more', () => {
    expect(pickWinner([explored(4, 0.5)], 1, never)?.clearingMicros).toBe(FLOOR_MICROS);
    const beside = (other: Candidate) => pickWinner([explored(4, 2), other], 1, never);
    expect(beside(candidate(3_000_000))?.clearingMicros).toBe(3_000_000);
    // This one lost by its lowered price, and would have brought this much.
    expect(beside(explored(3, 3.5))?.clearingMicros).toBe(3_500_000);
  });

  test('a lowered price pays its price', () => {
    expect(pickWinner([explored(2, 3), candidate(1_000_000)], 1, never)?.clearingMicros).toBe(
      2_000_000,
    );
  });

  test('a deal comes before a higher open bid', () => {
    const win = pickWinner([...dollars(9), candidate(1_000_000, { id: 'd' })], 1, never);
    expect(win?.candidate.deal?.id).toBe('d');
    expect(win?.clearingMicros).toBe(1_000_000);
  });

  test('a deal of type 3 costs its floor', () => {
    const deal = { id: 'd', at: 3 as const, bidfloor: 0.85 };
    expect(pickWinner([candidate(2_000_000, deal)], 1, never)?.clearingMicros).toBe(FLOOR_MICROS);
  });

  test('the type of a deal holds, not the one of the request', () => {
    const first = { id: 'd', at: 1 as const };
    expect(pickWinner([candidate(2_000_000, first)], 2, never)?.clearingMicros).toBe(2_000_000);
    const second = { id: 'd', at: 2 as const };
    expect(pickWinner([candidate(2_000_000, second)], 1, never)?.clearingMicros).toBe(FLOOR_MICROS);
  });

  test('equal bids win equally often, wherever they stand in the config', () => {
    const field = dollars(1, 1, 1);
    const wins = new Map(field.map((one) => [one, 0]));
    for (let i = 0; i < 9000; i++) {
      const winner = pickWinner(field, 1, Math.random)?.candidate;
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
            type,
            () => luck,
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
          const low = pickWinner([candidate(rival), candidate(bid)], 2, never);
          const high = pickWinner([candidate(rival), candidate(bid + surplus)], 2, never);
          expect(high?.clearingMicros).toBe(low?.clearingMicros ?? 0);
        },
      ),
    );
  });
});
