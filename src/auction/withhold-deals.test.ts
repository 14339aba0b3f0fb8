import { expect, test } from 'bun:test';
import type { OpenImp } from '../demand/partner.ts';
import { privateSeats, withholdDeals } from './solicitations.ts';

const imp = (id: string, pmp?: object) =>
  ({ imp: { id, ...(pmp === undefined ? {} : { pmp }) } }) as OpenImp;

const PRIVATE = { id: 'private', wseat: ['a', 'b'] };
const OPEN = { id: 'open' };
const EMPTY = { id: 'empty', wseat: [] };

test('only deals that name seats are private (ruling 54)', () => {
  const open = [imp('1'), imp('2', {}), imp('3', { deals: [OPEN, EMPTY] })];
  expect(privateSeats(open)).toBeUndefined();
  expect(privateSeats([imp('1'), imp('2', { deals: [OPEN, PRIVATE] })])).toEqual(
    new Set(['a', 'b']),
  );
});

test('one common seat is enough to get a deal, and other impressions stay the same objects', () => {
  const imps = [imp('1'), imp('2', { deals: [OPEN, PRIVATE, EMPTY] })];
  const { imps: visible, withheldDeals } = withholdDeals(imps, ['x', 'b']);
  expect(withheldDeals).toEqual([]);
  expect(visible[0]).toBe(imps[0] as OpenImp);
  expect(visible[1]).toBe(imps[1] as OpenImp);
});

test.each([[undefined], [[]], [['x']]])('seats %p get the other deals', (seats) => {
  const { imps, withheldDeals } = withholdDeals(
    [imp('2', { deals: [OPEN, PRIVATE, EMPTY] })],
    seats,
  );
  expect(withheldDeals).toEqual([{ impid: '2', dealid: 'private' }]);
  expect(imps[0]?.imp.pmp).toEqual({ deals: [OPEN, EMPTY] });
});

test('without a deal left, the list goes, unless the impression is sold through deals only', () => {
  const { imps } = withholdDeals(
    [imp('1', { deals: [PRIVATE] }), imp('2', { deals: [PRIVATE], private_auction: 1 })],
    undefined,
  );
  expect(imps.map((open) => open.imp.pmp)).toEqual([undefined, { deals: [], private_auction: 1 }]);
});
