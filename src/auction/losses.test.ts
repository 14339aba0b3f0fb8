import { expect, test } from 'bun:test';
import type { OpenImp } from '../demand/partner.ts';
import type { Candidate } from './check-bid.ts';
import { LOSS } from './drop.ts';
import { lossesOf } from './losses.ts';

const IMP = { imp: { id: '1' } } as OpenImp;
const candidate = (name: string, deal?: Candidate['deal']) =>
  ({ partner: name, imp: IMP, bid: { impid: '1' }, deal }) as Candidate;
const lacking = (broke: Candidate) => ({ candidate: broke, cause: 'pace' as const });
const TERMS = { rules: { tellsPrices: false }, rates: new Map() };
const won = (winner: Candidate) => ({ candidate: winner, clearingMicros: 1, minToWinMicros: 1 });

test('a campaign that cannot pay is not reported as outbid, and says why it could not', () => {
  const [broke, winner] = [candidate('broke'), candidate('winner')];
  const losses = lossesOf(
    [broke, winner],
    { wins: [won(winner)], unpaid: [lacking(broke)] },
    TERMS,
  );
  expect(losses.map(({ partner, loss }) => [partner, loss.code, loss.slug])).toEqual([
    ['broke', LOSS.internalError.code, 'budget'],
  ]);
  expect(losses[0]?.loss.reason).toBe('it had won and could not pay: it is ahead of its pace');
});

test('the prices of the winner are told where the publisher allows it, in the bid’s currency', () => {
  const lost = (name: string, currency: string, deal?: Candidate['deal']) => {
    const { bid, ...rest } = candidate(name, deal);
    return { ...rest, bid: { ...bid, currency } } as Candidate;
  };
  const winner = { ...candidate('winner'), priceMicros: 3_000_000 };
  const award = { wins: [{ ...won(winner), clearingMicros: 1_500_000 }], unpaid: [] };
  const rates = new Map([['EUR', 1.2]]);
  const prices = (tellsPrices: boolean, bid: Candidate) =>
    lossesOf([bid, winner], award, { rules: { tellsPrices }, rates })[0]?.prices;
  expect(prices(true, lost('a', 'EUR'))).toEqual({
    clearingMicros: 1_250_000,
    minToWinMicros: 2_500_000,
  });
  expect(prices(true, lost('a', 'USD'))).toEqual({
    clearingMicros: 1_500_000,
    minToWinMicros: 3_000_000,
  });
  expect(prices(false, lost('a', 'USD'))).toBeUndefined();
});

test('a bid that lost to a deal learns no price to win, and one that could not pay learns no price', () => {
  const winner = { ...candidate('winner', { id: 'd' }), priceMicros: 3_000_000 };
  const [open, broke] = [candidate('open'), candidate('broke')];
  const terms = { rules: { tellsPrices: true }, rates: new Map() };
  const losses = lossesOf([open, broke], { wins: [won(winner)], unpaid: [lacking(broke)] }, terms);
  expect(losses.map(({ prices }) => prices)).toEqual([
    { clearingMicros: 1, minToWinMicros: undefined },
    undefined,
  ]);
});
