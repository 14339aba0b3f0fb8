import { bearerOf, hashSecret, isOneOf, type SecretHash } from '../lib/same-secret.ts';
import { type Refusal, refuse } from '../openrtb/refusal.ts';

/**
 * Whose requests are accepted: those of every publisher, of publishers that the config lists, or of listed
 * publishers that show a key. A publisher that has keys must show one in each of the three modes.
 */
export type AccessMode = 'open' | 'listed' | 'keyed';

export type AccessPublisher = { readonly id: string; readonly keys?: readonly string[] };

/** The refusal of a request of this publisher with this `Authorization` header; undefined: it is accepted. */
export type CheckAccess = (
  publisherId: string | undefined,
  authorization: string | null,
) => Refusal | undefined;

const NO_PUBLISHER = refuse.notAdmitted(
  'expected site.publisher.id or app.publisher.id, since only known publishers are served here',
);
const UNKNOWN = refuse.notAdmitted('the publisher of this request is not served here');
const NO_KEY = refuse.unauthorized(
  'expected the header Authorization: Bearer <key>, since this publisher has to show a key',
);
const WRONG_KEY = refuse.unauthorized('the key in Authorization is none of this publisher’s keys');

export function createAccess(
  mode: AccessMode,
  publishers: readonly AccessPublisher[],
): CheckAccess {
  const keysById = new Map<string, readonly SecretHash[]>(
    publishers.map(({ id, keys }) => [id, (keys ?? []).map(hashSecret)]),
  );
  return (publisherId, authorization) => {
    const keys = publisherId === undefined ? undefined : keysById.get(publisherId);
    if (keys === undefined) {
      if (mode === 'open') return undefined;
      return publisherId === undefined ? NO_PUBLISHER : UNKNOWN;
    }
    if (keys.length === 0) return undefined;
    const key = bearerOf(authorization);
    if (key === undefined) return NO_KEY;
    return isOneOf(key, keys) ? undefined : WRONG_KEY;
  };
}
