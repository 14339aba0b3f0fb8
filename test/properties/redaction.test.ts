import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { solicitationsOf } from '../../src/core/auction/solicitations.ts';
import { type ValidRequest, validate } from '../../src/core/openrtb/validate.ts';
import { protect } from '../../src/core/privacy/protect.ts';
import { outgoingBody } from '../../src/demand/openrtb/outgoing-request.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { auctionTerms } from '../auction-terms.ts';
import { copy, isJsonObject, type Json, type JsonObject } from './json.ts';
import { runs } from './runs.ts';
import { validRequest } from './valid-request.ts';

const MARKER = 'marker-of-a-person';
const TERMS = {
  version: '2.6',
  exchangeDomain: 'x.example',
  defaultAuctionType: 1,
  currencies: ['USD'],
  impExt: undefined,
} as const;

/** Every object of a request, those inside native requests left out. */
function objectsIn(value: Json): readonly Record<string, Json>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isJsonObject(value)) return [];
  return [value as Record<string, Json>, ...Object.values(value).flatMap(objectsIn)];
}

/** The body that a restricted OpenRTB partner is sent. */
function sentTo(request: ValidRequest): string {
  const views = protect(request, [{ gvlId: undefined, needsConsent: false }]);
  const imps = request.imps.map((imp) => ({ ...imp, floorMicros: 0, acceptedFormats: undefined }));
  const [solicitation] = solicitationsOf(views, [], imps, auctionTerms());
  if (solicitation === undefined) throw new Error('this partner is always asked');
  return outgoingBody(solicitation, TERMS, 100);
}

const SIGNALS: readonly JsonObject[] = [
  { coppa: 1 },
  { gdpr: 1 },
  { us_privacy: '1YYN' },
  { ext: { gpc: '1' } },
];

const NAMES = ['marker', 'ext', 'ifv', 'uid2', 'id5', 'fpid', 'x_session', 'toString', 'secret'];

/** Puts the marker somewhere no schema looks; a field that is declared there keeps its value. */
function mark(body: JsonObject, place: number, name: string, value: Json): void {
  const objects = objectsIn(body);
  const object = objects[place % objects.length];
  if (object === undefined) return;
  const { ext } = object;
  if (name !== 'ext') object[name] = value;
  else if (ext === undefined) object.ext = { [MARKER]: value };
  else if (isJsonObject(ext)) (ext as Record<string, Json>)[MARKER] = value;
}

test('a marker in any field without a class reaches no restricted partner (ruling 47)', () => {
  let tried = 0;
  fc.assert(
    fc.property(
      validRequest,
      fc.constantFrom(...SIGNALS),
      fc.nat(),
      fc.constantFrom(...NAMES),
      fc.constantFrom<Json>(MARKER, [MARKER], { deep: [{ er: MARKER }] }),
      (request, regs, place, name, value) => {
        const body = copy({ ...request, regs });
        mark(body, place, name, value);
        const valid = validate(body);
        if (valid instanceof Refusal) return;
        tried++;
        expect(sentTo(valid)).not.toContain(MARKER);
      },
    ),
    { numRuns: runs(150) },
  );
  expect(tried).toBeGreaterThan(runs(100));
});

test('a marker inside a native request reaches no restricted partner', () => {
  const native = { ver: '1.2', assets: [{ id: 1, title: { len: 25, ext: MARKER } }], ext: MARKER };
  for (const root of [native, { native }]) {
    const request = validate({
      id: 'r',
      regs: { coppa: 1 },
      imp: [{ id: '1', native: { request: JSON.stringify(root) } }],
    });
    if (request instanceof Refusal) throw new Error(request.details.reason);
    const body = sentTo(request);
    expect(body).not.toContain(MARKER);
    expect(JSON.parse(JSON.parse(body).imp[0].native.request)).toEqual({
      ver: '1.2',
      assets: [{ id: 1, title: { len: 25 } }],
    });
  }
});
