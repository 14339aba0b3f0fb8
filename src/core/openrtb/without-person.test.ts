import { expect, test } from 'bun:test';
import example from '../../../examples/request.json';
import { Refusal } from '../../lib/refusal.ts';
import type { BidRequest } from './bid-request.ts';
import { validate } from './validate.ts';
import { tellsOfPerson, withoutPerson } from './without-person.ts';

const PRIVATE = 'about-the-person';

/** In the wrapper, the request and an asset. */
function withSecret(text: string): string {
  const { native } = JSON.parse(text);
  const secret = { secret: PRIVATE };
  const assets = native.assets.map((asset: object) => ({ ...asset, ext: secret }));
  return JSON.stringify({ native: { ...native, assets, ...secret }, ...secret });
}

/** Wherever a request can tell something about someone, and where nobody would look. */
const TELLING = {
  ...example,
  secretTopLevel: PRIVATE,
  imp: example.imp.map((imp) => ({
    ...imp,
    secret: PRIVATE,
    pmp: { private_auction: 0, secret: PRIVATE, deals: [{ id: 'd', ext: { secret: PRIVATE } }] },
    ext: {
      ...imp.ext,
      secret: PRIVATE,
      service: { ...imp.ext?.service, secret: PRIVATE },
      service_product_search: { min_price: 5, price_currency: PRIVATE, secret: PRIVATE },
    },
    native: { ...imp.native, secret: PRIVATE, request: withSecret(imp.native.request) },
  })),
  site: {
    ...example.site,
    page: `https://x.example/?u=${PRIVATE}`,
    ref: PRIVATE,
    ext: { secret: PRIVATE },
    publisher: { ...example.site.publisher, ext: { secret: PRIVATE } },
  },
  device: {
    ...example.device,
    ifa: PRIVATE,
    ua: PRIVATE,
    geo: { country: 'USA', zip: PRIVATE, lat: 1.5 },
  },
  user: { id: PRIVATE, ext: { consent: PRIVATE } },
  regs: {
    ...example.regs,
    gpp: PRIVATE,
    gpp_sid: [2],
    secret: PRIVATE,
    ext: { ...example.regs.ext, secret: PRIVATE },
  },
  ext: {
    secret: PRIVATE,
    service: {
      ...example.ext.service,
      secret: PRIVATE,
      intent: { ...example.ext.service.intent, secret: { text: PRIVATE } },
      audience: { interests: [PRIVATE] },
    },
  },
};

test('nothing about the person is left, declared or not', () => {
  const shown = JSON.stringify(withoutPerson(TELLING as unknown as BidRequest));
  expect(shown).not.toContain(PRIVATE);
  expect(shown).not.toContain(example.device.ip);
  expect(shown).not.toContain('lat');
});

test('what is left is a valid request for the same thing', () => {
  const shown = JSON.parse(JSON.stringify(withoutPerson(TELLING as unknown as BidRequest)));
  expect(validate(shown)).not.toBeInstanceOf(Refusal);
  expect(shown.imp).toEqual(
    example.imp.map((imp) => ({
      ...imp,
      pmp: { private_auction: 0, deals: [{ id: 'd' }] },
      ext: { ...imp.ext, service_product_search: { min_price: 5 } },
    })),
  );
  // A page may be that of one person.
  const { page: _, ...site } = example.site;
  expect(shown.site).toEqual(site);
  expect(shown.ext).toEqual(example.ext);
  expect(shown.regs).toEqual({ ...example.regs, gpp_sid: [2] });
  expect(shown.device).toEqual({ language: 'en', devicetype: 2, geo: { country: 'USA' } });
});

test('whatever is about a person, or that nobody has classified, makes a request tell of one', () => {
  const { device: _, user: __, regs: ___, ...bare } = withoutPerson(example as BidRequest);
  expect(tellsOfPerson(bare)).toBe(false);
  const told = [
    { device: { ua: 'x' } },
    { device: { ip: '192.0.2.1' } },
    { device: { geo: { lat: 1 } } },
    { user: { id: 'x' } },
    { regs: { gpp: 'x' } },
    { ext: { ...bare.ext, unknown: 'x' } },
    { anything: [{ x: 1 }] },
  ];
  const silent = told.filter((fields) => !tellsOfPerson({ ...bare, ...fields } as BidRequest));
  expect(silent).toEqual([]);
});
