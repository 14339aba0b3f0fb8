import { expect, test } from 'bun:test';
import { auctionTerms } from '../../../test/auction-terms.ts';
import type { Solicitation } from '../../core/auction/partner.ts';
import { validate } from '../../core/openrtb/validate.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type OutgoingTerms, outgoingBody } from './outgoing-request.ts';

const TERMS: OutgoingTerms = {
  version: '2.6',
  exchangeDomain: 'x.example',
  defaultAuctionType: 1,
  currencies: ['USD'],
  impExt: undefined,
};

/** The request that a partner gets for one with these fields, from an address in this country. */
function sent(fields: object, terms: Partial<OutgoingTerms> = {}, country?: string) {
  const native = { request: '{"native":{"assets":[{"id":1,"title":{"len":50}}]}}' };
  const body = { id: 'r', imp: [{ id: '1', native }], ...fields };
  const request = validate(body, () => country);
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const imps = request.imps.map((imp) => ({ ...imp, floorMicros: 0, acceptedFormats: undefined }));
  const solicitation: Solicitation = {
    request,
    imps,
    withheldDeals: [],
    auction: auctionTerms(),
  };
  return JSON.parse(outgoingBody(solicitation, { ...TERMS, ...terms }, 100));
}

test('without the id of a publisher the supply chain gets no node of ours, and is not complete (ruling 81)', () => {
  const node = { asi: 'ssp.example', sid: '7', hp: 1 };
  const chain = { ver: '1.0', complete: 1, nodes: [node] };
  for (const fields of [
    {},
    { site: { domain: 'a.example' } },
    { app: { publisher: { id: '' } } },
  ]) {
    expect(sent(fields).source.schain).toEqual({ ver: '1.0', complete: 0, nodes: [] });
    expect(sent({ ...fields, source: { schain: chain } }).source.schain).toEqual({
      ...chain,
      complete: 0,
    });
  }
});
