import { type BidRequest, publisherIdOf } from '../../core/openrtb/bid-request.ts';
import type { ValidRequest } from '../../core/openrtb/validate.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { isCategory, isHost, isLanguage, isName, isPhrase, listOf } from './sampled-forms.ts';

/**
 * What is kept of a request beside its impressions: the words that campaigns can be targeted at, the blocks of the
 * publisher, and where it came from, no finer than a country. What is not named here is not kept: no id, address,
 * device, user, audience or page, and no text that is longer than a few words or looks like a number or an address.
 */
export function sampledContext(request: ValidRequest) {
  const { at, cur, bcat, acat, cattax, badv, bapp, wseat, bseat, wlang } = request.wire;
  return {
    at,
    cur,
    bcat: listOf(bcat, isCategory),
    acat: listOf(acat, isCategory),
    cattax,
    badv: listOf(badv, isHost),
    bapp: listOf(bapp, isName),
    wseat: listOf(wseat, isName),
    bseat: listOf(bseat, isName),
    wlang: listOf(wlang, isLanguage),
    ...channelOf(request),
    device: deviceOf(request),
    regs: regsOf(request.wire),
    ext: conversationOf(request.wire),
  };
}

const PHRASES_MAX = 30;

function phrases(texts: readonly string[]): readonly string[] {
  return texts.slice(0, PHRASES_MAX).filter(isPhrase);
}

function channelOf(request: ValidRequest) {
  const { wire, keywords } = request;
  const { site, app } = wire;
  const { content } = (site ?? app ?? {}) as { readonly content?: unknown };
  const channel = {
    publisher: { id: publisherIdOf(wire) },
    cat: (site ?? app)?.cat?.filter(isCategory),
    kwarray: phrases(keywords),
    content: contentOf(content),
  };
  return app === undefined ? { site: { ...channel, domain: site?.domain } } : { app: channel };
}

/** Its language and its categories. A title may tell of the person. */
function contentOf(content: unknown) {
  if (!isObject(content)) return undefined;
  const { language, cat } = content;
  const categories = Array.isArray(cat) ? cat.slice(0, CATEGORIES_MAX) : [];
  const isKept = (one: unknown) => typeof one === 'string' && isCategory(one);
  return { language: languageIn(language), cat: categories.filter(isKept) };
}

/** Of what a page shows; a campaign's fit is read from as many. */
const CATEGORIES_MAX = 10;

/** `en` of `en-GB`. */
function languageIn(tag: unknown): string | undefined {
  return typeof tag === 'string' ? /^[A-Za-z]{2,3}(?=$|[-_])/.exec(tag)?.[0] : undefined;
}

function deviceOf({ wire: { device }, country }: ValidRequest) {
  const { devicetype } = device ?? {};
  return { devicetype, language: languageIn(device?.language), geo: { country } };
}

/** Whether bids have to tell who pays for them. */
function regsOf({ regs }: BidRequest) {
  const asked: unknown = regs?.ext;
  if (!isObject(asked) || !isObject(asked.dsa)) return undefined;
  const { dsarequired } = asked.dsa;
  return typeof dsarequired === 'number' ? { ext: { dsa: { dsarequired } } } : undefined;
}

/** What nobody targets is as if nobody had said it, and confidence is rounded. */
function conversationOf({ ext }: BidRequest) {
  const context = ext?.service;
  if (context === undefined) return undefined;
  const { messageSequenceNumber, isQuickReply, intent, sentiment, funnel } = context;
  const isKnown = intent !== undefined && isPhrase(intent.value);
  return {
    service: {
      messageSequenceNumber,
      isQuickReply,
      messageLength: 0,
      sessionDurationMs: 0,
      intent: isKnown
        ? {
            value: intent.value,
            confidence: Math.round(intent.confidence * 100) / 100,
            topics: phrases(intent.topics),
            signals: [],
          }
        : undefined,
      sentiment: sentiment && { value: sentiment.value, score: 0 },
      funnel: funnel && { stage: funnel.stage, progress: 0 },
    },
  };
}
