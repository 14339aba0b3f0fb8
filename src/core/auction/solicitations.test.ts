import { expect, test } from 'bun:test';
import { auctionTerms } from '../../../test/auction-terms.ts';
import { Refusal } from '../../lib/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { protect } from '../privacy/protect.ts';
import { solicitationsOf } from './solicitations.ts';

const native = { request: '{"assets":[{"id":1,"title":{"len":25}}]}' };
const STANDING = { gvlId: undefined, needsConsent: false };
const NEEDY = { gvlId: undefined, needsConsent: true };

/** What partners with these seats are asked about a request. */
function askedOf(fields: object, seats: readonly (readonly string[] | undefined)[], gdpr = 0) {
  const request = validate({ id: 'r', imp: [{ id: '1', native, ...fields }], regs: { gdpr } });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const imps = request.imps.map((imp) => ({ ...imp, floorMicros: 0, acceptedFormats: undefined }));
  const views = protect(
    request,
    seats.map((_, index) => (index === 0 ? NEEDY : STANDING)),
  );
  return solicitationsOf(views, seats, imps, auctionTerms());
}

const DEALS = { pmp: { deals: [{ id: 'open' }, { id: 'ours', wseat: ['a', 'b'] }] } };

test('partners that may see the same share one question, unless they get other deals (ruling 54)', () => {
  const [one, other] = askedOf({}, [['a'], undefined]);
  expect(one).toBe(other as NonNullable<typeof other>);
  const asked = askedOf(DEALS, [['a'], ['z'], ['a', 'z'], undefined, ['b']]);
  expect(asked.map((each) => asked.indexOf(each))).toEqual([0, 1, 0, 1, 4]);
  const dealsOf = ({ imps }: NonNullable<(typeof asked)[number]>) =>
    imps.map(({ imp }) => imp.pmp?.deals?.map(({ id }) => id));
  expect(asked.map((each) => each && dealsOf(each))).toEqual([
    [['open', 'ours']],
    [['open']],
    [['open', 'ours']],
    [['open']],
    [['open', 'ours']],
  ]);
});

test('a partner that may not be asked has no question, and others with its view have one', () => {
  const [needy, first, second] = askedOf({}, [undefined, undefined, undefined], 1);
  expect(needy).toBeUndefined();
  expect(first).toBeDefined();
  expect(first).toBe(second as NonNullable<typeof second>);
});
