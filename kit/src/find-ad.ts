import type { Ad, Why } from './ad.ts';
import type { BidRequest } from './api.ts';
import type { Asked, NoAdReason } from './asked.ts';
import { bidRequestOf } from './bid-request.ts';
import { type Circuit, callExchange, inWords, type Limit, type Reply } from './call-exchange.ts';
import { extractSignals } from './check-signals.ts';
import { isPaced, isTooEarly, readConversation } from './conversation.ts';
import { readBid } from './native-ad.ts';
import type { Settings } from './options.ts';
import type { ChatMessage } from './read-messages.ts';
import { isRecord, listOf } from './safe-text.ts';
import { rules } from './signals/rules.ts';
import type { Signals } from './signals/signals.ts';
import {
  type ChatConversation,
  type ReadConversation,
  readTold,
  type ToldConversation,
} from './told.ts';
import {
  addressOf,
  type Client,
  type IncomingRequest,
  readVisitor,
  type Visitor,
} from './visitor.ts';

export type Question = {
  /** The conversation so far, as the SDK of your model has it. A text is one message of the user. */
  readonly messages: string | readonly ChatMessage[];
  readonly client?: Client;
  /** The HTTP request that brought the user's message. */
  readonly request?: IncomingRequest;
  readonly signal?: AbortSignal;
  /** The name of the conversation and what was shown in it, as `createConversation` keeps them. */
  readonly conversation?: ChatConversation | ToldConversation;
};

export type Means = {
  readonly settings: Settings;
  readonly circuit: Circuit;
  readonly limit: Limit;
};

/** The way from a conversation to an ad, with each exit. */
export async function findAd(question: Question, means: Means): Promise<Asked> {
  const { settings, limit } = means;
  const { isTest } = settings;
  const conversation = readConversation(question.messages);
  if (typeof conversation === 'string') return without('no-message', null, conversation);
  const ruled = rules(conversation.messages);
  // Before all else: whoever is in distress is left alone, in whatever language they say it.
  if (isSensitive(ruled, settings)) return without('sensitive', ruled);
  if (!isTest && isPaced(conversation, settings)) return without('paced', ruled);
  const told = readTold(question.conversation);
  if (!isTest && isJustDismissed(told)) return without('dismissed', ruled);
  const extracted = await extractSignals(conversation.messages, settings, limit.signal);
  // Ruling 66: what nobody could read may be a cry for help.
  if (extracted === null && ruled.language === '') return without('unknown-language', ruled);
  const signals = extracted ?? ruled;
  if (isSensitive(signals, settings)) return without('sensitive', signals);
  const unwanted = [ruled.unwanted, signals.unwanted].find((found) => isHeldTo(found, settings));
  if (unwanted) return without('unwanted', signals, unwanted.reason);
  if (!isTest && isTooEarly(conversation, signals, settings))
    return without('first-answer', signals);
  if (limit.signal.aborted) return without(await limit.reached, signals);

  const { client = {} } = question;
  const visitor = readVisitor(client, question.request, settings);
  const turn = { requestId: crypto.randomUUID(), conversation, signals, visitor, client, told };
  const request = bidRequestOf({ ...turn, leftMs: limit.leftMs() }, settings);
  const answer = await askExchange(request, means);
  if (answer.kind === 'none') {
    const isSent = answer.reason !== 'circuit-open';
    return { ...answer, ad: null, signals, request: isSent ? request : null };
  }
  const read = readAnswer(answer.body, {
    isTest,
    isSecure: visitor.isSecure,
    why: whyOf(signals, visitor),
  });
  const ad = isRepeated(read, told, settings) ? 'repeated' : read;
  return typeof ad === 'string'
    ? { ad: null, reason: ad, detail: null, signals, request }
    : { ad, reason: null, detail: null, signals, request };
}

function without(reason: NoAdReason, signals: Signals | null, detail: string | null = null): Asked {
  return { ad: null, reason, detail, signals, request: null };
}

/** Whoever has just closed an ad wants no other. */
const DISMISSED_QUIET_SECONDS = 120;

function isJustDismissed(told: ReadConversation | null): boolean {
  const secondsAgo = told?.dismissedSecondsAgo ?? null;
  return secondsAgo !== null && secondsAgo < DISMISSED_QUIET_SECONDS;
}

/** Whoever tries the chat sees an ad beside a greeting too, and a child sees none whatever is tried. */
function isHeldTo(found: Signals['unwanted'], { isTest }: Settings): boolean {
  return found !== null && (!isTest || found.reason === 'child');
}

function isSensitive({ sensitive }: Signals, settings: Settings): boolean {
  if (sensitive === null) return false;
  return [sensitive, ...sensitive.others].some((found) => settings.sensitive[found.class] === true);
}

/** The exchange keeps to it as well, unless it is older than this kit. Nothing is billed before an ad is drawn. */
function isRepeated(
  ad: Ad | NoAdReason,
  told: ReadConversation | null,
  { repeatsAdvertiser, isTest }: Settings,
): boolean {
  if (isTest || typeof ad === 'string' || ad.domain === null || told === null) return false;
  const domain = bare(ad.domain);
  const last = repeatsAdvertiser ? undefined : told.shown.at(-1);
  const refused = told.shown.filter((one) => one === last || one.again === false);
  return refused.some((one) => isUnder(domain, bare(one.domain)));
}

const bare = (domain: string) => domain.replace(/^www\./, '');

function isUnder(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}

type Answer =
  | { readonly kind: 'bids'; readonly body: unknown }
  | { readonly kind: 'none'; readonly reason: NoAdReason; readonly detail: string | null };

/** One call, and what it says about the state of the exchange. */
async function askExchange(
  request: BidRequest,
  { settings, circuit, limit }: Means,
): Promise<Answer> {
  if (!circuit.admit()) return { kind: 'none', reason: 'circuit-open', detail: null };
  const called = callExchange(request, settings, limit.signal).catch(
    (error: unknown): Reply => ({ kind: 'unreachable', detail: inWords(error) }),
  );
  const reply = await Promise.race([called, limit.reached]);
  if (reply === 'aborted') {
    circuit.abandoned();
    return { kind: 'none', reason: 'aborted', detail: null };
  }
  if (reply === 'timeout' || reply.kind === 'failed' || reply.kind === 'unreachable') {
    circuit.failed();
  } else {
    circuit.succeeded();
  }
  if (reply === 'timeout') return { kind: 'none', reason: 'timeout', detail: null };
  if (reply.kind === 'bids') return reply;
  return reply.kind === 'no-bid'
    ? { kind: 'none', reason: reply.reason, detail: null }
    : { kind: 'none', reason: reply.kind, detail: reply.detail };
}

const SEATS_MAX = 10;

/** The first bid that can be shown. */
function readAnswer(body: unknown, options: Parameters<typeof readBid>[1]): Ad | NoAdReason {
  if (!isRecord(body) || !Array.isArray(body.seatbid)) return 'unreadable';
  const read = listOf(body.seatbid, SEATS_MAX)
    .filter(isRecord)
    .flatMap(({ bid }) => listOf(bid, SEATS_MAX))
    .map((bid) => readBid(bid, options));
  return read.find((ad) => typeof ad !== 'string') ?? read[0] ?? 'no-demand';
}

function whyOf({ keywords, price, intent, sentiment, funnel }: Signals, visitor: Visitor): Why {
  return {
    keywords,
    price,
    intent: intent?.value ?? null,
    sentiment: sentiment?.value ?? null,
    stage: funnel?.stage ?? null,
    address: addressOf(visitor),
  };
}
