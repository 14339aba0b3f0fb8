import { type DueCallsParts, dueCalls } from '../../core/sale/due-calls.ts';
import type { Fact, Sale } from '../../core/sale/fact.ts';
import type { NoticeKeys } from '../../core/sale/keys.ts';
import {
  type FactForm,
  FORM_BY_WORD,
  isNoticeWord,
  NOTICE_ROOT,
  type NoticeForm,
  type TokenKind,
} from '../../core/sale/paths.ts';
import { feedbackOf, onceCode, readSaid } from '../../core/sale/read-feedback.ts';
import type { EncodedSale } from '../../core/sale/sale-codec.ts';
import { codeOf, type Opened, openToken } from '../../core/sale/token.ts';
import { inTime } from '../../lib/in-time.ts';
import { isPublicIp, networkOf } from '../../lib/ip.ts';
import { toMicros } from '../../lib/money.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import type { JournalEntry } from '../journal-line.ts';

type ReceiverParts = DueCallsParts & {
  readonly keys: NoticeKeys;
  readonly counts: MachineCounts;
  readonly nowMs: () => number;
  /** Resolves when the entry is on disk, or with why it is not. */
  readonly keep: (entry: JournalEntry) => Promise<'kept' | Refusal>;
  readonly count: (kind: TokenKind, result: NoticeResult) => void;
};

type NoticeResult = 'kept' | 'repeated' | 'forged' | 'expired' | 'unavailable';

export type NoticeAnswer = {
  readonly status: 200 | 204 | 302;
  readonly body: Uint8Array<ArrayBuffer> | string | null;
  readonly headers: Readonly<Record<string, string>>;
};

export type Receive = (request: {
  readonly method: string;
  readonly path: string;
  /** With or without the question mark. */
  readonly search: string;
  /** As limits name it. Without it, clicks of one network are not counted. */
  readonly caller?: string;
}) => Promise<NoticeAnswer | Refusal>;

/** The longest that a person who clicked waits for the journal. */
const CLICK_WAIT_MS = 200;

const NOT_A_NOTICE = refuse.notFound(
  `expected ${NOTICE_ROOT}, one of ${Object.keys(FORM_BY_WORD).join(', ')}, and a token`,
);
const REFUSALS: Readonly<Record<Exclude<Opened['kind'], 'sale'>, Refusal>> = {
  forged: refuse.forbidden(
    'expected the URL exactly as the bid response gave it, but its signature does not fit',
  ),
  'other-calls': refuse.forbidden(
    'expected the parameter "c" exactly as the bid response gave it, but it is missing, was changed or is of another notice',
  ),
  expired: refuse.gone('the notice came too long after the auction to count'),
};

/** Receives notices: verifies each, appends it to the journal, and acknowledges it once it is on disk. */
export function createReceiver(parts: ReceiverParts): Receive {
  const { keys, nowMs, keep, count } = parts;
  const keepOnce = createOnce(keep);
  const isOneTooMany = createNetworkClicks(parts.counts);

  const keepFact = (form: FactForm, { token, opened, query, caller, atMs }: Received) =>
    keepOnce(codeOf(token), () => {
      const told = factOf(form, opened, query, atMs);
      const isUncharged = isChargedClick(told) && isOneTooMany(caller, told.sale, atMs);
      const fact: Fact = isUncharged ? { ...told, uncharged: 'network' } : told;
      return { kind: 'fact', fact, calls: dueCalls(opened.calls, fact, parts) };
    });

  const keepFeedback = ({ token, opened, query, atMs }: Received) => {
    const said = readSaid(query);
    if (said instanceof Refusal) return said;
    // Reports of feedback are without tests, as all that publishers see.
    if (opened.sale.isTest) return { kept: Promise.resolve('kept' as const), isRepeated: false };
    return keepOnce(onceCode(token, said), () => ({
      kind: 'feedback',
      feedback: feedbackOf(said, opened.sale, query.get(TITLE) ?? '', atMs),
    }));
  };

  return async ({ method, path, search, caller = '' }) => {
    const [, , word = '', token = '', ...rest] = path.split('/');
    if (!path.startsWith(NOTICE_ROOT) || !isNoticeWord(word) || rest.length > 0)
      return NOT_A_NOTICE;
    if (method !== 'GET' && method !== 'POST' && method !== 'HEAD') {
      return refuse.methodNotAllowed(`expected GET, but got ${method}`);
    }
    const form: NoticeForm = FORM_BY_WORD[word];
    const query = new URLSearchParams(search);
    const destination = query.get(DESTINATION) ?? '';
    const atMs = nowMs();
    const signedText = signedTextOf(form, query);
    const calls = query.get('c') ?? undefined;
    const opened = openToken({ signedAs: form.signedAs, token, calls, signedText }, keys, atMs);
    if (opened.kind !== 'sale') {
      count(form.kind, opened.kind === 'expired' ? 'expired' : 'forged');
      // Where the end of a click's URL was cut off, the person still gets to the destination, which is verified.
      const isOnItsWay = opened.kind === 'other-calls' && form.reply === 'redirect';
      return isOnItsWay ? answerTo(form, destination) : REFUSALS[opened.kind];
    }

    const answer = answerTo(form, destination);
    // Link previews and link checkers send HEAD, which must not count.
    if (method === 'HEAD') return answer;
    const received = { token, opened, query, caller, atMs };
    const keeping = form.kind === 'feedback' ? keepFeedback(received) : keepFact(form, received);
    if (keeping instanceof Refusal) return keeping;
    const { kept, isRepeated } = keeping;
    kept.then(
      (outcome) =>
        count(form.kind, outcome !== 'kept' ? 'unavailable' : isRepeated ? 'repeated' : 'kept'),
      () => count(form.kind, 'unavailable'),
    );
    if (form.reply === 'redirect') {
      await inTime(kept, CLICK_WAIT_MS, 'late');
      return answer;
    }
    const outcome = await kept;
    return outcome === 'kept' ? answer : outcome;
  };
}

type Received = {
  readonly token: string;
  readonly opened: Extract<Opened, { readonly kind: 'sale' }>;
  readonly query: URLSearchParams;
  readonly caller: string;
  readonly atMs: number;
};

/** The parameters of texts that are signed with the token. */
const DESTINATION = 'to';
const TITLE = 't';

function signedTextOf({ kind, reply }: NoticeForm, query: URLSearchParams) {
  if (kind !== 'feedback' && reply !== 'redirect') return undefined;
  const text = query.get(kind === 'feedback' ? TITLE : DESTINATION) ?? '';
  return { text, code: query.get('s') ?? '' };
}

function factOf(
  { kind, reads }: FactForm,
  { sale, responseMicros }: EncodedSale,
  query: URLSearchParams,
  atMs: number,
): Fact {
  const lossCode = reads === 'loss-reason' ? readLossCode(query.get('r')) : undefined;
  const price = reads === 'price' ? query.get('p') : null;
  return {
    kind,
    atMs,
    sale,
    priceMicros: readPriceMicros(price, sale.priceMicros, responseMicros),
    ...(lossCode === undefined ? {} : { lossCode }),
  };
}

const isChargedClick = ({ kind, sale }: Fact) =>
  kind === 'click' && sale.charge.per === 'click' && !sale.isTest;

const NO_STORE = { 'Cache-Control': 'no-store' };
const PIXEL_HEADERS = { ...NO_STORE, 'Content-Type': 'image/gif' };
const SCRIPT_HEADERS = { ...NO_STORE, 'Content-Type': 'text/javascript' };

/** A transparent pixel. */
const PIXEL = new Uint8Array(
  Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
);

export function answerTo({ reply }: Pick<NoticeForm, 'reply'>, destination: string): NoticeAnswer {
  switch (reply) {
    case 'nothing':
      return { status: 204, body: null, headers: NO_STORE };
    case 'image':
      return { status: 200, body: PIXEL, headers: PIXEL_HEADERS };
    case 'script':
      return { status: 200, body: '/**/', headers: SCRIPT_HEADERS };
    case 'redirect':
      return { status: 302, body: null, headers: { ...NO_STORE, Location: destination } };
  }
}

/**
 * Skips notices that were journalled recently: clients repeat notices, and an attacker could fill the
 * journals with repetitions. The ledger removes the remaining duplicates, so this memory may be incomplete.
 */
function createOnce(keep: ReceiverParts['keep']) {
  const seen = createSeenTokens();
  const underWay = new Map<string, ReturnType<typeof keep>>();
  return (code: string, entryOf: () => JournalEntry) => {
    if (seen.has(code)) return { kept: Promise.resolve('kept' as const), isRepeated: true };
    const earlier = underWay.get(code);
    if (earlier !== undefined) return { kept: earlier, isRepeated: true };
    const kept = keep(entryOf());
    // The journal limits how many entries wait, and so the size of this map.
    underWay.set(code, kept);
    const forget = () => underWay.delete(code);
    kept.then((outcome) => {
      forget();
      if (outcome === 'kept') seen.add(code);
    }, forget);
    return { kept, isRepeated: false };
  };
}

const PLAIN_DECIMAL = /^\d{1,12}(?:\.\d{1,12})?$/;

/**
 * The price in the notice where it is valid and at most the sold price, otherwise the sold price. The notice
 * has it in the currency of the response; the result is in USD, at the rate of the sale (ruling 55).
 */
export function readPriceMicros(
  text: string | null,
  soldMicros: number,
  responseMicros = soldMicros,
): number {
  if (text === null || !PLAIN_DECIMAL.test(text)) return soldMicros;
  const micros = toMicros(Number(text));
  if (micros < 1 || micros >= responseMicros) return soldMicros;
  if (responseMicros === soldMicros) return micros;
  return Math.max(1, Math.round((micros / responseMicros) * soldMicros));
}

/** OpenRTB's loss codes and those of vendors. 0 means that the bid won, so it is no loss code. */
export function readLossCode(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : undefined;
}

/** 1 MiB in all. Each bucket holds the last four codes that hash to it. */
const CODES = 131_072;
const PER_BUCKET = 4;
const WORDS_PER_CODE = 2;

/**
 * Remembers recently journalled notices by their signatures.
 *
 * Keeps 64 bits of each code in memory of a fixed size; a new code replaces the oldest of its bucket. Codes
 * are keyed digests, so nobody can construct two that collide.
 */
export function createSeenTokens() {
  const words = new Uint32Array(CODES * WORDS_PER_CODE);
  const bucketOf = (low: number) => (low % (CODES / PER_BUCKET)) * PER_BUCKET * WORDS_PER_CODE;
  return {
    has(code: string): boolean {
      const [low, high] = halvesOf(code);
      const bucket = bucketOf(low);
      for (let at = bucket; at < bucket + PER_BUCKET * WORDS_PER_CODE; at += WORDS_PER_CODE) {
        if (words[at] === low && words[at + 1] === high) return true;
      }
      return false;
    },
    add(code: string): void {
      const [low, high] = halvesOf(code);
      const bucket = bucketOf(low);
      words.copyWithin(bucket + WORDS_PER_CODE, bucket, bucket + (PER_BUCKET - 1) * WORDS_PER_CODE);
      words[bucket] = low;
      words[bucket + 1] = high;
    },
  };
}

function halvesOf(code: string): readonly [number, number] {
  const bytes = Buffer.from(code, 'base64url');
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}

/** What all processes of this machine count together. Beyond its bound, counts that would end first are forgotten. */
export type MachineCounts = {
  /** The number of what is counted. */
  readonly thingOf: (text: string) => number;
  /** `take` counts one, unless there were `atMost` within the time; false then. */
  readonly of: (
    subject: string,
    nowSec: number,
  ) => { readonly take: (windowSec: number, thing: number, atMost: number) => boolean };
};

/** Clicks on one campaign from one network, /24 or /56, that are charged in an hour. */
export const NETWORK_CLICKS_MAX = 10;
const NETWORK_WINDOW_SEC = 3600;

const IPV6_CALLER_END = '/64';

/**
 * Counts the clicks of campaigns that pay for them, by the network of the caller. A private address is that of a proxy
 * that the config does not name, with everybody behind it, so it is not counted; nor is a network that the config
 * names, because many people share it.
 */
export function createNetworkClicks(counts: MachineCounts) {
  /** Whether a click is one too many of its network. */
  return (caller: string, { partner, campaign }: Sale, atMs: number): boolean => {
    const ip = caller.endsWith(IPV6_CALLER_END) ? caller.slice(0, -IPV6_CALLER_END.length) : caller;
    const network = isPublicIp(ip) ? networkOf(ip) : undefined;
    if (network === undefined) return false;
    const clicked = counts.thingOf(`clicks ${partner}/${campaign}`);
    const ofNetwork = counts.of(`network ${network}`, Math.floor(atMs / 1000));
    return !ofNetwork.take(NETWORK_WINDOW_SEC, clicked, NETWORK_CLICKS_MAX);
  };
}
