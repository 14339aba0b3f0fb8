import type { IntegrationPart } from '../../core/openrtb/integration-level.ts';
import type { NoBidReason } from '../../core/openrtb/no-bid.ts';
import type { PublicCode } from '../../lib/refusal.ts';
import { fieldOf } from '../../lib/schema-fault.ts';

/** What codes of the exchange mean to a publisher, who sees its own requests and nothing of partners. */

const NO_AD: Readonly<Record<NoBidReason, string>> = {
  'no-demand':
    'Nobody bid. Send keywords or context signals: what the conversation is about brings bids.',
  'off-topic':
    'What matched a word was about something else than the conversation. Send more keywords or topics.',
  timeout: 'No bid came in time. Allow more time in tmax.',
  capped: 'What matched had been shown to this conversation or person often enough.',
  budget: 'What matched had no budget left at this moment.',
  currency: 'There is no common currency. Allow USD in cur.',
  'invalid-bid': 'The bids had faults, and could not be used. There is nothing to do for you.',
  'not-secure':
    'The ads had parts without https, and the impression has secure: 1. Send secure: 0 where pages may show them.',
  blocked:
    'Your blocks, those in the request (badv, bcat) or those of the exchange excluded the ads that were offered.',
  'asset-mismatch':
    'No ad had all required assets. Require fewer in native.request, or allow longer texts and smaller pictures.',
  'below-floor': 'All bids were below the floor. Lower bidfloor, or your floor in Settings.',
  'no-format-match':
    'No ad met a declared format. Declare more formats, and ask for their assets in native.request.',
  paced: 'This message of the conversation carries no ad, by your settings of which messages do.',
  sensitive:
    'The conversation is sensitive, so that it got no ad. There is nothing to do. Settings has the classes.',
  'no-native': 'The request asked for no native ad. Give at least one impression a native object.',
};

export function noAdWords(reason: string | null | undefined): string {
  return fieldOf(NO_AD, reason ?? '') ?? 'There was no ad.';
}

const REFUSED: Readonly<Record<PublicCode, string>> = {
  INVALID_REQUEST: 'The body was not a bid request. The answer names where it goes wrong.',
  MISSING_REQUIRED_FIELD: 'A required field was missing. The answer names it.',
  INVALID_FIELD_VALUE: 'A field had a value that is not allowed. The answer says what is.',
  INVALID_FIELD_TYPE: 'A field had the wrong type. The answer says what was expected.',
  UNSUPPORTED_FORMAT: 'Send application/json, plain or gzip, and native 1.2.',
  UNAUTHORIZED:
    'The key was missing or wrong. Send one of your keys as Authorization: Bearer <key>.',
  FORBIDDEN:
    'The exchange does not serve this publisher now, or the page has an origin that is not yours. Look at your state and your origins in Settings.',
  NOT_FOUND: 'There is nothing at this path. Bid requests go to /openrtb2.',
  METHOD_NOT_ALLOWED: 'Send bid requests by POST.',
  REQUEST_TIMEOUT: 'The body arrived too slowly.',
  GONE: 'The notice came too late.',
  PAYLOAD_TOO_LARGE: 'The body was over 1 MiB. Send less.',
  RATE_LIMIT_EXCEEDED: 'You sent more requests a second than agreed. Send fewer, or ask for more.',
  INTERNAL_ERROR: 'The exchange failed. Tell its operator the request id.',
  SERVICE_UNAVAILABLE:
    'The exchange was overloaded, or had just started. Try again a second later.',
};

/** What to do about a refusal. */
export function refusalWords(code: string): string {
  return fieldOf(REFUSED, code) ?? 'The answer says why.';
}

/** What the level of an integration says. */
export const LEVELS: Readonly<Record<1 | 2 | 3 | 4, string>> = {
  1: 'Basic: your requests are valid, and get ads that fit anywhere.',
  2: 'Formats: your requests say which formats the page can show.',
  3: 'Context: your requests say what the conversation is about.',
  4: 'Complete: your requests have everything that brings bids.',
};

/** What to do about each part that a request does not have. */
const STEPS: Readonly<Record<IntegrationPart, string>> = {
  formats: 'Declare the formats that your page can show, in imp[].ext.service.adcpFormats.',
  context: 'Send signals of the conversation in ext.service: they bring higher bids.',
  'product-search': 'Send the price that somebody has in mind in imp[].ext.service_product_search.',
};

export function nextSteps(missing: readonly IntegrationPart[]): readonly string[] {
  return missing.length === 0
    ? ['Leave out test: 1 to go live.']
    : missing.map((part) => STEPS[part]);
}

export const NO_TEST = {
  meaning: 'No request of yours in test mode is remembered.',
  next: ['Send a request with test: 1: it always gets an ad, and nothing is billed.'],
} as const;
