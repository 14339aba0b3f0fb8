import type { SensitiveMatch } from '../../language/sensitive/matches-in.ts';
import { joined } from '../../lib/joined.ts';
import { toMicros } from '../../lib/money.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import {
  canBeMet,
  type FormatReference,
  type Formats,
  partsNotAskedFor,
} from '../openrtb/formats.ts';
import type { KnownFormat } from '../openrtb/known-formats.ts';
import type { NoBidReason } from '../openrtb/no-bid.ts';
import type { ValidImp, ValidRequest } from '../openrtb/validate.ts';
import {
  answerableMicros,
  type Currency,
  type Rates,
  raised,
  responseCurrency,
  toUsdMicros,
  USD,
} from './currency.ts';
import { warnOfDealFloors } from './deals.ts';
import type { FindSensitive, Sensitive } from './find-sensitive.ts';
import type { OpenImp } from './partner.ts';
import type { PublisherRules } from './rules.ts';

type ClosedImp = { readonly impid: string; readonly reason: NoBidReason };

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

/** The impressions to auction with their floors, and the reason why each of the others is left out. */
export function openImps(
  request: ValidRequest,
  rules: PublisherRules,
  { rates, findSensitive }: { readonly rates: Rates; readonly findSensitive: FindSensitive },
): Inventory {
  const { match: sensitive, isSpecial } = findSensitive(request.wire, rules.sensitive);
  const currency = responseCurrency(request.wire.cur, rates);
  const quiet = sensitive === undefined ? reasonForQuiet(request, rules, currency) : 'sensitive';
  const open: OpenImp[] = [];
  const closed: ClosedImp[] = [];
  const ofFormats: Warning[] = [];
  for (let index = 0; index < request.imps.length; index++) {
    const imp = request.imps[index] as ValidImp; // index < length
    const result = quiet ?? openImp(imp, rules, rates, currency ?? USD);
    if (typeof result === 'string') closed.push({ impid: imp.imp.id, reason: result });
    else open.push(result);
    const accepted = typeof result === 'string' ? undefined : result.acceptedFormats;
    if (accepted?.length !== imp.formats?.length) {
      warnOfFormats(imp, index, rules.formats, ofFormats);
    }
  }
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

function openImp(
  imp: ValidImp,
  rules: PublisherRules,
  rates: Rates,
  currency: Currency,
): OpenImp | NoBidReason {
  const { bidfloor = 0, bidfloorcur = 'USD' } = imp.imp;
  const askedMicros = toUsdMicros(toMicros(bidfloor), bidfloorcur, rates, raised);
  // Without a rate, a bid below the floor could not be told from one above it.
  if (askedMicros === undefined) return 'currency';
  const acceptedFormats = acceptedFormatsOf(imp, rules.formats);
  if (acceptedFormats?.length === 0) return 'no-format-match';
  const floorMicros = answerableMicros(Math.max(askedMicros, rules.floorMicros), currency);
  const { native, isWrapped, formats, priceFilter } = imp;
  return { imp: imp.imp, native, isWrapped, formats, priceFilter, floorMicros, acceptedFormats };
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

/** Declared formats that no bid can meet (rulings 27 and 56). */
function warnOfFormats(valid: ValidImp, index: number, known: Formats, warnings: Warning[]): void {
  valid.formats?.forEach((declared, k) => {
    const fault = faultOf(declared, valid, known);
    if (fault === undefined) return;
    const { code, key, reason } = fault;
    const field = `imp[${index}].ext.service.adcpFormats[${k}]${key}`;
    warnings.push({ code, field, reason });
  });
}

type FormatFault = {
  readonly code: 'FORMAT_AGENT_UNKNOWN' | 'FORMAT_UNKNOWN' | 'FORMAT_NOT_POSSIBLE';
  readonly key: '.agent_url' | '.id' | '';
  readonly reason: string;
};

/** Where an agent is called, which is not its name. */
const TRANSPORT = /\/(?:mcp|a2a)\/?$/;

function faultOf(
  declared: FormatReference,
  { native }: ValidImp,
  known: Formats,
): FormatFault | undefined {
  const { agent_url } = declared;
  if (!known.isKnownAgent(agent_url)) {
    const isTransport =
      TRANSPORT.test(agent_url) && known.isKnownAgent(agent_url.replace(TRANSPORT, ''));
    const reason = isTransport
      ? 'this is the URL at which the agent is called; its formats are known by the URL without the last part'
      : 'no format of this agent is known here; see /formats for those that are';
    return { code: 'FORMAT_AGENT_UNKNOWN', key: '.agent_url', reason };
  }
  const format = known.find(declared);
  if (format === undefined) {
    const reason = 'the agent is known here, but not this format; see /formats for those that are';
    return { code: 'FORMAT_UNKNOWN', key: '.id', reason };
  }
  const parts = partsNotAskedFor(native, format);
  if (parts.length === 0) return undefined;
  const reason = `the format needs ${parts.join(', ')}, which the native request does not ask for`;
  return { code: 'FORMAT_NOT_POSSIBLE', key: '', reason };
}
