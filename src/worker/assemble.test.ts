import { describe, expect, test } from 'bun:test';
import { requestOf, solicit } from '../../test/campaigns/test-support.ts';
import { GATE_WORDS } from '../auction/gate.ts';
import type { Config } from '../config/config.ts';
import type { HttpCall, HttpPartner } from '../demand/partner.ts';
import { type Assembly, assemblePartners } from './assemble.ts';

const CATALOG = 'http://127.0.0.1:9999';

function ready(entry: Config['partners'][number]) {
  const assembly = {
    setup: {
      config: { partners: [entry], listen: {}, auction: { defaultType: 1, rates: {} } },
      campaigns: new Map(),
    },
    publicUrl: 'https://bid.example.com',
    catalogUrl: CATALOG,
    createClient: () => Object.assign(async () => ({ failure: '' }), { connections: () => 0 }),
    isPaused: () => false,
    wordsOf: () => new BigUint64Array(GATE_WORDS),
    nowMs: Date.now,
  } as unknown as Assembly; // The parts that are read for partners behind HTTP.
  const [partner] = assemblePartners(assembly);
  if (partner === undefined) throw new Error('expected a partner');
  return partner;
}

function httpPartnerOf(entry: Config['partners'][number]): HttpPartner {
  const { partner } = ready(entry);
  if (partner.kind !== 'http') throw new Error('expected a partner behind HTTP');
  return partner;
}

/** The first call that the partner makes for a request with keywords. */
function callOf(entry: Config['partners'][number]): HttpCall {
  const inquiry = httpPartnerOf(entry).ask(solicit(requestOf({ site: { keywords: 'tea' } })), 100);
  const [call] = 'calls' in inquiry ? inquiry.calls : [];
  if (call === undefined) throw new Error('expected a call');
  return call;
}

describe('a product search', () => {
  const embedded = { name: 'shop', kind: 'product-search', url: 'embedded' } as const;
  const remote = { ...embedded, url: 'https://shop.example' };

  test('that is embedded calls the catalog of this machine, and another one its own URL', () => {
    expect(callOf(embedded).url).toStartWith(`${CATALOG}/v1/ads/search?`);
    expect(callOf(remote).url).toStartWith('https://shop.example/v1/ads/search?');
  });

  test('sees test requests if it is embedded or says so', () => {
    const accepts = (acceptsTest?: boolean) => [
      httpPartnerOf({ ...embedded, ...(acceptsTest === undefined ? {} : { acceptsTest }) })
        .acceptsTest,
      httpPartnerOf({ ...remote, ...(acceptsTest === undefined ? {} : { acceptsTest }) })
        .acceptsTest,
    ];
    expect(accepts()).toEqual([true, false]);
    expect(accepts(true)).toEqual([true, true]);
    expect(accepts(false)).toEqual([false, false]);
  });

  test('sends the headers of its entry', () => {
    expect(callOf({ ...remote, headers: { 'x-key': 'k' } }).headers).toMatchObject({
      'x-key': 'k',
    });
  });
});

describe('an OpenRTB partner', () => {
  const dsp = { name: 'dsp', kind: 'openrtb', url: 'https://dsp.example/bid' } as const;

  test('is called at its URL in version 2.6, or in the one of its entry', () => {
    const { url, headers } = callOf(dsp);
    expect(url).toBe('https://dsp.example/bid');
    expect(headers).toMatchObject({ 'x-openrtb-version': '2.6' });
    expect(callOf({ ...dsp, openrtbVersion: '2.5' }).headers).toMatchObject({
      'x-openrtb-version': '2.5',
    });
  });

  test('sees no test requests unless it says so', () => {
    expect(httpPartnerOf(dsp).acceptsTest).toBe(false);
    expect(httpPartnerOf({ ...dsp, acceptsTest: true }).acceptsTest).toBe(true);
  });

  test('has the number, the need for consent and the seats of its entry', () => {
    const { standing, seats } = ready({ ...dsp, gvlId: 5, needsConsent: true, seats: ['s1'] });
    expect(standing).toEqual({ gvlId: 5, needsConsent: true });
    expect(seats).toEqual(['s1']);
    expect(ready(dsp).standing).toEqual({ gvlId: undefined, needsConsent: false });
  });
});

test('campaigns are asked inside this process', () => {
  const { partner } = ready({ name: 'house', kind: 'campaigns', path: 'campaigns.yaml' });
  expect(partner.kind).toBe('local');
});
