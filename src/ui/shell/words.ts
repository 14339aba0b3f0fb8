import type { NoBidReason } from '../../core/openrtb/no-bid.ts';
import type { PublicCode } from '../../lib/refusal.ts';
import { fieldOf } from '../../lib/schema-fault.ts';

/** Explains a code of the exchange to people: its meaning, and a next step. */
export type Explained = { readonly what: string; readonly todo: string };

/** In the texts below, the first sentence is the meaning. */
function explained(text: string): Explained {
  const [what = '', ...todo] = text.split('. ');
  return { what, todo: todo.join('. ') };
}

const NO_BID_WORDS: Readonly<Record<NoBidReason, string>> = {
  'no-demand':
    'No partner bid on this impression. Send keywords or context signals that match a campaign or product. The auction lists the partners that were asked.',
  'off-topic':
    'Matching campaigns and products are about something else. The auction names them, and what they and the conversation are about. Send more keywords or topics if it got the conversation wrong.',
  timeout:
    'The partners did not answer in time. Raise tmax, or find the slow partner under Partners.',
  capped:
    'Matching campaigns have reached their frequency caps. The auction names them and the cap.',
  budget:
    'Matching campaigns were held back by their budgets. The auction names them and the cause. Campaigns shows the budgets.',
  currency:
    'There is no common currency. Allow USD in cur, or configure a rate under auction.rates.',
  'invalid-bid':
    'The bids were invalid. The auction names the fault of each bid. Tell the partner.',
  'not-secure':
    'The ads were not served over https. The impression has secure: 1, so the partner must serve pictures and links over https. For ads of this exchange itself, listen.publicUrl has to be https; on a laptop, send secure: 0.',
  blocked:
    'The publisher blocks these ads. Check badv, bcat and the publisher’s blocks in the config.',
  'asset-mismatch':
    'No ad had all the required assets. Make fewer assets required in native.request, or allow longer texts and smaller pictures.',
  'below-floor':
    'All bids were below the floor. Lower bidfloor, or the publisher’s floor in the config.',
  'no-format-match':
    'No ad met a declared format. Declare more formats, and request their assets in native.request. /formats lists the formats.',
  paced:
    'Held back by conversation pacing. The publisher’s firstAdTurn and turnGap decide which messages carry an ad. Send another message, or change them in its settings.',
  sensitive:
    'The conversation is sensitive. No action is needed. Parley shows no ad beside a person in trouble, or where the publisher excludes negative sentiment or support requests.',
  'no-native':
    'The request asked for no native ad. Give at least one impression a native object; banners, video and audio are not sold here.',
};

/** An outcome in the list of auctions and in its filter: `bid`, `refused`, `no-bid` or the reason of one. */
export function outcomeWords(outcome: string): string {
  if (outcome === 'bid') return 'Sold';
  if (outcome === 'no-bid') return 'No ad';
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
  const known = fieldOf(NO_BID_WORDS, reason ?? '');
  return explained(known ?? 'There was no ad. The auction has the details.');
}

/** The OpenRTB loss reasons. The first of them says what it means of a bid here; what a notice means by it stands below. */
const LOSS_WORDS: Readonly<Record<number, string>> = {
  0: 'Won',
  1: 'Budget could not pay',
  2: 'The opportunity expired',
  3: 'Invalid answer',
  4: 'Invalid deal',
  5: 'Invalid auction id',
  6: 'Invalid advertiser domain',
  7: 'No markup',
  8: 'No creative id',
  9: 'No price',
  10: 'No data to approve the ad by',
  100: 'Below the floor',
  101: 'Below the deal’s floor',
  102: 'Outbid',
  103: 'Lost to a deal',
  104: 'Seat not allowed',
  200: 'No DSA information',
  201: 'The ad awaits approval',
  202: 'The ad is not approved',
  203: 'Wrong size',
  204: 'Does not fit the formats or assets',
  205: 'Advertiser blocked',
  206: 'App blocked',
  207: 'Not secure',
  208: 'Language not allowed',
  209: 'Category blocked',
  210: 'Attribute blocked',
  211: 'Kind of ad not allowed',
  212: 'Animation too long',
  213: 'Not in this deal',
};

export function lossWords(code: number): string {
  return LOSS_WORDS[code] ?? `Lost (code ${code})`;
}

/** Codes by which a publisher's loss notice means something else than an auction here. */
const NOTICE_LOSS_WORDS: Readonly<Record<number, string>> = {
  0: 'It won there',
  1: 'An error on the publisher’s side',
  200: 'The publisher filtered the ad',
};

/** A reason in reports: of a request without an ad, of a refusal, or `loss-` with the code of a loss notice. */
export function reasonWords(reason: string): string {
  const [, code] = /^loss-(\d+)$/.exec(reason) ?? [];
  if (code !== undefined) {
    const known = NOTICE_LOSS_WORDS[Number(code)] ?? LOSS_WORDS[Number(code)];
    return `Loss notice: ${known === undefined ? `code ${code}` : inSentence(known)}`;
  }
  const refused = fieldOf(REFUSAL_WORDS, reason);
  if (refused !== undefined) return `Refused: ${inSentence(explained(refused).what)}`;
  return fieldOf(NO_BID_WORDS, reason) === undefined ? reason : noBidWords(reason).what;
}

/** Words that begin with a capital, within a sentence. `DSA` stays. */
function inSentence(words: string): string {
  return /^[A-Z][a-z ]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** Explains why a bid was dropped, by the name of the OpenRTB loss reason in metrics. */
const DROP_WORDS: Readonly<Record<string, string>> = {
  'internal-error': 'The campaign’s budget could not pay for it. Campaigns shows the budgets.',
  'invalid-response': 'Invalid bid. The auction names the fault.',
  'invalid-deal': 'Unknown deal. The bid names a deal that is not in the request.',
  'missing-markup': 'No ad in the bid. The partner must send adm.',
  'missing-price': 'No price. The partner must send a price above zero.',
  'below-floor': 'Below the floor. Lower bidfloor, or the publisher’s floor in the config.',
  'below-deal-floor': 'Below the deal’s floor. Talk to the partner about the deal.',
  filtered:
    'No DSA information. The request requires it (regs.ext.dsa), so the partner must send bid.ext.dsa.',
  'seat-blocked': 'Seat not allowed. The request’s wseat and bseat decide.',
  'size-not-allowed': 'Wrong picture size. Allow smaller pictures in native.request.',
  'wrong-format':
    'The ad has none of the declared formats. Declare more formats, and request their assets in native.request.',
  'asset-mismatch':
    'The ad lacks required assets. Make fewer assets required in native.request, or allow longer texts.',
  'invalid-ad': 'The ad could not be read. The auction names the fault. Tell the partner.',
  'invalid-advertiser':
    'The advertiser’s domain is no host name. The auction names it. Tell the partner.',
  'advertiser-blocked': 'Advertiser blocked. Check badv and the publisher’s blocks.',
  'app-blocked': 'App blocked. Check bapp.',
  'not-secure': 'Not served over https. The partner must serve everything over https.',
  'language-blocked': 'Language not allowed. Check wlang.',
  'category-blocked': 'Category blocked. Check bcat and the publisher’s blocks.',
  'attribute-blocked': 'Attribute blocked. Check battr.',
  'not-allowed-in-deal': 'Not in this deal. The deal’s wseat and wadomain decide.',
};

export function dropWords(reason: string): Explained {
  const known = fieldOf(DROP_WORDS, reason);
  if (known !== undefined) return explained(known);
  return { what: `Lost (${reason})`, todo: 'The auction has the details.' };
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

export const WITHHELD_WORDS: Readonly<Record<string, string>> = {
  ids: 'identifiers',
  userData: 'data about the person',
  address: 'the exact IP address',
  geo: 'the exact location',
  audience: 'audience data of the conversation',
};

const REFUSAL_WORDS: Readonly<Record<PublicCode, string>> = {
  INVALID_REQUEST:
    'The body was not a bid request. The answer names what is wrong. Paste the body under Try it, which checks it.',
  MISSING_REQUIRED_FIELD:
    'A required field was missing. The answer names the field. The examples under Try it have all required fields.',
  INVALID_FIELD_VALUE:
    'A field had a value that is not allowed. The answer says what was expected and what came.',
  INVALID_FIELD_TYPE:
    'A field had the wrong type. The answer says what was expected and what came.',
  UNSUPPORTED_FORMAT:
    'The body was neither JSON nor gzip, or had another native version. Send application/json, plain or gzip, and native 1.2.',
  UNAUTHORIZED:
    'The publisher’s key was missing or wrong. Send it as Authorization: Bearer, or make a new one on the page of the publisher.',
  FORBIDDEN:
    'The publisher is not served now, or the page has an origin that is not one of its own. Look at its state and its origins.',
  NOT_FOUND: 'There is nothing at this path. Bid requests go to /openrtb2.',
  METHOD_NOT_ALLOWED: 'The method was not POST. Send bid requests by POST.',
  GONE: 'The notice came too late. No action is needed.',
  PAYLOAD_TOO_LARGE:
    'The body was too large. It may have 1 MiB, and so many values in lists. Send less.',
  REQUEST_TIMEOUT: 'The body arrived too slowly. Check the caller’s network.',
  RATE_LIMIT_EXCEEDED:
    'A limit was reached. Live shows the caller or publisher. Raise the limit, or ask them to send less.',
  SERVICE_UNAVAILABLE: 'The machine was overloaded. Add workers or machines. See docs/scaling.md.',
  INTERNAL_ERROR: 'Parley failed. Search the log for the request id.',
};

const OTHER_WORDS: Readonly<Record<string, string>> = {
  skipped:
    'Every partner was skipped. Partners shows the reason: paused, breaker open, capped, or without consent.',
  'answer-timeout':
    'The partner did not answer in time. Ask it to answer within tmax, or raise auction.timeoutMs.',
  'answer-failed':
    'The connection to the partner failed. Check its URL and whether it is up. The auction shows how the call failed.',
  'answer-malformed':
    'The partner’s answer could not be read. The auction names the fault. Tell the partner.',
  'answer-no_bid': 'The partner did not bid. Send more signals: keywords, context, price bounds.',
  unreadable: 'The bid could not be read. The auction names the fault. Tell the partner.',
  'not-reported':
    'No billing notice arrived. Check that the publisher calls burl when the ad is shown.',
  test: 'It was a test. No action is needed. Tests are never billed.',
};

/** Explains a reason of any kind. An unknown reason is shown as it is. */
export function lossOf(reason: string): Explained {
  if (reason.startsWith('drop-')) return dropWords(reason.slice('drop-'.length));
  const skip = fieldOf(SKIP_WORDS, reason);
  if (skip !== undefined) return explained(`Not asked: ${skip}`);
  const known =
    fieldOf(NO_BID_WORDS, reason) ?? fieldOf(REFUSAL_WORDS, reason) ?? fieldOf(OTHER_WORDS, reason);
  return known === undefined ? { what: reason, todo: '' } : explained(known);
}
