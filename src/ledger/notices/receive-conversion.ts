import Type from 'typebox';
import { cut, type Rates, toUsdMicros, USD } from '../../core/auction/currency.ts';
import { parseBody } from '../../core/openrtb/validate.ts';
import { type OpenedClick, openClickId } from '../../core/sale/click-id.ts';
import type { Conversion, ConversionSource } from '../../core/sale/fact.ts';
import type { NoticeKeys } from '../../core/sale/keys.ts';
import { CONVERSION_PATHS } from '../../core/sale/paths.ts';
import { DAY_MS } from '../../lib/day.ts';
import { bearerOf, hashSecret, isOneOf } from '../../lib/hmac.ts';
import { fromMicros, toMicros } from '../../lib/money.ts';
import { preview } from '../../lib/preview.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { JournalEntry } from '../journal-line.ts';
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

/** The clicks of one conversion; of more, the shop drops the oldest. */
const CLICKS_MAX = 10;
const EVENT_DEFAULT = 'purchase';
const EVENT = /^[\p{L}\p{N}_.:-]{1,40}$/u;
const ORDER_ID_LENGTH_MAX = 100;
const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u;
/** It would be kept for as long as the order is. */
const EMAIL = /[^\s@]@[^\s@]+\.[^\s@]/;
const DECIMAL = /^\d{1,12}(?:\.\d{1,12})?$/;
/** In USD. Sums of values are exact up to nine million USD in one minute of one cell. */
const VALUE_MAX = 1_000_000;
/** In millionths of any currency. A journal has no larger numbers: it would take the conversion for one of another version. */
const AMOUNT_MICROS_MAX = Number.MAX_SAFE_INTEGER;

/** What a call about a conversion has, as JSON, as a form or as the query of the pixel. */
export const ConversionSchema = Type.Object({
  click_id: Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: CLICKS_MAX })], {
    description: `The click id of the landing page, or up to ${CLICKS_MAX} of one visitor. In a form or a query: with commas between.`,
  }),
  event: Type.Optional(
    Type.String({
      maxLength: 40,
      description: `What happened; "${EVENT_DEFAULT}" if absent.`,
    }),
  ),
  value: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: DECIMAL.source })], {
      description: `Of the order, like 129.90. At most ${VALUE_MAX} USD.`,
    }),
  ),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{3}$', description: 'Of the value, which needs it.' }),
  ),
  order_id: Type.Optional(
    Type.Union([Type.String({ maxLength: ORDER_ID_LENGTH_MAX }), Type.Integer()], {
      description: 'An order counts once. Without it, each event counts once for its clicks.',
    }),
  ),
});

type Fields = Readonly<Record<string, unknown>>;

type ConversionFields = Pick<
  Conversion,
  'event' | 'orderId' | 'amountMicros' | 'currency' | 'valueMicros'
> & { readonly clickIds: readonly string[] };

/** A body of JSON or of a form. */
function fieldsOfBody(contentType: string | null, text: string): Fields | Refusal {
  if (isForm(contentType)) return fieldsOfQuery(text);
  const parsed = parseBody(text);
  if (parsed instanceof Refusal) return parsed;
  if (isObject(parsed.value)) return parsed.value;
  return refuse.invalidJson(`expected an object, but got ${preview(parsed.value)}`);
}

export function isForm(contentType: string | null): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
}

/** A field that is empty there is absent. */
function fieldsOfQuery(text: string): Fields {
  const query = new URLSearchParams(text);
  const clickIds = query.getAll('click_id').filter((id) => id !== '');
  const others = [...query].filter(([name, value]) => name !== 'click_id' && value !== '');
  return {
    ...Object.fromEntries(others),
    ...(clickIds.length === 0 ? {} : { click_id: clickIds }),
  };
}

/** A refusal names the first field that is wrong. */
function readConversion(fields: Fields, rates: Rates): ConversionFields | Refusal {
  const clickIds = readClickIds(fields.click_id ?? undefined);
  if (clickIds instanceof Refusal) return clickIds;
  const event = fields.event ?? EVENT_DEFAULT;
  if (typeof event !== 'string' || !EVENT.test(event)) {
    const expected = 'expected 1 to 40 letters, digits, "_", "../../core/sale", ":" or "-"';
    return refuse.wrongValue('event', `${expected}, but got ${preview(event)}`);
  }
  const orderId = readOrderId(fields.order_id ?? '');
  if (orderId instanceof Refusal) return orderId;
  const money = readMoney(fields.value ?? undefined, fields.currency ?? undefined, rates);
  if (money instanceof Refusal) return money;
  return { clickIds, event, orderId, ...money };
}

function readClickIds(value: unknown): readonly string[] | Refusal {
  if (value === undefined || value === '') {
    return refuse.missing('click_id', 'expected the click id of the landing page');
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ids: string[] = [];
  for (const one of list) {
    if (typeof one !== 'string') {
      const reason = `expected a click id or a list of them, but got ${preview(one)}`;
      return refuse.wrongType('click_id', reason);
    }
    ids.push(...one.split(',').map((id) => id.trim()));
  }
  const given = new Set(ids.filter((id) => id !== ''));
  if (given.size === 0) {
    return refuse.missing('click_id', 'expected the click id of the landing page, but got none');
  }
  if (given.size <= CLICKS_MAX) return [...given];
  return refuse.wrongValue('click_id', `expected at most ${CLICKS_MAX}, but got more`);
}

function readOrderId(value: unknown): string | Refusal {
  if (value === '') return '';
  const refusal = (expected: string) =>
    refuse.wrongValue('order_id', `${expected}, but got ${preview(value)}`);
  // Of a larger number JSON leaves the first digits only, and two orders would be one.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    return refusal('expected a text, or a whole number below 2^53');
  }
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > ORDER_ID_LENGTH_MAX || !PRINTABLE.test(text)) {
    return refusal(`expected 1 to ${ORDER_ID_LENGTH_MAX} characters`);
  }
  return EMAIL.test(text) ? refusal('expected the number of the order and nothing personal') : text;
}

const NO_MONEY = { amountMicros: 0, currency: '', valueMicros: 0 };

function readMoney(value: unknown, currency: unknown, rates: Rates) {
  if (value === undefined) return NO_MONEY;
  const amount = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
  if (typeof amount !== 'number' || !(amount >= 0)) {
    const reason = `expected a number like 129.90, but got ${preview(value)}`;
    return refuse.wrongValue('value', reason);
  }
  if (currency === undefined) {
    return refuse.missing('currency', 'expected the currency of the value, like "EUR"');
  }
  const code = typeof currency === 'string' ? currency.toUpperCase() : '';
  const amountMicros = toMicros(amount);
  const valueMicros = toUsdMicros(amountMicros, code, rates, cut);
  if (valueMicros === undefined) {
    const known = [USD.code, ...rates.keys()].join(', ');
    const reason = `expected one of ${known}, which have a rate here, but got ${preview(currency)}`;
    return refuse.wrongValue('currency', reason);
  }
  if (valueMicros > toMicros(VALUE_MAX)) {
    const reason = `expected at most ${VALUE_MAX} USD, but got ${fromMicros(valueMicros)}`;
    return refuse.wrongValue('value', reason);
  }
  if (amountMicros <= AMOUNT_MICROS_MAX) return { amountMicros, currency: code, valueMicros };
  const most = Math.floor(fromMicros(AMOUNT_MICROS_MAX));
  return refuse.wrongValue('value', `expected at most ${most}, but got ${preview(value)}`);
}
