import { expect, test } from 'bun:test';
import type { OpenImp } from '../demand/partner.ts';
import type { Candidate } from './check-bid.ts';
import { LOSS } from './drop.ts';
import { lossesOf } from './losses.ts';

const IMP = { imp: { id: '1' } } as OpenImp;
const candidate = (name: string, deal?: Candidate['deal']) =>
  ({ partner: name, imp: IMP, bid: { impid: '1' }, deal }) as Candidate;
const TERMS = { rules: { tellsPrices: false }, rates: new Map() };
const won = (winner: Candidate) => ({ candidate: winner, clearingMicros: 1, minToWinMicros: 1 });

test('a campaign that cannot pay is not reported as outbid', () => {
  const [broke, winner] = [candidate('broke'), candidate('winner')];
  const losses = lossesOf([broke, winner], { wins: [won(winner)], unpaid: [broke] }, TERMS);
  expect(losses.map(({ partner, loss }) => [partner, loss.code, loss.slug])).toEqual([
    ['broke', LOSS.internalError, 'no-demand'],
  ]);
});

test('an open bid that a deal beats is told so, another deal is outbid', () => {
  const winner = candidate('winner', { id: 'd' });
  const others = [candidate('open'), candidate('deal', { id: 'e' })];
  const losses = lossesOf([...others, winner], { wins: [won(winner)], unpaid: [] }, TERMS);
  expect(losses.map(({ loss }) => loss.code)).toEqual([LOSS.lostToDeal, LOSS.outbid]);
});

test('a bid whose group did not win is told so', () => {
  const losses = lossesOf([candidate('group')], { wins: [], unpaid: [] }, TERMS);
  expect(losses[0]?.loss.reason).toContain('group');
});
