/** What asking a partner comes to, in words. The console has it, so nothing is imported here. */
export const ANSWER_WORDS = {
  bids: 'bid',
  'no-bid': 'no bid',
  malformed: 'unreadable answer',
  timeout: 'too late',
  failed: 'failed',
  skipped: 'not asked',
} as const;

/** Why a partner was not asked. */
export const SKIP_WORDS = {
  'qps-cap': 'its limit of calls per second was reached',
  'in-flight-cap': 'too many calls to it are in flight',
  'breaker-open': 'its circuit breaker is open',
  'no-consent': 'required consent is missing',
  'test-traffic': 'it accepts no test traffic',
  'not-wanted': 'its filters exclude this request',
  'no-time': 'too little time was left',
  paused: 'an operator paused it',
} as const;

export type SkipReason = keyof typeof SKIP_WORDS;
