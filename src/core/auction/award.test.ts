import { expect, test } from 'bun:test';
import { award } from './award.ts';
import type { Candidate } from './check-bid.ts';
import type { OpenImp } from './partner.ts';

const FLOOR_MICROS = 500_000;

const imp = (id: string) => ({ imp: { id } }) as OpenImp;
const FIRST = imp('1');
const SECOND = imp('2');

type Wallet = { left: number; readonly asked: number[] };
const wallet = (left: number): Wallet => ({ left, asked: [] });

function candidate(
  of: OpenImp,
  dollars: number,
  { pays, group }: { pays?: Wallet; group?: { size: number } } = {},
): Candidate {
  const reserve = (clearingMicros: number) => {
    pays?.asked.push(clearingMicros);
    if (pays === undefined || pays.left < clearingMicros) return 'portion';
    pays.left -= clearingMicros;
    return 0;
  };
  const bid = {
    impid: of.imp.id,
    ...(pays === undefined ? {} : { reserve }),
    ...(group && { group }),
  };
  const price = { priceMicros: dollars * 1_000_000, floorMicros: FLOOR_MICROS };
  return { partner: 'p', imp: of, bid, native: {}, ...price } as unknown as Candidate;
}

const never = () => 0.999;
const rules = { appSchemes: [] };

test('a winner that can pay wins, and is asked once, for the price it pays', () => {
  const pays = wallet(10_000_000);
  const best = candidate(FIRST, 3, { pays });
  const wins = award([FIRST], [best, candidate(FIRST, 2)], {
    type: 2,
    isTest: false,
    chance: never,
    rules,
  });
  expect(wins.map((win) => win.candidate)).toEqual([best]);
  expect(pays.asked).toEqual([2_010_000]);
  expect(best.fault).toBeUndefined();
});

test('where the best cannot pay, the next best wins, at the price that the remaining bids set', () => {
  const broke = candidate(FIRST, 3, { pays: wallet(0) });
  const next = candidate(FIRST, 2);
  const wins = award([FIRST], [broke, next, candidate(FIRST, 1)], {
    type: 2,
    isTest: false,
    chance: never,
    rules,
  });
  expect(wins).toEqual([{ candidate: next, clearingMicros: 1_010_000, minToWinMicros: 1_000_000 }]);
  expect(broke.fault?.reason).toContain('it had won and could not pay');
  expect(next.fault).toBeUndefined();
});

test('an impression that was paid for is not awarded or paid for again', () => {
  const pays = wallet(10_000_000);
  const paid = candidate(FIRST, 3, { pays });
  const broke = candidate(SECOND, 3, { pays: wallet(0) });
  const equal = candidate(FIRST, 3, { pays: wallet(10_000_000) });
  const wins = award([FIRST, SECOND], [paid, equal, broke], {
    type: 1,
    isTest: false,
    chance: never,
    rules,
  });
  expect(wins.map((win) => win.candidate)).toEqual([paid]);
  expect(pays.asked).toEqual([3_000_000]);
});

test('a group that loses one of its impressions wins none, also in a second round', () => {
  const group = { size: 2 };
  const bids = [
    candidate(FIRST, 3, { pays: wallet(0) }),
    candidate(FIRST, 2, { group }),
    candidate(SECOND, 2, { group }),
    candidate(SECOND, 1),
    candidate(FIRST, 1),
  ];
  const wins = award([FIRST, SECOND], bids, { type: 1, isTest: false, chance: never, rules });
  expect(wins.map(({ candidate }) => candidate)).toEqual([bids[4], bids[3]] as Candidate[]);
});

test('in test mode nobody pays, and nobody is asked to', () => {
  const pays = wallet(0);
  const best = candidate(FIRST, 3, { pays });
  const wins = award([FIRST], [best], { type: 1, isTest: true, chance: never, rules });
  expect(wins.map((win) => win.candidate)).toEqual([best]);
  expect({ asked: pays.asked, fault: best.fault }).toEqual({ asked: [], fault: undefined });
});
