import { describe, expect, test } from 'bun:test';
import { readMarkup } from '../../src/core/openrtb/native-response.ts';
import { locateNowhere, parseBody, validate } from '../../src/core/openrtb/validate.ts';
import { validateRepairing } from '../../src/core/repairs/repair-request.ts';
import { readResponse } from '../../src/demand/openrtb/read-response.ts';
import { readOffers } from '../../src/demand/product-search/read-offers.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import {
  IN_AD,
  IN_ANSWER,
  IN_BID,
  IN_NATIVE_REQUEST,
  IN_OFFER,
  IN_REQUEST,
  REQUEST_ID,
} from './containers.ts';
import { type Container, overfilledAt } from './fill.ts';
import { placesIn } from './schema-places.ts';

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

const first = (path: string) => path.replaceAll('[]', '[0]');

function ofRequest(text: string, path: string): unknown {
  const endpoints = CUT.has(path) ? (['strict'] as const) : (['strict', 'repairing'] as const);
  for (const endpoint of endpoints) {
    const { status, details } = refusalOf(text, endpoint);
    expect([status, details.field]).toEqual([400, first(path)]);
  }
  return refusalOf(text, 'strict').details.reason;
}

function ofNativeRequest(text: string, path: string): unknown {
  const { status, details } = refusalOf(text, 'strict');
  expect([status, details.field]).toEqual([400, 'imp[0].native.request']);
  expect(details.reason).toContain(first(path));
  return details.reason;
}

const answered = (text: string) =>
  readResponse({ status: 200, text }, { requestId: REQUEST_ID, partner: 'dsp' });

function ofAnswer(text: string): unknown {
  const reply = answered(text);
  return reply.kind === 'malformed' && reply.reason;
}

function ofBid(text: string): unknown {
  const reply = answered(text);
  return reply.kind === 'bids' && reply.unreadable?.[0];
}

function ofAd(text: string): unknown {
  const reply = answered(text);
  const [bid] = reply.kind === 'bids' ? reply.bids : [];
  return readMarkup(bid?.creative.kind === 'markup' ? bid.creative.adm : '');
}

function ofOffer(text: string): unknown {
  const offers = readOffers({ status: 200, text });
  return offers.kind === 'offers' && offers.notes[0];
}

/** Why the text was refused, or what is in it was dropped. */
type Reason = (text: string, path: string) => unknown;

const DOORS: readonly (readonly [what: string, container: Container, reason: Reason])[] = [
  ['of a request refuses it at both endpoints', IN_REQUEST, ofRequest],
  ['of a native request refuses it', IN_NATIVE_REQUEST, ofNativeRequest],
  ['of an answer makes it malformed', IN_ANSWER, ofAnswer],
  ['of a bid makes it unreadable', IN_BID, ofBid],
  ['of an ad makes it one that does not fit Native', IN_AD, ofAd],
  ['of an offer drops it', IN_OFFER, ofOffer],
];

describe('every list has a bound (ruling 72), and one item more', () => {
  test.each(DOORS)('%s', (_, container, reason) => {
    const lists = placesIn(container.schema).filter(({ kind }) => kind === 'list');
    expect(lists).not.toEqual([]);
    for (const place of lists) {
      const { path, schema } = place;
      expect([path, schema.maxItems]).toEqual([path, expect.any(Number)]);
      const why = reason(overfilledAt(place, container), path);
      expect([path, why]).toEqual([path, expect.stringContaining(`${schema.maxItems} items`)]);
    }
  });
});

describe('a text with more JSON values than it may have is not parsed:', () => {
  const lists = (count: number) => `[${'[],'.repeat(count - 2)}[]]`;

  test('a body is refused with 413', () => {
    const request = (count: number) => `{"id":"r","imp":[],"x":${lists(count - 4)}}`;
    expect(parseBody(request(50_002))).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
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
    const text = `{"id":"${REQUEST_ID}","x":${lists(20_001)}}`;
    expect(ofAnswer(text)).toContain('20000 JSON values');
    expect(readOffers({ status: 200, text })).toMatchObject({ kind: 'malformed' });
    expect(readMarkup(`{"link":{"url":"u"},"x":${lists(10_001)}}`)).toContain('10000 JSON values');
  });
});
