import type { Rates } from '../auction/currency.ts';
import type { JournalEntry } from '../ledger/entry.ts';
import { bearerOf, hashSecret, isOneOf } from '../lib/same-secret.ts';
import { Refusal, refuse } from '../openrtb/refusal.ts';
import type { ClickRef, Conversion } from '../sale/conversion.ts';
import type { ConversionSource } from '../sale/fact.ts';
import { openClickId } from './click-id.ts';
import { fieldsOfBody, fieldsOfQuery, readConversion } from './conversion-fields.ts';
import type { NoticeKeys } from './keys.ts';
import { CONVERSION_PATHS } from './paths.ts';
import { answerTo, type NoticeAnswer } from './receive.ts';

type ConversionReceiverParts = {
  readonly keys: NoticeKeys;
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

type ConversionCall = {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Pick<Headers, 'get'>;
  /** The name that the IP limit counts by. */
  readonly caller: string;
  readonly readBody: (kind: 'conversion') => Promise<{ readonly text: string } | Refusal>;
};

export type ReceiveConversion = (call: ConversionCall) => Promise<NoticeAnswer | Refusal>;

const FORGED = refuse.forbidden(
  'click_id: expected a click id exactly as the landing page got it, but its signature does not fit',
);
const EXPIRED = refuse.gone('click_id: the click is too long ago for a conversion to count');
const SEVERAL = refuse.forbidden('click_id: expected clicks on ads of one advertiser');
const NO_KEY = refuse.unauthorized('expected the header Authorization: Bearer <advertiser key>');
const WRONG_KEY = refuse.unauthorized(
  'the key in Authorization is not the one of the advertiser whose ad was clicked',
);

/** Receives conversions: verifies each, appends it to the journal, and acknowledges it once it is on disk. */
export function createConversionReceiver(parts: ConversionReceiverParts): ReceiveConversion {
  const { keys, nowMs, rates, admit, keep, count } = parts;
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
    const proven = source === 'pixel' ? opened : proveKey(opened, call.headers, keys);
    if (proven instanceof Refusal) {
      count(kind, proven === EXPIRED ? 'expired' : 'forged');
      return proven;
    }
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

/**
 * The clicks of one advertiser. A visitor can change what a shop keeps of the address, so ids that are not ours, or too
 * old, are left out as long as one is good.
 */
function openAll(ids: readonly string[], keys: NoticeKeys, nowMs: number) {
  const clicks: ClickRef[] = [];
  let advertiser: { readonly partner: string; readonly seat: string } | undefined;
  let fault = FORGED;
  for (const id of ids) {
    const opened = openClickId(id, keys, nowMs);
    if (typeof opened === 'string') {
      if (opened === 'expired') fault = EXPIRED;
      continue;
    }
    const { click, partner, seat } = opened;
    advertiser ??= { partner, seat };
    if (advertiser.partner !== partner || advertiser.seat !== seat) return SEVERAL;
    clicks.push(click);
  }
  return advertiser === undefined ? fault : { ...advertiser, clicks };
}

/** The clicks, if the caller has the key of their advertiser. */
function proveKey(
  opened: ReturnType<typeof openAll>,
  headers: ConversionCall['headers'],
  keys: NoticeKeys,
) {
  if (opened instanceof Refusal) return opened;
  const given = bearerOf(headers.get('authorization'));
  if (given === undefined) return NO_KEY;
  const right = keys.ofAdvertiser(opened.partner, opened.seat).map(hashSecret);
  return isOneOf(given, right) ? opened : WRONG_KEY;
}
