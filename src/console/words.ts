import type { NoBidReason } from '../openrtb/no-bid.ts';
import type { RefusalCode } from '../openrtb/refusal.ts';

/** Explains a code of the exchange to people: its meaning, and a next step. */
export type Explained = { readonly what: string; readonly todo: string };

const NO_BID_WORDS: Readonly<Record<NoBidReason, Explained>> = {
  'no-demand': {
    what: 'No partner bid on this impression',
    todo: 'Send keywords or context signals that match a campaign or product. The auction lists the partners that were asked.',
  },
  timeout: {
    what: 'The partners did not answer in time',
    todo: 'Raise tmax, or find the slow partner under Partners.',
  },
  currency: {
    what: 'There is no common currency',
    todo: 'Allow USD in cur, or configure a rate under auction.rates.',
  },
  'invalid-bid': {
    what: 'The bids were invalid',
    todo: 'The auction names the fault of each bid. Tell the partner.',
  },
  'not-secure': {
    what: 'The ads were not served over https',
    todo: 'The impression has secure: 1, so the partner must serve pictures and links over https. For ads of this exchange itself, listen.publicUrl has to be https; on a laptop, send secure: 0.',
  },
  blocked: {
    what: 'The publisher blocks these ads',
    todo: 'Check badv, bcat and the publisher’s blocks in the config.',
  },
  'asset-mismatch': {
    what: 'No ad had all the required assets',
    todo: 'Make fewer assets required in native.request, or allow longer texts and smaller pictures.',
  },
  'below-floor': {
    what: 'All bids were below the floor',
    todo: 'Lower bidfloor, or the publisher’s floor in the config.',
  },
  'no-format-match': {
    what: 'No ad met a declared format',
    todo: 'Declare more formats, and request their assets in native.request. /formats lists the formats.',
  },
  paced: {
    what: 'This turn of the conversation carries no ad',
    todo: 'The publisher’s firstAdTurn and turnGap decide. Send another message, or change them in the config.',
  },
  sensitive: {
    what: 'The conversation is sensitive',
    todo: 'No action is needed. Parley shows no ad beside a person in trouble, or where the publisher excludes negative sentiment or support requests.',
  },
  'no-native': {
    what: 'The request asked for no native ad',
    todo: 'Give at least one impression a native object; banners, video and audio are not sold here.',
  },
};

/** An outcome in the list of auctions and in its filter: `bid`, `refused`, or a no-bid reason. */
export function outcomeWords(outcome: string): string {
  if (outcome === 'bid') return 'Sold';
  return outcome === 'refused' ? 'Refused' : noBidWords(outcome).what;
}

/** How a partner answered. */
export const ANSWER_WORDS = {
  bids: 'bid',
  'no-bid': 'no bid',
  malformed: 'unreadable answer',
  timeout: 'too late',
  failed: 'failed',
  skipped: 'not asked',
} as const;

export function noBidWords(reason: string | null | undefined): Explained {
  const known = NO_BID_WORDS[reason as NoBidReason];
  return known ?? { what: 'There was no ad', todo: 'The auction has the details.' };
}

/** The OpenRTB loss reasons that Parley uses. */
const LOSS_WORDS: Readonly<Record<number, string>> = {
  0: 'Won',
  1: 'Internal error',
  3: 'Invalid answer',
  4: 'Invalid deal',
  7: 'No markup',
  9: 'No price',
  100: 'Below the floor',
  101: 'Below the deal’s floor',
  102: 'Outbid',
  103: 'Lost to a deal',
  104: 'Seat not allowed',
  200: 'No DSA information',
  203: 'Wrong size',
  204: 'Does not fit the formats or assets',
  205: 'Advertiser blocked',
  206: 'App blocked',
  207: 'Not secure',
  208: 'Language not allowed',
  209: 'Category blocked',
  210: 'Attribute blocked',
  213: 'Not in this deal',
};

export function lossWords(code: number): string {
  return LOSS_WORDS[code] ?? `Lost (code ${code})`;
}

/** Explains why a bid was dropped, by the name of the OpenRTB loss reason in metrics. */
const DROP_WORDS: Readonly<Record<string, Explained>> = {
  'internal-error': {
    what: 'The campaign’s budget could not pay for it',
    todo: 'Campaigns shows the budgets.',
  },
  'invalid-response': { what: 'Invalid bid', todo: 'The auction names the fault.' },
  'invalid-deal': {
    what: 'Unknown deal',
    todo: 'The bid names a deal that is not in the request.',
  },
  'missing-markup': { what: 'No ad in the bid', todo: 'The partner must send adm.' },
  'missing-price': { what: 'No price', todo: 'The partner must send a price above zero.' },
  'below-floor': {
    what: 'Below the floor',
    todo: 'Lower bidfloor, or the publisher’s floor in the config.',
  },
  'below-deal-floor': {
    what: 'Below the deal’s floor',
    todo: 'Talk to the partner about the deal.',
  },
  filtered: {
    what: 'No DSA information',
    todo: 'The request requires it (regs.ext.dsa), so the partner must send bid.ext.dsa.',
  },
  'seat-blocked': { what: 'Seat not allowed', todo: 'The request’s wseat and bseat decide.' },
  'size-not-allowed': {
    what: 'Wrong picture size',
    todo: 'Allow smaller pictures in native.request.',
  },
  'wrong-format': {
    what: 'The ad has none of the declared formats',
    todo: 'Declare more formats, and request their assets in native.request.',
  },
  'asset-mismatch': {
    what: 'The ad lacks required assets',
    todo: 'Make fewer assets required in native.request, or allow longer texts.',
  },
  'invalid-ad': {
    what: 'The ad could not be read',
    todo: 'The auction names the fault. Tell the partner.',
  },
  'invalid-advertiser': {
    what: 'The advertiser’s domain is no host name',
    todo: 'The auction names it. Tell the partner.',
  },
  'advertiser-blocked': {
    what: 'Advertiser blocked',
    todo: 'Check badv and the publisher’s blocks.',
  },
  'app-blocked': { what: 'App blocked', todo: 'Check bapp.' },
  'not-secure': {
    what: 'Not served over https',
    todo: 'The partner must serve everything over https.',
  },
  'language-blocked': { what: 'Language not allowed', todo: 'Check wlang.' },
  'category-blocked': {
    what: 'Category blocked',
    todo: 'Check bcat and the publisher’s blocks.',
  },
  'attribute-blocked': { what: 'Attribute blocked', todo: 'Check battr.' },
  'not-allowed-in-deal': {
    what: 'Not in this deal',
    todo: 'The deal’s wseat and wadomain decide.',
  },
};

export function dropWords(reason: string): Explained {
  return DROP_WORDS[reason] ?? { what: `Lost (${reason})`, todo: 'The auction has the details.' };
}

/** Why a partner was not asked. */
export const SKIP_WORDS: Readonly<Record<string, string>> = {
  'no-consent': 'it needs a consent that is not there',
  'test-traffic': 'it accepts no test traffic',
  'not-wanted': 'its filters exclude this request',
  'no-time': 'too little time was left',
  'qps-cap': 'its limit of calls per second was reached',
  'in-flight-cap': 'too many calls to it are in flight',
  'breaker-open': 'it failed too often, and its circuit breaker is open',
  paused: 'an operator paused it',
};

export function skipWords(reason: string): string {
  return `not asked: ${SKIP_WORDS[reason] ?? reason}`;
}

const WITHHELD_WORDS: Readonly<Record<string, string>> = {
  ids: 'identifiers',
  userData: 'data about the person',
  address: 'the exact IP address',
  geo: 'the exact location',
  audience: 'audience data of the conversation',
};

export function withheldWords(field: string): string {
  return WITHHELD_WORDS[field] ?? field;
}

const REFUSAL_WORDS: Readonly<Partial<Record<RefusalCode, Explained>>> = {
  INVALID_REQUEST: {
    what: 'The body was not a bid request',
    todo: 'The response names line and column. Paste the body into the playground.',
  },
  MISSING_REQUIRED_FIELD: {
    what: 'A required field was missing',
    todo: 'The response names the field. The examples in the playground have all required fields.',
  },
  INVALID_FIELD_VALUE: {
    what: 'A field had a value that is not allowed',
    todo: 'The response names the expected and the actual value.',
  },
  INVALID_FIELD_TYPE: {
    what: 'A field had the wrong type',
    todo: 'The response names the expected and the actual value.',
  },
  UNSUPPORTED_FORMAT: {
    what: 'The body was neither JSON nor gzip, or had another native version',
    todo: 'Send application/json, plain or gzip, and native 1.2.',
  },
  PAYLOAD_TOO_LARGE: { what: 'The body was over 1 MiB', todo: 'Send less.' },
  REQUEST_TIMEOUT: { what: 'The body arrived too slowly', todo: 'Check the caller’s network.' },
  RATE_LIMIT_EXCEEDED: {
    what: 'A limit was reached',
    todo: 'Limits shows the caller or publisher. Raise the limit, or ask them to send less.',
  },
  SERVICE_UNAVAILABLE: {
    what: 'The machine was overloaded',
    todo: 'Add workers or machines. See docs/scaling.md.',
  },
  INTERNAL_ERROR: { what: 'Parley failed', todo: 'Search the log for the request id.' },
};

const OTHER_WORDS: Readonly<Record<string, Explained>> = {
  skipped: {
    what: 'Every partner was skipped',
    todo: 'Partners shows the reason: paused, breaker open, capped, or without consent.',
  },
  'answer-timeout': {
    what: 'The partner did not answer in time',
    todo: 'Ask it to answer within tmax, or raise auction.timeoutMs.',
  },
  'answer-failed': {
    what: 'The connection to the partner failed',
    todo: 'Check its URL and whether it is up. The auction shows how the call failed.',
  },
  'answer-malformed': {
    what: 'The partner’s answer could not be read',
    todo: 'The auction names the fault. Tell the partner.',
  },
  'answer-no_bid': {
    what: 'The partner did not bid',
    todo: 'Send more signals: keywords, context, price bounds.',
  },
  unreadable: {
    what: 'The bid could not be read',
    todo: 'The auction names the fault. Tell the partner.',
  },
  'not-reported': {
    what: 'No billing notice arrived',
    todo: 'Check that the publisher calls burl when the ad is shown.',
  },
  test: { what: 'It was a test', todo: 'No action is needed. Tests are never billed.' },
};

/** Explains a reason of any kind. An unknown reason is shown as it is. */
export function lossOf(reason: string): Explained {
  if (reason.startsWith('drop-')) return dropWords(reason.slice('drop-'.length));
  const skip = SKIP_WORDS[reason];
  if (skip !== undefined) return { what: `Not asked: ${skip}`, todo: '' };
  return (
    NO_BID_WORDS[reason as NoBidReason] ??
    REFUSAL_WORDS[reason as RefusalCode] ??
    OTHER_WORDS[reason] ?? { what: reason, todo: '' }
  );
}
