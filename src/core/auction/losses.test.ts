import { expect, test } from 'bun:test';
import { lossesOf } from './award.ts';
import type { Candidate } from './check-bid.ts';
import { LOSS } from './drop.ts';
import type { OpenImp } from './partner.ts';

const IMP = { imp: { id: '1' } } as OpenImp;
const candidate = (name: string, deal?: Candidate['deal']) =>
  ({ partner: name, imp: IMP, bid: { impid: '1' }, deal, native: {} }) as Candidate;
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
