import type { Rates } from '../../core/auction/currency.ts';
import { type OpenedClick, openClickId } from '../../core/sale/click-id.ts';
import type { Conversion } from '../../core/sale/conversion.ts';
import type { ConversionSource } from '../../core/sale/fact.ts';
import type { NoticeKeys } from '../../core/sale/keys.ts';
import { CONVERSION_PATHS } from '../../core/sale/paths.ts';
import { DAY_MS } from '../../lib/day.ts';
import { bearerOf, hashSecret, isOneOf } from '../../lib/hmac.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import type { JournalEntry } from '../entry.ts';
import { fieldsOfBody, fieldsOfQuery, readConversion } from './conversion-fields.ts';
import { answerTo, type MachineCounts, type NoticeAnswer } from './receive.ts';

type ConversionReceiverParts = {
  readonly keys: NoticeKeys;
  readonly counts: MachineCounts;
  readonly nowMs: () => number;
  /** USD per unit of a currency. */
  readonly rates: Rates;
  /** Counts the call against the limits; a refusal: there were too many. */
  readonly admit: (caller: string) => Refusal | undefined;
  /** Resolves when the entry is on disk, or with why it is not. */
  readonly keep: (entry: JournalEntry) => Promise<'kept' | Refusal>;
  readonly count: (kind: 'conversion' | 'conversion-pixel', result: ConversionResult) => void;
};

type ConversionResult = 'kept' | 'forged' | 'expired' | 'unavailable';

type TextRead = { readonly text: string } | Refusal;

type ConversionCall = {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Pick<Headers, 'get'>;
  /** The name that the IP limit counts by. */
  readonly caller: string;
  readonly readBody: (kind: 'conversion') => TextRead | Promise<TextRead>;
};

export type ReceiveConversion = (call: ConversionCall) => Promise<NoticeAnswer | Refusal>;

const FORGED = refuse.foreignClick(
  'click_id',
  'expected a click id exactly as the landing page got it, but its signature does not fit',
);
const EXPIRED = refuse.expiredClick(
  'click_id',
  'the click is too long ago for a conversion to count',
);
const SEVERAL = refuse.foreignClick(
  'click_id',
  'expected clicks on ads of one advertiser, since a pixel has no key that says which of them count',
);
const NO_KEY = refuse.unauthorized('expected the header Authorization: Bearer <advertiser key>');
const WRONG_KEY = refuse.unauthorized(
  'the key in Authorization is not the one of the advertiser whose ad was clicked',
);

/** Anybody can call the pixel with a click of their own and orders that they make up. */
export const PIXEL_CALLS_MAX = 20;
const DAY_SEC = DAY_MS / 1000;
const TOO_MANY_OF_CLICK = refuse.rateLimited(
  `expected at most ${PIXEL_CALLS_MAX} calls of the pixel a day for one click`,
);

/** Receives conversions: verifies each, appends it to the journal, and acknowledges it once it is on disk. */
export function createConversionReceiver(parts: ConversionReceiverParts): ReceiveConversion {
  const { keys, counts, nowMs, rates, admit, keep, count } = parts;
  const pixelCalls = counts.thingOf('calls of the pixel');
  const isOneTooMany = (clicks: Conversion['clicks'], atMs: number) =>
    clicks
      .map(({ auctionId, impId }) => {
        const ofClick = counts.of(`click ${auctionId} ${impId}`, Math.floor(atMs / 1000));
        return ofClick.take(DAY_SEC, pixelCalls, PIXEL_CALLS_MAX);
      })
      .includes(false);

  return async (call) => {
    const source: ConversionSource = call.path === CONVERSION_PATHS.pixel ? 'pixel' : 'server';
    const wrongMethod = methodFault(source, call.method);
    if (wrongMethod !== undefined) return wrongMethod;
    const kind = source === 'pixel' ? 'conversion-pixel' : 'conversion';
    const answer = answerTo({ reply: source === 'pixel' ? 'image' : 'nothing' }, '');
    if (call.method === 'HEAD') return answer;
    const tooMany = admit(call.caller);
    if (tooMany !== undefined) return tooMany;

    const fields = await fieldsOf(call, source);
    const read = fields instanceof Refusal ? fields : readConversion(fields, rates);
    if (read instanceof Refusal) return read;
    const { clickIds, ...told } = read;
    const atMs = nowMs();
    const opened = openAll(clickIds, keys, atMs);
    const proven = source === 'pixel' ? ofOne(opened) : ofKeyOwner(opened, call.headers, keys);
    if (proven instanceof Refusal) {
      count(kind, proven === EXPIRED ? 'expired' : 'forged');
      return proven;
    }
    if (source === 'pixel' && isOneTooMany(proven.clicks, atMs)) return TOO_MANY_OF_CLICK;
    const conversion: Conversion = { atMs, source, ...proven, ...told };
    const outcome = await keep({ kind: 'conversion', conversion });
    count(kind, outcome === 'kept' ? 'kept' : 'unavailable');
    return outcome === 'kept' ? answer : outcome;
  };
}

function methodFault(source: ConversionSource, method: string): Refusal | undefined {
  const expected = source === 'pixel' ? ['GET', 'HEAD'] : ['POST'];
  if (expected.includes(method)) return undefined;
  return refuse.methodNotAllowed(`expected ${expected[0]}, but got ${method}`);
}

async function fieldsOf(call: ConversionCall, source: ConversionSource) {
  if (source === 'pixel') return fieldsOfQuery(call.search);
  const body = await call.readBody('conversion');
  if (body instanceof Refusal) return body;
  return fieldsOfBody(call.headers.get('content-type'), body.text);
}

/** A visitor can change what a shop keeps of the address, so ids that are not ours, or too old, are left out. */
function openAll(
  ids: readonly string[],
  keys: NoticeKeys,
  nowMs: number,
): readonly OpenedClick[] | Refusal {
  const results = ids.map((id) => openClickId(id, keys, nowMs));
  const opened = results.filter((result) => typeof result !== 'string');
  if (opened.length > 0) return opened;
  return results.includes('expired') ? EXPIRED : FORGED;
}

/** The clicks, if they are on ads of one advertiser. */
function ofOne(opened: readonly OpenedClick[] | Refusal) {
  if (opened instanceof Refusal) return opened;
  const [first] = opened;
  if (first === undefined) return FORGED;
  const { partner, seat } = first;
  if (opened.some((one) => one.partner !== partner || one.seat !== seat)) return SEVERAL;
  return { partner, seat, clicks: opened.map(({ click }) => click) };
}

/**
 * The clicks on ads of the advertiser that has the key. A visitor may have come by the ads of others too, of a reseller
 * for example, whose clicks count nothing here.
 */
function ofKeyOwner(
  opened: readonly OpenedClick[] | Refusal,
  headers: ConversionCall['headers'],
  keys: NoticeKeys,
) {
  if (opened instanceof Refusal) return opened;
  const given = bearerOf(headers.get('authorization'));
  if (given === undefined) return NO_KEY;
  const own = opened.filter(({ partner, seat }) =>
    isOneOf(given, keys.ofAdvertiser(partner, seat).map(hashSecret)),
  );
  return own.length === 0 ? WRONG_KEY : ofOne(own);
}
