import { describe, expect, test } from 'bun:test';
import type { BidRequest } from './bid-request.ts';
import { integrationLevel, missingParts } from './integration-level.ts';

const FORMATS = { service: { adcpFormats: [{ agent_url: 'https://a.example/', id: 'card' }] } };
const FILTER = { service_product_search: { min_price: 1 } };
const CONTEXT = {
  service: {
    messageSequenceNumber: 1,
    messageLength: 0,
    isQuickReply: false,
    sessionDurationMs: 0,
  },
};

type Extensions = { readonly imps?: readonly NonNullable<BidRequest['imp'][number]['ext']>[] } & {
  readonly ext?: NonNullable<BidRequest['ext']>;
};

function level({ imps = [{}], ext }: Extensions) {
  const imp = imps.map((impExt, index) => ({
    id: String(index),
    native: { request: '{}' },
    ext: impExt,
  }));
  return integrationLevel({ id: 'r', imp, ...(ext === undefined ? {} : { ext }) });
}

describe('the integration level', () => {
  test('is 1 for OpenRTB without extensions', () => {
    expect(level({})).toBe(1);
    expect(level({ imps: [{ service: {} }], ext: {} })).toBe(1);
  });

  test('is 2 with declared formats', () => {
    expect(level({ imps: [FORMATS] })).toBe(2);
    expect(level({ imps: [{ ...FORMATS, ...FILTER }] })).toBe(2);
  });

  test('is 3 with context signals', () => {
    expect(level({ imps: [FORMATS], ext: CONTEXT })).toBe(3);
    expect(level({ ext: CONTEXT })).toBe(3);
    expect(level({ imps: [FILTER], ext: CONTEXT })).toBe(3);
  });

  test('is 4 with every extension, on whichever impressions they stand', () => {
    expect(level({ imps: [{ ...FORMATS, ...FILTER }], ext: CONTEXT })).toBe(4);
    expect(level({ imps: [{}, FORMATS, FILTER], ext: CONTEXT })).toBe(4);
  });

  test('does not rise by a price filter of null', () => {
    const imps = [{ ...FORMATS, service_product_search: null }];
    expect(level({ imps, ext: CONTEXT })).toBe(3);
  });
});

test('what is missing names nothing that a request has', () => {
  const imp = { id: '1', native: { request: '{}' } };
  const withPrice = { ...imp, ext: { service_product_search: { max_price: 150 } } };
  expect(missingParts({ id: 'r', imp: [withPrice], ext: CONTEXT })).toEqual(['formats']);
  expect(missingParts({ id: 'r', imp: [imp] })).toEqual(['formats', 'context', 'product-search']);
});
