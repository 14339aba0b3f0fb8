import fc from 'fast-check';
import { BidRequestSchema } from '../../../src/core/openrtb/bid-request.ts';
import { NativeRequestSchema } from '../../../src/core/openrtb/native-request.ts';
import { anyJson, createPick, partsOf } from '../../properties/graft.ts';
import { copy, isJsonObject, type Json } from '../../properties/json.ts';
import { validRequest } from '../../properties/valid-request.ts';
import { fromSchema } from './from-schema.ts';
import type { FuzzInput } from './input.ts';

/** The schemas as plain JSON. */
const REQUEST = JSON.parse(JSON.stringify(BidRequestSchema));
const NATIVE = JSON.parse(JSON.stringify(NativeRequestSchema));

/** A request by its schema, each impression with a native request by the schema of those. */
const schemaRequest: fc.Arbitrary<Json> = fc
  .tuple(fromSchema(REQUEST), fromSchema(NATIVE))
  .map(([request, native]) => {
    const imps = isJsonObject(request) && Array.isArray(request.imp) ? request.imp : [];
    for (const imp of imps) {
      if (isJsonObject(imp) && isJsonObject(imp.native)) {
        imp.native.request = JSON.stringify(native);
      }
    }
    return request;
  });

/** A valid request with something else in the place of one part. */
const graftedRequest: fc.Arbitrary<Json> = fc
  .tuple(validRequest, anyJson, fc.nat())
  .map(([request, value, choice]) => {
    const body = copy(request);
    createPick([choice])(partsOf(body)).put(value);
    return body;
  });

const wholeText = fc
  .oneof(validRequest, graftedRequest, schemaRequest, anyJson)
  .map((body) => JSON.stringify(body) ?? 'null');

const DEPTH_MAX = 20_000;

const brokenText = fc.oneof(
  // Cut somewhere.
  fc.tuple(wholeText, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))),
  // A key twice.
  fc.tuple(wholeText, wholeText).map(([text, other]) => text.replace('{', `{"imp":${other},`)),
  fc.nat({ max: DEPTH_MAX }).map((depth) => `{"id":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  fc.nat({ max: DEPTH_MAX }).map((depth) => '{"imp":[{"native":'.repeat(depth)),
  fc.string({ unit: 'binary' }),
);

const encoded = fc
  .oneof({ weight: 3, arbitrary: wholeText }, { weight: 1, arbitrary: brokenText })
  .map((text) => new TextEncoder().encode(text));

/** Some bytes changed, so that neither UTF-8 nor JSON need hold. */
const damaged = fc
  .tuple(encoded, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }))
  .map(([bytes, changes]) => {
    const changed = bytes.slice();
    for (const [at, value] of changes) changed[at % Math.max(1, changed.length)] = value;
    return changed;
  });

const plain = fc.oneof({ weight: 4, arbitrary: encoded }, { weight: 1, arbitrary: damaged });

const BOMB_BYTES = 8 * 1024 * 1024;

const packed = fc.oneof(
  { weight: 4, arbitrary: plain.map((bytes) => Bun.gzipSync(bytes)) },
  { weight: 2, arbitrary: plain },
  {
    weight: 1,
    arbitrary: fc
      .tuple(plain, fc.nat())
      .map(([bytes, at]) => Bun.gzipSync(bytes).slice(0, at % 64)),
  },
  { weight: 1, arbitrary: fc.constant(Bun.gzipSync(new Uint8Array(BOMB_BYTES).fill(32))) },
);

const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/json; charset=utf-8',
      'APPLICATION/JSON;charset="x',
      'application/x-www-form-urlencoded',
      ';;;',
    ),
  },
);

export const hostileInput: fc.Arbitrary<FuzzInput> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      contentType,
      contentEncoding: fc.constantFrom(undefined, undefined, undefined, 'identity', 'br', ''),
      body: plain,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ contentType, contentEncoding: fc.constant('gzip'), body: packed }),
  },
);
