import { preview } from '../lib/preview.ts';
import { bearerOf, hashSecret, isOneOf } from '../lib/same-secret.ts';
import { type Refusal, refuse } from '../openrtb/refusal.ts';
import type { SupplyHolds } from './supply-holds.ts';

/** A publisher of the config. */
type AuthorizedPublisher = {
  readonly id: string;
  /** Its requests have to show one of these. */
  readonly keys?: readonly string[];
  /** The origins of its pages; undefined: any. */
  readonly origins?: readonly string[];
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

/**
 * Accepts every publisher, those of the config, those with a key, or those whose supply is verified. One that has keys must
 * show one in each mode.
 */
export function createAuthorize(
  mode: 'open' | 'listed' | 'keyed' | 'verified',
  publishers: readonly AuthorizedPublisher[],
  /** Changes while requests are served. */
  holds: Pick<SupplyHolds, 'reasonOf'>,
) {
  const rulesById = new Map(
    publishers.map(({ id, keys = [], origins }) => [
      id,
      { keys: keys.map(hashSecret), origins: origins && new Set(origins) },
    ]),
  );
  /** The refusal of a request of this publisher; undefined: it is accepted. */
  return (publisherId: string | undefined, credentials: Credentials): Refusal | undefined => {
    const { headers, origin } = credentials;
    const rules = publisherId === undefined ? undefined : rulesById.get(publisherId);
    if (rules === undefined || publisherId === undefined) {
      if (mode === 'open') return undefined;
      return publisherId === undefined ? NO_PUBLISHER : UNKNOWN;
    }
    const { keys, origins } = rules;
    if (keys.length > 0) {
      const key = bearerOf(headers.get('authorization'));
      if (key === undefined) return NO_KEY;
      if (!isOneOf(key, keys)) return WRONG_KEY;
    }
    if (origin !== null && origins !== undefined && !origins.has(origin)) {
      return refuse.otherOrigin(
        `expected one of the origins that are configured for this publisher, but got ${preview(origin)}`,
      );
    }
    const held = mode === 'verified' ? holds.reasonOf(publisherId) : undefined;
    return held === undefined ? undefined : refuse.notAdmitted(held);
  };
}
