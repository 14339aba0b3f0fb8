import { perObject } from '../../lib/lookup.ts';
import type { StoredPublisher } from '../../store/account-kinds.ts';
import type { HeldLine, PublisherLine } from '../../store/feed/feed.ts';

export const publisherLine = ({ id, state, definition, kept }: StoredPublisher): PublisherLine => ({
  kind: 'publisher',
  id,
  state,
  keys: kept.keys.map(({ hash }) => hash),
  definition,
});

/** Publishers by id, with why they are held; undefined: they are served. The same map until something changes. */
export type HeldPublishers = () => ReadonlyMap<string, string | undefined>;

/** What the feed says of publishers that are held. */
export const heldLines = perObject(
  (held: ReturnType<HeldPublishers>): ReadonlyMap<string, HeldLine> =>
    new Map(
      [...held].map(([publisher, reason = '']) => [publisher, { kind: 'held', publisher, reason }]),
    ),
);
