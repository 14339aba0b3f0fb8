import { expect, test } from 'bun:test';
import type { PartnerBid, Solicitation } from '../demand/partner.ts';
import { validate } from '../openrtb/validate.ts';
import { LOSS } from './drop.ts';
import { NOTHING_SENSITIVE } from './find-sensitive.ts';
import { judge, rejectionsBy } from './judge.ts';
import { openImps } from './open-imps.ts';
import { NO_RULES } from './rules.ts';

test('a bid on a deal that its partner was not offered is dropped, also behind partners without bids', () => {
  const native = { request: '{"assets":[{"id":1,"title":{"len":50}}]}' };
  const deals = [{ id: 'private', wseat: ['other', 'own'] }];
  const request = validate({ id: 'r', imp: [{ id: 'i', native, pmp: { deals } }] });
  if ('code' in request) throw new Error(request.details.reason);
  const rates = new Map<string, number>();
  const terms = { rules: NO_RULES, rates };
  const { open: imps } = openImps(request, { ...terms, findSensitive: () => NOTHING_SENSITIVE });
  const bid: PartnerBid = {
    id: 'b',
    impid: 'i',
    priceMicros: 1_000_000,
    currency: 'USD',
    seat: 'own',
    dealid: 'private',
    creative: { kind: 'markup', adm: '' },
    adomain: [],
  };
  const withheld = {
    withheldDeals: [{ impid: 'i', dealid: 'private' }],
  } as unknown as Solicitation;
  const offered = {} as unknown as Solicitation;
  const { dropped } = judge(
    [
      { partner: 'late', latencyMs: 0, answer: { kind: 'timeout' } },
      { partner: 'own', latencyMs: 0, answer: { kind: 'bids', bids: [bid] } },
    ],
    { request, imps, ...terms, passed: new Map() },
    [offered, withheld],
  );
  expect(dropped.map(({ partner, loss }) => [partner, loss.code])).toEqual([
    ['own', LOSS.invalidDeal.code],
  ]);
});

test('a bid that passed while its partner chose is a candidate as it was judged then, and is not checked again', () => {
  const native = { request: '{"assets":[{"id":1,"title":{"len":50}}]}' };
  const request = validate({ id: 'r', imp: [{ id: 'i', native }] });
  if ('code' in request) throw new Error(request.details.reason);
  const terms = { rules: NO_RULES, rates: new Map<string, number>() };
  const { open: imps } = openImps(request, { ...terms, findSensitive: () => NOTHING_SENSITIVE });
  const link = { url: 'https://shop.example/' };
  const bid: PartnerBid = {
    id: 'b',
    impid: 'i',
    priceMicros: 1_000_000,
    currency: 'USD',
    seat: 'shop',
    creative: {
      kind: 'composed',
      native: { ver: '1.2', assets: [{ id: 1, title: { text: 'A shoe' } }], link },
    },
    adomain: ['shop.example'],
  };
  const judgement = { request, imps: [...imps], ...terms, passed: new Map() };
  expect(rejectionsBy(judgement)(bid)).toBeUndefined();
  const answer = { kind: 'bids', bids: [bid] } as const;
  // Whoever checked the bid again would not find its impression.
  judgement.imps.length = 0;
  const judgedAs = (partner: string) =>
    judge([{ partner, latencyMs: 0, answer }], judgement, [undefined]);
  expect(judgedAs('shop').candidates).toMatchObject([{ partner: 'shop', bid, imp: imps[0] }]);
  expect(judgedAs('other').dropped).toMatchObject([{ partner: 'other', bid }]);
  const another = { ...judgement, passed: new Map() };
  expect(
    judge([{ partner: 'shop', latencyMs: 0, answer }], another, [undefined]).dropped,
  ).toHaveLength(1);
});
