import type { NoBidReason } from '../../openrtb/no-bid.ts';
import type { RefusalCode } from '../../openrtb/refusal.ts';
import { dropWords, type Explained, NO_BID_WORDS, SKIP_WORDS } from '../words.ts';

const REFUSAL_WORDS: Readonly<Partial<Record<RefusalCode, Explained>>> = {
  INVALID_REQUEST: {
    what: 'The body was no bid request',
    todo: 'The answer names line and column; paste the body into the playground.',
  },
  MISSING_REQUIRED_FIELD: {
    what: 'A required field was missing',
    todo: 'The answer names the field; the examples in the playground have all of them.',
  },
  INVALID_FIELD_VALUE: {
    what: 'A field had a value that is not allowed',
    todo: 'The answer says what was expected and what came.',
  },
  INVALID_FIELD_TYPE: {
    what: 'A field had the wrong type',
    todo: 'The answer says what was expected and what came.',
  },
  UNSUPPORTED_FORMAT: {
    what: 'Neither JSON nor gzip, or another native version',
    todo: 'Send application/json, plain or gzip, and native 1.2.',
  },
  PAYLOAD_TOO_LARGE: { what: 'The body was over 1 MiB', todo: 'Send less.' },
  REQUEST_TIMEOUT: { what: 'The body came too slowly', todo: 'Look at the caller’s network.' },
  RATE_LIMIT_EXCEEDED: {
    what: 'A limit was reached',
    todo: 'Limits shows whose; raise it, or have them send less.',
  },
  SERVICE_UNAVAILABLE: {
    what: 'There was more to do than could be done in time',
    todo: 'Add workers or machines: docs/scaling.md.',
  },
  INTERNAL_ERROR: { what: 'Parley failed', todo: 'The log has it, under the request id.' },
};

const OTHER_WORDS: Readonly<Record<string, Explained>> = {
  skipped: {
    what: 'Every partner was passed over',
    todo: 'Partners shows why: paused, resting, capped, or without consent.',
  },
  'answer-timeout': {
    what: 'The partner took too long',
    todo: 'Ask it to answer within tmax, or raise auction.timeoutMs.',
  },
  'answer-failed': {
    what: 'The connection to the partner failed',
    todo: 'Is its URL right, and is it up? An auction says how the call failed.',
  },
  'answer-malformed': {
    what: 'The partner’s answer could not be read',
    todo: 'An auction says what was wrong with it; tell the partner.',
  },
  'answer-no_bid': {
    what: 'The partner had nothing to offer',
    todo: 'Send more of what it looks for: keywords, context, price bounds.',
  },
  unreadable: {
    what: 'The bid could not be read',
    todo: 'An auction says what was wrong with it; tell the partner.',
  },
  'not-reported': {
    what: 'Nobody reported it as seen',
    todo: 'Check that the publisher calls burl when the ad is shown.',
  },
  test: { what: 'It was a test', todo: 'Nothing: tests are never billed.' },
};

/** A reason of any kind, in words; one that is not known speaks for itself. */
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
