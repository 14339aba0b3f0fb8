import type { OpenImp } from '../demand/partner.ts';
import { joined } from '../lib/joined.ts';
import { toMicros } from '../lib/money.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import { canBeMet, type KnownFormat } from '../openrtb/formats.ts';
import type { Formats } from '../openrtb/known-formats.ts';
import type { NoBidReason } from '../openrtb/no-bid.ts';
import type { ValidImp, ValidRequest } from '../openrtb/validate.ts';
import type { SensitiveMatch } from '../sensitive/matches-in.ts';
import { type Currency, type Rates, responseCurrency, toUsdMicros, USD } from './currency.ts';
import { warnOfDealFloors } from './deal-warnings.ts';
import type { FindSensitive, Sensitive } from './find-sensitive.ts';
import { warnOfFormats } from './format-warnings.ts';
import type { PublisherRules } from './rules.ts';

export type ClosedImp = { readonly impid: string; readonly reason: NoBidReason };

export type Inventory = {
  readonly open: readonly OpenImp[];
  readonly closed: readonly ClosedImp[];
  /** Why the conversation gets no ad at all, in test mode neither (ruling 57). */
  readonly sensitive: SensitiveMatch | undefined;
  /** Tells the texts that partners outside may not see where privacy restricts them; undefined: none. */
  readonly isSpecial: Sensitive['isSpecial'];
  /** The currency of the response. */
  readonly currency: Currency;
  /** Of formats, and in test mode of deals. */
  readonly warnings: readonly Warning[];
};

export type OpeningTerms = {
  readonly rules: PublisherRules;
  readonly rates: Rates;
  readonly findSensitive: FindSensitive;
};

/** The impressions to auction with their floors, and the reason why each of the others is left out. */
export function openImps(
  request: ValidRequest,
  { rules, rates, findSensitive }: OpeningTerms,
): Inventory {
  const { match: sensitive, isSpecial } = findSensitive(request.wire, rules.sensitive);
  const currency = responseCurrency(request.wire.cur, rates);
  const quiet = sensitive === undefined ? reasonForQuiet(request, rules, currency) : 'sensitive';
  const open: OpenImp[] = [];
  const closed: ClosedImp[] = [];
  for (const imp of request.imps) {
    const result = quiet ?? openImp(imp, rules, rates);
    if (typeof result === 'string') closed.push({ impid: imp.imp.id, reason: result });
    else open.push(result);
  }
  const ofFormats = warnOfFormats(request, rules.formats);
  const warnings = request.isTest
    ? joined(ofFormats, warnOfDealFloors(request.wire, open, rates))
    : ofFormats;
  return { open, closed, sensitive, isSpecial, currency: currency ?? USD, warnings };
}

function reasonForQuiet(
  { wire }: ValidRequest,
  rules: PublisherRules,
  currency: Currency | undefined,
): NoBidReason | undefined {
  if (currency === undefined) return 'currency';
  const context = wire.ext?.service;
  if (context === undefined) return undefined;
  const turn = context.messageSequenceNumber - rules.firstAdTurn;
  if (turn < 0 || turn % rules.turnGap !== 0) return 'paced';
  const isNegative = context.sentiment?.value === 'negative';
  const isSupport = context.intent?.value === 'support_request';
  return (rules.isQuietOnNegativeSentiment && isNegative) ||
    (rules.isQuietOnSupportRequests && isSupport)
    ? 'sensitive'
    : undefined;
}

function openImp(imp: ValidImp, rules: PublisherRules, rates: Rates): OpenImp | NoBidReason {
  const { bidfloor = 0, bidfloorcur = 'USD' } = imp.imp;
  const askedMicros = toUsdMicros(toMicros(bidfloor), bidfloorcur, rates);
  // Without a rate, a bid below the floor could not be told from one above it.
  if (askedMicros === undefined) return 'currency';
  const acceptedFormats = acceptedFormatsOf(imp, rules.formats);
  if (acceptedFormats?.length === 0) return 'no-format-match';
  const floorMicros = Math.max(askedMicros, rules.floorMicros);
  const { native, isWrapped, formats, priceFilter } = imp;
  return {
    imp: imp.imp,
    native,
    isWrapped,
    formats,
    priceFilter,
    floorMicros,
    acceptedFormats,
  };
}

/** Ruling 34: no bid can meet a format that is unknown, or that needs assets the request does not ask for. */
export function acceptedFormatsOf(
  { formats, native }: ValidImp,
  known: Formats,
): readonly KnownFormat[] | undefined {
  if (formats === undefined) return undefined;
  const accepted: KnownFormat[] = [];
  for (const declared of formats) {
    const format = known.find(declared);
    if (format !== undefined && canBeMet(native, format)) accepted.push(format);
  }
  return accepted;
}
