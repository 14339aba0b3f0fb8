import type { BidRequest } from './api.ts';
import { type Conversation, isQuickReply } from './conversation.ts';
import { FEEDBACK } from './native-ad.ts';
import type { Settings } from './options.ts';
import type { Signals } from './signals/signals.ts';
import type { ReadConversation } from './told.ts';
import type { Client, Visitor } from './visitor.ts';

export type Turn = {
  readonly requestId: string;
  readonly conversation: Conversation;
  readonly signals: Signals;
  readonly visitor: Visitor;
  readonly client: Client;
  /** What the chat tells of the conversation; null: nothing. */
  readonly told?: ReadConversation | null;
  /** What is left of the time limit. */
  readonly leftMs: number;
};

/** The console of the exchange sends requests of no publisher too. */
type Sender = Pick<Settings, 'isTest'> & {
  readonly publisher: string | undefined;
  readonly repeatsAdvertiser?: boolean;
  readonly onlyRelevant?: boolean;
};

/** The assets a card can show: title, picture, icon, sponsor, text, rating, price, sale price, button. */
const NATIVE = {
  ver: '1.2',
  context: 2,
  contextsubtype: 22,
  plcmttype: 2,
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, img: { type: 3, wmin: 300, hmin: 157 } },
    { id: 3, img: { type: 1, wmin: 20, hmin: 20 } },
    { id: 4, required: 1, data: { type: 1, len: 40 } },
    { id: 5, data: { type: 2, len: 140 } },
    { id: 6, data: { type: 3 } },
    { id: 7, data: { type: 6 } },
    { id: 8, data: { type: 7 } },
    { id: 9, data: { type: 12, len: 20 } },
  ],
  eventtrackers: [
    { event: 1, methods: [1] },
    { event: 2, methods: [1] },
    { event: FEEDBACK, methods: [1] },
  ],
} as const;

const NATIVE_REQUEST = JSON.stringify({ native: NATIVE });

const AGENT = 'https://creative.adcontextprotocol.org';
const FORMATS = [
  'native_product_card',
  'native_standard',
  'native_content',
  'sponsored_recommendation',
  'native_mention',
].map((id) => ({ agent_url: AGENT, id }));

const TMAX_MS_MIN = 100;
const TMAX_MS_MAX = 5_000;
/** What the way to the exchange and back may take of the time limit. */
const NETWORK_MS = 50;

/** Everything that leaves your server for an ad. No message is in it. */
export function bidRequestOf(turn: Turn, sender: Sender): BidRequest {
  const { publisher, isTest } = sender;
  const { signals, visitor } = turn;
  return {
    id: turn.requestId,
    test: isTest ? 1 : 0,
    tmax: Math.max(TMAX_MS_MIN, Math.min(TMAX_MS_MAX, Math.floor(turn.leftMs - NETWORK_MS))),
    imp: [
      {
        id: '1',
        native: { request: NATIVE_REQUEST, ver: '1.2' },
        ...(visitor.isSecure ? { secure: 1 } : {}),
        ext: {
          service: { adcpFormats: FORMATS },
          ...(signals.price === null ? {} : { service_product_search: priceFilter(signals.price) }),
        },
      },
    ],
    site: {
      ...(publisher === undefined ? {} : { publisher: { id: publisher } }),
      ...(visitor.domain === null ? {} : { domain: visitor.domain }),
      ...(visitor.page === null ? {} : { page: visitor.page }),
      ...(signals.keywords.length === 0 ? {} : { keywords: signals.keywords.join(', ') }),
      ...contentOf(signals),
    },
    ...deviceOf(visitor),
    ...userOf(visitor),
    ...regsOf(visitor),
    ext: { service: contextOf(turn), ...parleyOf(turn, sender) },
  };
}

const CONTENT_TAXONOMY_1_0 = 1;

function contentOf({ language, categories }: Signals) {
  const content = {
    ...(language === '' ? {} : { language }),
    ...(categories.length === 0 ? {} : { cat: categories, cattax: CONTENT_TAXONOMY_1_0 }),
  };
  return Object.keys(content).length === 0 ? {} : { content };
}

function priceFilter({ min, max, currency }: NonNullable<Signals['price']>) {
  return {
    ...(min === undefined ? {} : { min_price: min }),
    ...(max === undefined ? {} : { max_price: max }),
    ...(currency === undefined ? {} : { price_currency: currency }),
  };
}

type Extension = NonNullable<BidRequest['ext']>;

/** The exchange tells no partner of it. */
function parleyOf(
  { told }: Turn,
  { repeatsAdvertiser = false, onlyRelevant = false }: Sender,
): Pick<Extension, 'parley'> {
  const relevant = onlyRelevant ? { onlyRelevant } : {};
  if (told === undefined || told === null) return onlyRelevant ? { parley: relevant } : {};
  const last = told.shown.length - 1;
  const shown = told.shown.map(({ domain, campaign, secondsAgo, again }, index) => ({
    domain,
    ...(campaign === null ? {} : { cid: campaign }),
    secondsAgo,
    ...(again === false || (!repeatsAdvertiser && index === last) ? { again: false } : {}),
  }));
  return {
    parley: {
      ...(told.id === null ? {} : { conversation: told.id }),
      ...(shown.length === 0 ? {} : { shown }),
      ...relevant,
    },
  };
}

type Context = NonNullable<NonNullable<BidRequest['ext']>['service']>;

function contextOf({ conversation, signals, client }: Turn): Context {
  const { intent, sentiment, funnel } = signals;
  const thinkTimeMs = milliseconds(client.thinkTimeMs);
  return {
    messageSequenceNumber: conversation.turn,
    messageLength: conversation.messageLength,
    isQuickReply:
      typeof client.isQuickReply === 'boolean'
        ? client.isQuickReply
        : isQuickReply(conversation.messages),
    ...(thinkTimeMs === undefined ? {} : { userThinkTimeMs: thinkTimeMs }),
    sessionDurationMs: milliseconds(client.sessionDurationMs) ?? 0,
    ...(intent === null ? {} : { intent }),
    ...(sentiment === null ? {} : { sentiment }),
    ...(funnel === null || !isStage(funnel.stage)
      ? {}
      : { funnel: { stage: funnel.stage, progress: funnel.progress } }),
  };
}

type Stage = NonNullable<Context['funnel']>['stage'];
const STAGES: ReadonlySet<string> = new Set<Stage>([
  'awareness',
  'consideration',
  'intent',
  'conversion',
]);

function isStage(stage: string): stage is Stage {
  return STAGES.has(stage);
}

function milliseconds(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER
    ? Math.round(value)
    : undefined;
}

function deviceOf({ ip, userAgent, language, country }: Visitor): Pick<BidRequest, 'device'> {
  const device = {
    ...(userAgent === null ? {} : { ua: userAgent, devicetype: deviceTypeOf(userAgent) }),
    ...(ip === null ? {} : { ip }),
    ...(language === null ? {} : { language }),
    ...(country === null ? {} : { geo: { country } }),
  };
  return Object.keys(device).length === 0 ? {} : { device };
}

const COMPUTER = 2;
const PHONE = 4;
const TABLET = 5;

function deviceTypeOf(userAgent: string): number {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return TABLET;
  return /Mobi|iPhone|Android/i.test(userAgent) ? PHONE : COMPUTER;
}

function userOf({ consent }: Visitor): Pick<BidRequest, 'user'> {
  return consent === null ? {} : { user: { consent } };
}

type Regs = NonNullable<BidRequest['regs']>;
const GPC: NonNullable<Regs['ext']> & { readonly gpc: '1' } = { gpc: '1' };

function regsOf(visitor: Visitor): Pick<BidRequest, 'regs'> {
  const { gdpr, usPrivacy, gpp, gppSid, gpc, coppa } = visitor;
  const regs = {
    ...(coppa ? { coppa: 1 as const } : {}),
    ...(gdpr === null ? {} : { gdpr: gdpr ? (1 as const) : (0 as const) }),
    ...(usPrivacy === null ? {} : { us_privacy: usPrivacy }),
    ...(gpp === null ? {} : { gpp }),
    ...(gppSid.length === 0 ? {} : { gpp_sid: gppSid }),
    ...(gpc ? { ext: GPC } : {}),
  };
  return Object.keys(regs).length === 0 ? {} : { regs };
}
