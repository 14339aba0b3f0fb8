import { expect, test } from 'bun:test';
import { Refusal } from '../../openrtb/refusal.ts';
import { validate } from '../../openrtb/validate.ts';
import type { Solicitation } from '../partner.ts';
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
    nowMs: 0,
    chance: () => 0,
    onlyRelevant: false,
    rejectionOf: () => undefined,
  };
  return JSON.parse(outgoingBody(solicitation, { ...TERMS, ...terms }, 100));
}

const CHAIN = { ver: '1.0', complete: 1, nodes: [] };

test('the country of the address is added where the request names none (ruling 48)', () => {
  expect(sent({ device: { ip: '192.0.2.1' } }, {}, 'DEU').device.geo).toEqual({ country: 'DEU' });
  expect(sent({ device: { geo: { city: 'Ulm' } } }, {}, 'DEU').device.geo).toEqual({ city: 'Ulm' });
  const named = { device: { ip: '192.0.2.1', geo: { country: 'FRA' } } };
  expect(sent(named, {}, 'DEU').device.geo).toEqual({ country: 'FRA' });
});

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

test('each version has the supply chain, the privacy signals and the ids in its place', () => {
  const fields = {
    site: { publisher: { id: 'pub-1' } },
    source: { ext: { schain: CHAIN } },
    regs: { ext: { gdpr: 1 } },
    user: { ext: { consent: 'c', eids: [] } },
  };
  const later = sent(fields);
  expect(later.source.schain.nodes).toMatchObject([{ asi: 'x.example' }]);
  expect(later.source.ext?.schain).toBeUndefined();
  expect([later.regs.gdpr, later.user.consent, later.user.eids]).toEqual([1, 'c', []]);
  const earlier = sent(fields, { version: '2.5' });
  expect(earlier.source.ext.schain.nodes).toMatchObject([{ asi: 'x.example' }]);
  expect(earlier.source.schain).toBeUndefined();
  expect(earlier.regs).toEqual({ ext: { gdpr: 1 } });
  expect(earlier.user).toEqual({ ext: { consent: 'c', eids: [] } });
});

test('the native request is bare, with a version and a floor in USD', () => {
  const [imp] = sent({}).imp;
  expect(imp).toMatchObject({ bidfloor: 0, bidfloorcur: 'USD', native: { ver: '1.2' } });
  expect(JSON.parse(imp.native.request)).toEqual({ assets: [{ id: 1, title: { len: 50 } }] });
});
