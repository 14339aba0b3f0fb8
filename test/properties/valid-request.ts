import fc from 'fast-check';
import { validate } from '../../src/core/openrtb/validate.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { type Case, readCases } from '../conformance/case.ts';
import { textOf } from '../conformance/run-case.ts';
import { variantsOf } from '../conformance/variants.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

/**
 * Bid requests that keep every rule, over the whole schema: what the accepted cases of conformance send, the changes of
 * several in one request, in test mode or not, and with fields that no schema declares.
 */

const ACCEPTED: readonly Case[] = readCases()
  .flatMap(({ cases }) => cases)
  .filter(
    ({ path, text, expect }) =>
      [path, text].every((one) => one === undefined) && expect.status === 200,
  )
  .flatMap(variantsOf)
  .map((variant) => variant.case)
  .filter((one) => textOf(one).length < 20_000);

/** Names that no schema declares, among them those that JavaScript objects inherit. */
export const UNDECLARED = [
  'x_vendor',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '0',
];

const bodyOf = (one: Case): JsonObject => JSON.parse(textOf(one));

/** One case with the changes of the others too, where they are valid together. */
function together(cases: readonly Case[]): JsonObject {
  const [first] = cases as [Case]; // There is one at least.
  const set = Object.assign({}, ...cases.map((one) => one.set));
  const native = cases.find((one) => one.native !== undefined)?.native;
  const body = bodyOf({ ...first, set, native, remove: cases.flatMap((one) => one.remove ?? []) });
  return validate(body) instanceof Refusal ? bodyOf(first) : body;
}

function objectsIn(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isJsonObject(value)) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

const undeclared = fc.record({
  place: fc.nat(),
  name: fc.constantFrom(...UNDECLARED),
  value: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
});

export const validRequest: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.array(fc.constantFrom(...ACCEPTED), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(0, 1),
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(undeclared, { maxLength: 2 })),
  )
  .map(([cases, test, more]) => {
    const body = { ...together(cases), test };
    for (const { place, name, value } of more) {
      const objects = objectsIn(body);
      Object.defineProperty(objects[place % objects.length], name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return body;
  });

/** The native request of an impression itself, without a wrapper. */
export const nativeRoot: fc.Arbitrary<Json> = validRequest.map(({ imp }) => {
  const [{ native }] = imp as [{ native: { request: string } }];
  const root = JSON.parse(native.request) as JsonObject;
  return root.native ?? root;
});
