import type { BidRequest } from '../../../core/openrtb/bid-request.ts';

export type Example = {
  readonly level: 1 | 2 | 3 | 4;
  readonly name: string;
  readonly adds: string;
  readonly request: BidRequest;
};

const NATIVE_REQUEST = JSON.stringify({
  native: {
    ver: '1.2',
    context: 2,
    contextsubtype: 22,
    plcmttype: 2,
    assets: [
      { id: 1, required: 1, title: { len: 60 } },
      { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 157 } },
      { id: 3, required: 1, data: { type: 1, len: 40 } },
      { id: 4, data: { type: 2, len: 140 } },
      { id: 5, data: { type: 3 } },
      { id: 6, data: { type: 6 } },
      { id: 7, data: { type: 12, len: 15 } },
    ],
  },
});

const NATIVE = { request: NATIVE_REQUEST, ver: '1.2' } as const;

const FORMATS = {
  service: {
    adcpFormats: [
      { agent_url: 'https://creative.adcontextprotocol.org', id: 'native_product_card' },
      { agent_url: 'https://creative.adcontextprotocol.org', id: 'native_standard' },
    ],
  },
};

const SITE = {
  domain: 'chat.example.com',
  page: 'https://chat.example.com/',
  keywords: 'trail shoes, running',
  publisher: { id: 'pub-1' },
};

const CONTEXT = {
  service: {
    messageSequenceNumber: 3,
    messageLength: 52,
    isQuickReply: false,
    sessionDurationMs: 94_000,
    intent: {
      value: 'purchase_inquiry',
      confidence: 0.92,
      topics: ['trail shoes'],
      signals: ['price_mentioned'],
    },
    sentiment: { value: 'neutral', score: 0 },
    funnel: { stage: 'consideration', progress: 0.4 },
  },
} as const;

const PRICES = { min_price: 50, max_price: 150, price_currency: 'USD' };

function requestOf(
  level: number,
  imp: Partial<BidRequest['imp'][number]>,
  more: Partial<BidRequest>,
): BidRequest {
  const imps: BidRequest['imp'] = [{ id: '1', native: NATIVE, ...imp }];
  return { id: `level-${level}`, test: 1, imp: imps, site: SITE, ...more };
}

/** Each level adds one thing to the one before. */
export const EXAMPLES: readonly Example[] = [
  {
    level: 1,
    name: 'OpenRTB',
    adds: 'One native impression in plain OpenRTB 2.6.',
    request: requestOf(1, {}, {}),
  },
  {
    level: 2,
    name: 'Formats',
    adds: 'The formats you can draw, in imp[].ext.service.adcpFormats.',
    request: requestOf(2, { ext: FORMATS }, {}),
  },
  {
    level: 3,
    name: 'Context',
    adds: 'The context of the conversation, in ext.service.',
    request: requestOf(3, { ext: FORMATS }, { ext: CONTEXT }),
  },
  {
    level: 4,
    name: 'Products',
    adds: 'Price bounds for products, in imp[].ext.service_product_search.',
    request: requestOf(
      4,
      { bidfloor: 0.5, ext: { ...FORMATS, service_product_search: PRICES } },
      { ext: CONTEXT },
    ),
  },
];
