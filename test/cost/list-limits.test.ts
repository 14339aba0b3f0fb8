import { describe, expect, test } from 'bun:test';
import { readResponse } from '../../src/demand/openrtb/read-response.ts';
import { readOffers } from '../../src/demand/product-search/read-offers.ts';
import { locateNowhere } from '../../src/openrtb/country.ts';
import { readMarkup } from '../../src/openrtb/native-response.ts';
import { parseBody } from '../../src/openrtb/parse-body.ts';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { validate } from '../../src/openrtb/validate.ts';
import { validateRepairing } from '../../src/repairs/repair-request.ts';
import {
  IN_AD,
  IN_ANSWER,
  IN_BID,
  IN_NATIVE_REQUEST,
  IN_OFFER,
  IN_REQUEST,
  OF_CALLERS,
  OF_PARTNERS,
  REQUEST_ID,
} from './containers.ts';
import { type Container, overfilledAt } from './fill.ts';
import { type Place, placesIn } from './schema-places.ts';

const listsOf = ({ schema }: Container): readonly Place[] =>
  placesIn(schema).filter(({ kind }) => kind === 'list');

describe('every list that is declared has a bound (ruling 72)', () => {
  for (const container of [...OF_CALLERS, ...OF_PARTNERS]) {
    for (const { path, schema } of listsOf(container)) {
      test(`${container.prefix}${path}`, () => expect(schema.maxItems).toBeNumber());
    }
  }
});

function refusalOf(text: string, endpoint: 'strict' | 'repairing'): Refusal {
  const parsed = parseBody(text);
  if (parsed instanceof Refusal) return parsed;
  const checked =
    endpoint === 'strict' ? validate(parsed.value) : validateRepairing(parsed.value, locateNowhere);
  if (!(checked instanceof Refusal)) throw new Error('expected a refusal');
  return checked;
}

/** The repairing endpoint keeps the first ten impressions, and the last of what was shown. */
const CUT: ReadonlySet<string> = new Set(['imp', 'ext.parley.shown']);

describe('a list of a request with one item more than its bound is refused, at both endpoints:', () => {
  for (const place of listsOf(IN_REQUEST)) {
    const { path, schema } = place;
    test(path, () => {
      const text = overfilledAt(place, IN_REQUEST);
      const endpoints = CUT.has(path) ? (['strict'] as const) : (['strict', 'repairing'] as const);
      for (const endpoint of endpoints) {
        const { status, details } = refusalOf(text, endpoint);
        expect(status).toBe(400);
        expect(details.field).toBe(path.replaceAll('[]', '[0]'));
        expect(details.reason).toContain(`${schema.maxItems} items, but got`);
      }
    });
  }

  for (const place of listsOf(IN_NATIVE_REQUEST)) {
    test(`native.request ${place.path}`, () => {
      const { status, details } = refusalOf(overfilledAt(place, IN_NATIVE_REQUEST), 'strict');
      expect(status).toBe(400);
      expect(details.field).toBe('imp[0].native.request');
      expect(details.reason).toContain(place.path.replaceAll('[]', '[0]'));
      expect(details.reason).toContain(`${place.schema.maxItems} items, but got`);
    });
  }
});

describe('a list of an answer with one item more than its bound is the partner’s fault:', () => {
  const read = (text: string) =>
    readResponse({ status: 200, text }, { requestId: REQUEST_ID, partner: 'dsp' });

  for (const place of listsOf(IN_ANSWER)) {
    test(`${place.path} makes the answer malformed`, () => {
      const reply = read(overfilledAt(place, IN_ANSWER));
      expect(reply).toMatchObject({ kind: 'malformed' });
      expect(reply.kind === 'malformed' && reply.reason).toContain('items');
    });
  }

  for (const place of listsOf(IN_BID)) {
    test(`${place.path} makes the bid unreadable`, () => {
      const reply = read(overfilledAt(place, IN_BID));
      const unreadable = reply.kind === 'bids' ? reply.unreadable : [];
      expect(unreadable?.[0]).toContain(`${place.schema.maxItems} items, but got`);
    });
  }

  for (const place of listsOf(IN_AD)) {
    test(`${place.path} of an ad makes the ad one that does not fit Native`, () => {
      const reply = read(overfilledAt(place, IN_AD));
      const [bid] = reply.kind === 'bids' ? reply.bids : [];
      const adm = bid?.creative.kind === 'markup' ? bid.creative.adm : '';
      expect(readMarkup(adm)).toContain(`${place.schema.maxItems} items, but got`);
    });
  }

  for (const place of listsOf(IN_OFFER)) {
    test(`${place.path} of an offer drops the offer`, () => {
      const offers = readOffers({ status: 200, text: overfilledAt(place, IN_OFFER) });
      expect(offers.kind === 'offers' && offers.notes[0]).toContain('items, but got');
    });
  }
});

describe('a text with more JSON values than it may have is not parsed:', () => {
  const lists = (count: number) => `[${'[],'.repeat(count - 2)}[]]`;

  test('a body is refused with 413', () => {
    const request = (count: number) => `{"id":"r","imp":[],"x":${lists(count - 4)}}`;
    const refused = parseBody(request(50_002));
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      details: { reason: 'expected at most 50000 JSON values, but there are more' },
    });
    expect(parseBody(request(50_000))).not.toBeInstanceOf(Refusal);
  });

  test('a native request is refused with 400 and its field', () => {
    const native = `{"assets":[{"id":1,"title":{"len":9}}],"x":${lists(10_000)}}`;
    const text = JSON.stringify({ id: 'r', imp: [{ id: '1', native: { request: native } }] });
    for (const endpoint of ['strict', 'repairing'] as const) {
      expect(refusalOf(text, endpoint)).toMatchObject({
        code: 'INVALID_FIELD_VALUE',
        details: { field: 'imp[0].native.request' },
      });
    }
  });

  test('an answer and offers are malformed, and an ad is none', () => {
    const reply = { status: 200, text: `{"id":"${REQUEST_ID}","x":${lists(20_001)}}` };
    const malformed = {
      kind: 'malformed' as const,
      reason: expect.stringContaining('20000 JSON values'),
    };
    expect(readResponse(reply, { requestId: REQUEST_ID, partner: 'dsp' })).toEqual({
      ...malformed,
      isAnswer: true,
    });
    expect(readOffers(reply)).toEqual(malformed);
    expect(readMarkup(`{"link":{"url":"u"},"x":${lists(10_001)}}`)).toContain('10000 JSON values');
  });
});
