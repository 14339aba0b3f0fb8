import type { BidRequest } from '../../openrtb/bid-request.ts';
import type { Understood } from './derive.ts';

export type Turn = {
  readonly requestId: string;
  readonly message: string;
  readonly understood: Understood;
  readonly messageNumber: number;
  readonly sessionDurationMs: number;
  readonly publisher: string;
  readonly isTest: boolean;
};

/** The assets a chat can draw: title, picture, sponsor, text, rating, price, sale price, button. */
const NATIVE = {
  ver: '1.2',
  context: 2,
  contextsubtype: 22,
  plcmttype: 2,
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, img: { type: 3, wmin: 300, hmin: 157 } },
    { id: 3, required: 1, data: { type: 1, len: 40 } },
    { id: 4, data: { type: 2, len: 140 } },
    { id: 5, data: { type: 3 } },
    { id: 6, data: { type: 6 } },
    { id: 7, data: { type: 7 } },
    { id: 8, data: { type: 12, len: 20 } },
  ],
};

/** A bid request of integration level 4, as the maker of a chat would send it for this message. */
export function bidRequestOf(turn: Turn): BidRequest {
  const { understood } = turn;
  const { price, intent, sentiment, funnel, keywords } = understood;
  return {
    id: turn.requestId,
    test: turn.isTest ? 1 : 0,
    imp: [
      {
        id: '1',
        native: { request: JSON.stringify({ native: NATIVE }), ver: '1.2' },
        ext: {
          service: { adcpFormats: FORMATS },
          ...(price === undefined ? {} : { service_product_search: priceFilter(price) }),
        },
      },
    ],
    site: {
      domain: 'chat.example.com',
      keywords: keywords.join(', '),
      ...(turn.publisher === '' ? {} : { publisher: { id: turn.publisher } }),
    },
    ext: {
      service: {
        messageSequenceNumber: turn.messageNumber,
        messageLength: turn.message.length,
        isQuickReply: false,
        sessionDurationMs: turn.sessionDurationMs,
        intent: {
          value: intent.value,
          confidence: intent.confidence,
          topics: [...intent.topics],
          signals: [...intent.signals],
        },
        sentiment: { value: sentiment.value, score: sentiment.score },
        funnel: { stage: funnel.stage, progress: funnel.progress },
      },
    },
  };
}

const AGENT = 'https://creative.adcontextprotocol.org';
const FORMATS = [
  { agent_url: AGENT, id: 'native_product_card' },
  { agent_url: AGENT, id: 'native_standard' },
  { agent_url: AGENT, id: 'native_content' },
  { agent_url: AGENT, id: 'sponsored_recommendation' },
];

function priceFilter({ min, max, currency }: NonNullable<Understood['price']>) {
  return {
    ...(min === undefined ? {} : { min_price: min }),
    ...(max === undefined ? {} : { max_price: max }),
    price_currency: currency,
  };
}
