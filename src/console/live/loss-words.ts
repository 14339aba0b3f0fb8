import type { NoBidReason } from '../../openrtb/no-bid.ts';
import type { RefusalCode } from '../../openrtb/refusal.ts';
import { dropWords, type Explained, NO_BID_WORDS, SKIP_WORDS } from '../words.ts';

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
