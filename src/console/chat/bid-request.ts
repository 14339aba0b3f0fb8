import type { Signals } from '../../../kit/src/parley.ts';
import type { BidRequest } from '../../openrtb/bid-request.ts';

export type Turn = {
  readonly requestId: string;
  readonly message: string;
  readonly signals: Signals;
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
  const { price, keywords, language } = turn.signals;
  return {
    id: turn.requestId,
    test: turn.isTest ? 1 : 0,
    imp: [
      {
        id: '1',
        native: { request: JSON.stringify({ native: NATIVE }), ver: '1.2' },
        ext: {
          service: { adcpFormats: FORMATS },
          ...(price === null ? {} : { service_product_search: priceFilter(price) }),
        },
      },
    ],
    site: {
      domain: 'chat.example.com',
      keywords: keywords.join(', '),
      ...(language === '' ? {} : { content: { language } }),
      ...(turn.publisher === '' ? {} : { publisher: { id: turn.publisher } }),
    },
    ext: { service: contextOf(turn) },
  };
}

function contextOf({ message, messageNumber, sessionDurationMs, signals }: Turn) {
  const { intent, sentiment, funnel } = signals;
  return {
    messageSequenceNumber: messageNumber,
    messageLength: message.length,
    isQuickReply: false,
    sessionDurationMs,
    ...(intent === null
      ? {}
      : { intent: { ...intent, topics: [...intent.topics], signals: [...intent.signals] } }),
    ...(sentiment === null ? {} : { sentiment }),
    ...(funnel === null ? {} : { funnel: { ...funnel, stage: stageOf(funnel.stage) } }),
  };
}

type Stage = NonNullable<NonNullable<NonNullable<BidRequest['ext']>['service']>['funnel']>['stage'];
const STAGES: readonly Stage[] = ['awareness', 'consideration', 'intent', 'conversion'];

function stageOf(name: string): Stage {
  return STAGES.find((stage) => stage === name) ?? 'awareness';
}

const AGENT = 'https://creative.adcontextprotocol.org';
const FORMATS = [
  { agent_url: AGENT, id: 'native_product_card' },
  { agent_url: AGENT, id: 'native_standard' },
  { agent_url: AGENT, id: 'native_content' },
  { agent_url: AGENT, id: 'sponsored_recommendation' },
];

function priceFilter({ min, max, currency }: NonNullable<Signals['price']>) {
  return {
    ...(min === undefined ? {} : { min_price: min }),
    ...(max === undefined ? {} : { max_price: max }),
    ...(currency === undefined ? {} : { price_currency: currency }),
  };
}
