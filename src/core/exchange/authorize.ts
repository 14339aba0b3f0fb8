import { bearerOf, isOneOf } from '../../lib/hmac.ts';
import { preview } from '../../lib/preview.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';

/** Who may ask for ads in the name of a publisher. */
export type PublisherAccess = {
  /** Of a publisher that is known, and is not served for now. */
  readonly refusal: Refusal | undefined;
  /** The hashes of its keys: its requests have to show one of them. */
  readonly keys: readonly Uint8Array[];
  /** The origins of its pages; undefined: any. */
  readonly origins: ReadonlySet<string> | undefined;
};

/** Publishers that are held, each with a sentence that says why. It may change while requests are served. */
export type Holds = { readonly reasonOf: (publisherId: string) => string | undefined };

type KnownPublishers = {
  readonly get: (publisherId: string) => PublisherAccess | undefined;
  /** False: there may be others. */
  readonly isWhole: () => boolean;
};

/** What a request shows beside its publisher. */
export type Credentials = {
  readonly headers: Pick<Headers, 'get'>;
  /** The header of that name: the page that a browser calls from. Servers send none. */
  readonly origin: string | null;
};

export type Authorize = ReturnType<typeof createAuthorize>;

const NO_PUBLISHER = refuse.notAdmitted(
  'expected site.publisher.id or app.publisher.id, since only known publishers are served here',
);
const UNKNOWN = refuse.notAdmitted('the publisher of this request is not served here');
const NO_KEY = refuse.unauthorized(
  'expected the header Authorization: Bearer <key>, since this publisher has to show a key',
);
const WRONG_KEY = refuse.unauthorized('the key in Authorization is none of this publisher’s keys');

/** One that nobody knows yet may be paused, or have blocks and keys. */
const NOT_READ_YET = refuse.unavailable(
  'this machine has not read its publishers from the database yet: try again in a moment',
);
const NO_KEY_YET = refuse.notAdmitted(
  'this publisher has no key yet, and only publishers with a key are served here',
);

/** Of a publisher that has not accepted its invitation. */
export const INVITED = refuse.notAdmitted(
  'this publisher is invited: it is served once it has accepted the invitation',
);
export const PAUSED = refuse.notAdmitted('this publisher is paused: it is not served for now');

/**
 * Accepts every publisher, the known ones, those with a key, or those whose supply is verified. In each mode one that has
 * keys must show one, and one that is paused or not active yet is refused. `publishers` and `holds` may change while
 * requests are served.
 */
export function createAuthorize(
  mode: 'open' | 'listed' | 'keyed' | 'verified',
  publishers: KnownPublishers,
  holds: Holds,
) {
  /** The refusal of a request of this publisher; undefined: it is accepted. */
  return (publisherId: string | undefined, credentials: Credentials): Refusal | undefined => {
    const { headers, origin } = credentials;
    const access = publisherId === undefined ? undefined : publishers.get(publisherId);
    if (access === undefined || publisherId === undefined) {
      if (publisherId !== undefined && !publishers.isWhole()) return NOT_READ_YET;
      if (mode === 'open') return undefined;
      return publisherId === undefined ? NO_PUBLISHER : UNKNOWN;
    }
    const { refusal, keys, origins } = access;
    if (refusal !== undefined) return refusal;
    if (keys.length > 0) {
      const key = bearerOf(headers.get('authorization'));
      if (key === undefined) return NO_KEY;
      if (!isOneOf(key, keys)) return WRONG_KEY;
    } else if (mode === 'keyed') return NO_KEY_YET;
    if (origin !== null && origins !== undefined && !origins.has(origin)) {
      return refuse.otherOrigin(
        `expected one of the origins that are configured for this publisher, but got ${preview(origin)}`,
      );
    }
    const held = holds.reasonOf(publisherId);
    return held === undefined ? undefined : refuse.notAdmitted(held);
  };
}
