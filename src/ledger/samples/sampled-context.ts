import { type BidRequest, publisherIdOf } from '../../core/openrtb/bid-request.ts';
import { DOMAIN_LENGTH_MAX } from '../../core/openrtb/host-name.ts';
import type { ValidRequest } from '../../core/openrtb/validate.ts';
import { isObject } from '../../lib/schema-fault.ts';

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

/** What texts of a request and of bids may look like in a sample. One that looks otherwise may be about somebody. */

const PHRASE_UNITS_MAX = 60;
const PHRASE_WORDS_MAX = 6;

/** An e-mail address, a link or a host; a telephone number, a card, a date or a postal code. */
const TELLS_WHO =
  /[@＠]|:\/\/|\p{L}\.\p{L}{2}|\p{Nd}{4}|\p{Nd}\P{Nd}*\p{Nd}\P{Nd}*\p{Nd}\P{Nd}*\p{Nd}\P{Nd}*\p{Nd}\P{Nd}*\p{Nd}/u;

/** A short text that says what a conversation is about. */
export function isPhrase(text: string): boolean {
  return (
    text.length <= PHRASE_UNITS_MAX &&
    !TELLS_WHO.test(text) &&
    text.trim().split(/\s+/, PHRASE_WORDS_MAX + 1).length <= PHRASE_WORDS_MAX
  );
}

/** The name of a buyer, a format or an app, which companies choose. */
const NAME = /^(?!.*:\/\/)[^@＠\p{C}]{1,100}$/u;
const CATEGORY = /^[A-Za-z0-9-]{1,20}$/;
/** Also of lists that name all hosts under a domain. */
const HOST = new RegExp(`^(?=.{1,${DOMAIN_LENGTH_MAX}}$)[A-Za-z0-9*_-]*(?:\\.[A-Za-z0-9_-]+)*$`);
const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,2}$/;
const MEDIA_TYPE = /^[a-z]{1,20}\/[a-z0-9.+-]{1,60}$/i;
/** Without a user, a query or a fragment. */
const AGENT = /^https?:\/\/[A-Za-z0-9.:-]{1,253}(?:\/[A-Za-z0-9._~/-]{0,200})?$/;

export const isName = (text: string): boolean => NAME.test(text);
export const isCategory = (text: string): boolean => CATEGORY.test(text);
export const isHost = (text: string): boolean => HOST.test(text);
export const isLanguage = (text: string): boolean => LANGUAGE.test(text);
export const isMediaType = (text: string): boolean => MEDIA_TYPE.test(text);
export const isAgent = (text: string): boolean => AGENT.test(text);

/** What nobody is called: an empty list would allow what a list of others does not. */
export const NOBODY = 'none.invalid';

/** The entries of a list that have the form; `NOBODY` alone where none has. */
export function listOf(
  texts: readonly string[] | undefined,
  fits: (text: string) => boolean,
): readonly string[] | undefined {
  if (texts === undefined || texts.length === 0) return texts;
  const kept = texts.filter(fits);
  return kept.length === 0 ? [NOBODY] : kept;
}
