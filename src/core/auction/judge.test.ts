import { expect, test } from 'bun:test';
import { auctionTerms } from '../../../test/auction-terms.ts';
import { Refusal } from '../../lib/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { judge, rejectionOf } from './judge.ts';
import type { PartnerBid, Solicitation } from './partner.ts';
import { NO_RULES } from './rules.ts';

const native = { request: '{"assets":[{"id":1,"title":{"len":25}}]}' };

function bidOn(impid: string): PartnerBid {
  const title = { id: 1, title: { text: impid } };
  const ad = { assets: [title], link: { url: 'https://shop.example/' } };
  return {
    id: `bid-${impid}`,
    impid,
    priceMicros: 1_000_000,
    currency: 'USD',
    seat: 'shop',
    creative: { kind: 'composed', native: ad },
    adomain: ['shop.example'],
  };
}

test('of bids that passed while their partner chose, each is judged as itself, and none a second time', () => {
  const request = validate({ id: 'r', imp: ['1', '2'].map((id) => ({ id, native })) });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const imps = request.imps.map((imp) => ({ ...imp, floorMicros: 0, acceptedFormats: undefined }));
  const bids = [bidOn('1'), bidOn('2'), bidOn('1')];
  const judgement = { request, imps, rules: NO_RULES, rates: new Map(), passed: [] };
  const terms = auctionTerms();
  const auction = { ...terms, ...judgement };
  for (const bid of bids.slice(0, 2)) expect(rejectionOf(bid, auction)).toBeUndefined();
  const solicitation: Solicitation = { request, imps, withheldDeals: [], auction };
  const asked = [{ partner: 'shop', latencyMs: 0, answer: { kind: 'bids', bids } as const }];
  const { contenders } = judge({ ...auction, asked, solicitations: [solicitation] }, false);
  expect(contenders.map(({ bid }) => bid)).toEqual(bids);
  expect(contenders.map(({ imp }) => imp.imp.id)).toEqual(['1', '2', '1']);
  const [first, second, third] = contenders;
  expect([first, second]).toEqual(judgement.passed);
  expect(first).toBe(judgement.passed[0] as never);
  expect(third?.native).toBeUndefined();
});
