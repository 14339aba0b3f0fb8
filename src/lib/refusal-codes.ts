type CodeRow = {
  readonly status: number;
  /** The first sentence is the meaning, the others what the caller can do. */
  readonly words: string;
  /** What an operator can look at, or do. */
  readonly operator: string;
};

/** The codes of the public port. */
export const PUBLIC_CODES = {
  INVALID_REQUEST: {
    status: 400,
    words: 'The body was not a bid request. The answer names what is wrong.',
    operator: 'Paste the body under Try it, which checks it.',
  },
  MISSING_REQUIRED_FIELD: {
    status: 400,
    words: 'A required field was missing. The answer names the field.',
    operator: 'The examples under Try it have all required fields.',
  },
  INVALID_FIELD_VALUE: {
    status: 400,
    words:
      'A field had a value that is not allowed. The answer says what was expected and what came.',
    operator: '',
  },
  INVALID_FIELD_TYPE: {
    status: 400,
    words: 'A field had the wrong type. The answer says what was expected and what came.',
    operator: '',
  },
  UNSUPPORTED_FORMAT: {
    status: 400,
    words:
      'The body was neither JSON nor gzip, or had another native version. Send application/json, plain or gzip, and native 1.2.',
    operator: '',
  },
  UNAUTHORIZED: {
    status: 401,
    words:
      'The key was missing or wrong. Send one of the publisher’s keys as Authorization: Bearer <key>.',
    operator: 'The page of the publisher makes new keys.',
  },
  FORBIDDEN: {
    status: 403,
    words:
      'The publisher is not served now, the page has an origin that is not one of its own, or the notice is forged. Check the publisher’s state and its origins.',
    operator: '',
  },
  NOT_FOUND: {
    status: 404,
    words: 'There is nothing at this path. Bid requests go to /openrtb2.',
    operator: '',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    words: 'The method was not POST. Send bid requests by POST.',
    operator: '',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    words: 'The body arrived too slowly. It may take 5 seconds; check the caller’s network.',
    operator: '',
  },
  GONE: {
    status: 410,
    words: 'The notice came too late. No action is needed.',
    operator: '',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    words:
      'The body was too large. It may have 1 MiB, before and after decompression, and so many values in lists. Send less.',
    operator: '',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    words:
      'A limit was reached. There is one for all requests, one for a publisher and one for an IP address. Send less, or ask for more.',
    operator: 'Live shows the caller or publisher.',
  },
  INTERNAL_ERROR: {
    status: 500,
    words: 'Parley failed. Retry, and tell its operator the request id if it happens again.',
    operator: 'Search the log for the request id.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    words: 'The machine was overloaded, or had just started or was stopping. Retry a second later.',
    operator: 'Add workers or machines. See docs/scaling.md.',
  },
} as const satisfies Readonly<Record<string, CodeRow>>;

export type PublicCode = keyof typeof PUBLIC_CODES;
