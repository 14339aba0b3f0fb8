import { expect, test } from 'bun:test';
import type { OpenImp } from '../demand/partner.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';
import { UNRESTRICTED_PERMISSION } from '../privacy/restriction.ts';
import { solicitationsOf } from './solicitations.ts';

const requestWith = (imp: object) =>
  ({ imps: [{ imp, isWrapped: false }] }) as unknown as ValidRequest;
const terms = {
  nowMs: 0,
  chance: () => 0,
  onlyRelevant: false,
  rejectionOf: () => undefined,
};

test('however many partners and seats there are, the seats of a deal are read once (ruling 72)', () => {
  let reads = 0;
  const partners = 12;
  const seatsOf = (partner: number) => Array.from({ length: 100 }, (_, i) => `${partner}-${i}`);
  const seats = Array.from({ length: partners }, (_, partner) => seatsOf(partner));
  const deals = Array.from({ length: 1000 }, (_, i) => ({
    id: `${i}`,
    get wseat() {
      reads += 1;
      return i === 0 ? seats.flat() : ['of nobody'];
    },
  }));
  const withDeals = { id: 'i', pmp: { deals } };
  const view: View = { request: requestWith(withDeals), permission: UNRESTRICTED_PERMISSION };
  const open = [{ imp: withDeals }] as unknown as readonly OpenImp[];
  const asked = solicitationsOf(Array(partners).fill(view), { ...terms, imps: open, seats });
  for (const one of asked) {
    expect(one?.imps[0]?.imp.pmp?.deals).toHaveLength(1);
    expect(one?.withheldDeals).toHaveLength(999);
  }
  expect(reads).toBe(deals.length);
});
