import { expect, test } from 'bun:test';
import { award, lossesOf } from './award.ts';
import type { Candidate } from './check-bid.ts';
import { LOSS } from './drop.ts';
import type { OpenImp } from './partner.ts';

const IMP = { imp: { id: '1' } } as OpenImp;

type Terms = { readonly deal?: Candidate['deal']; readonly isPaced?: boolean };

/** A bid of a CPM of so many micros, which its pace may keep from paying. */
function candidate(partner: string, priceMicros: number, { deal, isPaced = false }: Terms = {}) {
  const bid = { impid: '1', ...(isPaced ? { reserve: () => 'pace' } : {}) };
  return { partner, imp: IMP, bid, deal, priceMicros, floorMicros: 0, native: {} } as unknown;
}

function lossesAmong(all: readonly unknown[], tellsPrices: boolean) {
  const contenders = all as readonly Candidate[];
  const rules = { appSchemes: [], tellsPrices };
  const wins = award([IMP], contenders, { type: 1, isTest: false, chance: () => 0, rules });
  return lossesOf(contenders, wins, { rules, rates: new Map() });
}

test('a campaign that cannot pay is not reported as outbid, and says why it could not', () => {
  const bids = [candidate('broke', 2, { isPaced: true }), candidate('winner', 1)];
  const losses = lossesAmong(bids, false);
  expect(losses.map(({ partner, loss }) => [partner, loss.code, loss.slug])).toEqual([
    ['broke', LOSS.internalError.code, 'budget'],
  ]);
  expect(losses[0]?.loss.reason).toBe('it had won and could not pay: it is ahead of its pace');
});

test('a bid that lost to a deal learns no price to win, and one that could not pay learns no price', () => {
  const deal = { id: 'd' };
  const bids = [
    candidate('open', 5),
    candidate('broke', 4, { deal, isPaced: true }),
    candidate('winner', 3, { deal }),
  ];
  expect(lossesAmong(bids, true).map(({ prices }) => prices)).toEqual([
    { clearingMicros: 3, minToWinMicros: undefined },
    undefined,
  ]);
});
