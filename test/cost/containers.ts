import { BidRequestSchema } from '../../src/core/openrtb/bid-request.ts';
import { NativeRequestSchema } from '../../src/core/openrtb/native-request.ts';
import { NativeResponseSchema } from '../../src/core/openrtb/native-response.ts';
import { BidSchema, ResponseSchema } from '../../src/demand/openrtb/read-response.ts';
import { OfferSchema } from '../../src/demand/product-search/read-offers.ts';
import { REPLY_BYTES_MAX } from '../../src/host/http/client/response-body.ts';
import { BODY_BYTES_MAX } from '../../src/host/http/read-body.ts';
import type { Container } from './fill.ts';
import { plain } from './schema-places.ts';

/** Everything that a caller or a partner can fill: the request, the native request, an answer, a bid, an ad, an offer. */

export const REQUEST_ID = 'cost';

const NATIVE = { ver: '1.2', assets: [{ id: 1, title: { len: 90 } }] };
const impOf = (id: string, native: unknown = NATIVE) => ({
  id,
  native: { request: JSON.stringify(native) },
});
export const requestOf = (native: unknown = NATIVE) => ({
  id: REQUEST_ID,
  imp: [impOf('1', native)],
});

export const IN_REQUEST: Container = {
  schema: plain(BidRequestSchema),
  prefix: '',
  bytesMax: BODY_BYTES_MAX,
  base: () => requestOf(),
  textOf: (value) => JSON.stringify(value),
  items: {
    imp: (index) => impOf(`${index}`),
    cur: () => 'EUR',
    'imp[].ext.service.adcpFormats': (index) => ({
      agent_url: `https://agent.example/${index}`,
      id: 'x',
    }),
  },
};

export const IN_NATIVE_REQUEST: Container = {
  schema: plain(NativeRequestSchema),
  prefix: 'native.request ',
  // Quotes are escaped in it.
  bytesMax: BODY_BYTES_MAX,
  base: (path) => (path.startsWith('assets[].') ? { assets: [{ id: 1 }] } : NATIVE),
  textOf: (value) => JSON.stringify(requestOf(value)),
  items: { assets: (id) => ({ id, title: { len: 9 } }) },
};

const AD = { assets: [{ id: 1, title: { text: 'x' } }], link: { url: 'https://ad.example/' } };
export const bidOf = (ad: unknown = AD, changes: object = {}) => ({
  id: 'b',
  impid: '1',
  price: 2,
  adm: JSON.stringify(ad),
  adomain: ['ad.example'],
  ...changes,
});
export const answerOf = (...bids: readonly unknown[]) => ({
  id: REQUEST_ID,
  seatbid: [{ seat: 'seat', bid: bids }],
});

export const IN_ANSWER: Container = {
  schema: plain(ResponseSchema),
  prefix: 'answer ',
  bytesMax: REPLY_BYTES_MAX,
  base: () => answerOf(bidOf()),
  textOf: (value) => JSON.stringify(value),
  items: {
    seatbid: () => ({ bid: [bidOf()] }),
    'seatbid[].bid': () => bidOf(),
  },
};

export const IN_BID: Container = {
  ...IN_ANSWER,
  schema: plain(BidSchema),
  prefix: 'bid ',
  base: () => bidOf(),
  textOf: (value) => JSON.stringify(answerOf(value)),
  items: {},
};

export const IN_AD: Container = {
  ...IN_ANSWER,
  schema: plain(NativeResponseSchema),
  prefix: 'ad ',
  base: () => AD,
  textOf: (value) => JSON.stringify(answerOf(bidOf(value))),
  items: { assets: (id) => ({ id, title: { text: 'x' } }) },
};

const OFFER = {
  id: 'o',
  title: 'Shoe',
  price: { amount: 1, currency: 'USD' },
  merchant: { name: 'Shop', domain: 'shop.example' },
  url: 'https://shop.example/',
  cpc: 1,
};

export const IN_OFFER: Container = {
  ...IN_ANSWER,
  schema: plain(OfferSchema),
  prefix: 'offer ',
  base: () => OFFER,
  textOf: (value) => JSON.stringify({ ads: [value] }),
  items: {},
};

/** What a caller sends, and what partners answer. */
export const OF_CALLERS: readonly Container[] = [IN_REQUEST, IN_NATIVE_REQUEST];
export const OF_PARTNERS: readonly Container[] = [IN_ANSWER, IN_BID, IN_AD, IN_OFFER];
