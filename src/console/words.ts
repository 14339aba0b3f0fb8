import type { NoBidReason } from '../openrtb/no-bid.ts';

/** What the short names of the exchange mean to people, and what can be done. */
export type Explained = { readonly what: string; readonly todo: string };

export const NO_BID_WORDS: Readonly<Record<NoBidReason, Explained>> = {
  'no-demand': {
    what: 'Nobody wanted this impression',
    todo: 'Send keywords, or context signals, that a campaign or product matches; look at the auction for who was asked.',
  },
  timeout: {
    what: 'The partners took too long',
    todo: 'Raise tmax, or look at the slow partner under Partners.',
  },
  currency: {
    what: 'The currencies do not meet',
    todo: 'Allow USD in cur, or configure a rate under auction.rates.',
  },
  'invalid-bid': {
    what: 'The bids that came were invalid',
    todo: 'The auction says what was wrong with each; tell the partner.',
  },
  'not-secure': {
    what: 'The ads were not all https',
    todo: 'The impression has secure: 1; the partner has to serve pictures and links over https. For ads of this exchange itself, listen.publicUrl has to be https; on a laptop, send secure: 0.',
  },
  blocked: {
    what: 'The publisher does not allow these ads',
    todo: 'Look at badv, bcat and the publisher’s own blocks in the config.',
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
    todo: 'Declare more formats, and ask in native.request for what they need; /formats lists them.',
  },
  paced: {
    what: 'This turn of the conversation carries no ad',
    todo: 'The publisher’s firstAdTurn and turnGap decide; go on talking, or change them in the config.',
  },
  sensitive: {
    what: 'The conversation is sensitive',
    todo: 'Nothing: no ad is shown beside a person in trouble, or where the publisher wants none on negative sentiment or support requests.',
  },
  'no-native': {
    what: 'The request asked for no native ad',
    todo: 'Give at least one impression a native object; banners, video and audio are not sold here.',
  },
};

export function noBidWords(reason: string | null | undefined): Explained {
  const known = NO_BID_WORDS[reason as NoBidReason];
  return known ?? { what: 'There was no ad', todo: 'The auction says more.' };
}

/** OpenRTB's loss reasons, as far as they are given here. */
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
  204: 'Does not fit',
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

/** Why a bid was dropped, by the names that metrics have for OpenRTB's loss reasons. */
const DROP_WORDS: Readonly<Record<string, Explained>> = {
  'internal-error': {
    what: 'Its budget was used up before it could pay',
    todo: 'Campaigns shows whose.',
  },
  'invalid-response': { what: 'Invalid bid', todo: 'The auction says what is wrong with it.' },
  'invalid-deal': { what: 'Unknown deal', todo: 'The bid names a deal that the request does not.' },
  'missing-markup': { what: 'No ad in the bid', todo: 'The partner has to send adm.' },
  'missing-price': { what: 'No price', todo: 'The partner has to name a price above zero.' },
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
    todo: 'The request requires it (regs.ext.dsa): the partner has to send bid.ext.dsa.',
  },
  'seat-blocked': { what: 'Seat not allowed', todo: 'The request’s wseat and bseat decide.' },
  'size-not-allowed': {
    what: 'Wrong picture size',
    todo: 'Allow smaller pictures in native.request.',
  },
  'wrong-format': {
    what: 'Required assets are missing or too long',
    todo: 'Make fewer assets required in native.request, or allow longer texts.',
  },
  'advertiser-blocked': {
    what: 'Advertiser blocked',
    todo: 'Look at badv and the publisher’s blocks.',
  },
  'app-blocked': { what: 'App blocked', todo: 'Look at bapp.' },
  'not-secure': { what: 'Not all https', todo: 'The partner has to serve everything over https.' },
  'language-blocked': { what: 'Language not allowed', todo: 'Look at wlang.' },
  'category-blocked': {
    what: 'Category blocked',
    todo: 'Look at bcat and the publisher’s blocks.',
  },
  'attribute-blocked': { what: 'Attribute blocked', todo: 'Look at battr.' },
  'not-allowed-in-deal': {
    what: 'Not in this deal',
    todo: 'The deal’s wseat and wadomain decide.',
  },
};

export function dropWords(reason: string): Explained {
  return DROP_WORDS[reason] ?? { what: `Lost (${reason})`, todo: 'The auction says more.' };
}

/** Why a partner was not asked. */
export const SKIP_WORDS: Readonly<Record<string, string>> = {
  'no-consent': 'it needs a consent that is not there',
  'test-traffic': 'it takes no test traffic',
  'not-wanted': 'it wants other requests only',
  'no-time': 'too little time was left',
  'qps-cap': 'its calls a second are used up',
  'in-flight-cap': 'too many calls to it are under way',
  'breaker-open': 'it failed too often, and rests',
  paused: 'an operator paused it',
};

export function skipWords(reason: string): string {
  return `not asked: ${SKIP_WORDS[reason] ?? reason}`;
}

const WITHHELD_WORDS: Readonly<Record<string, string>> = {
  ids: 'identifiers',
  userData: 'data about the person',
  address: 'the exact IP address',
  geo: 'the exact place',
  audience: 'audience data of the conversation',
};

export function withheldWords(field: string): string {
  return WITHHELD_WORDS[field] ?? field;
}
