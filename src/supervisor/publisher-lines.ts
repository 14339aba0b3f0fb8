import type { Config } from '../config/config.ts';
import type { StoredPublisher } from '../store/stored-account.ts';
import type { HeldLine, PublisherLine } from '../worker/feed.ts';

export function createPublisherLines({ publishers }: Pick<Config, 'publishers'>) {
  const ids = new Set(publishers.map(({ id }) => id));
  return {
    /** Those of the config, which are not the store's to change. */
    isOfConfig: (id: string) => ids.has(id),
    linesOf: (all: readonly StoredPublisher[]): readonly PublisherLine[] =>
      all
        .filter(({ id }) => !ids.has(id))
        .map(({ id, state, definition, access }) => ({
          kind: 'publisher',
          id,
          state,
          keys: access.keys.map(({ hash }) => hash),
          definition,
        })),
  };
}

/** The publishers that are held, by id, each with a sentence that says why. */
export type HeldPublishers = () => ReadonlyMap<string, string>;

/** What the feed says of publishers that are held. */
export function createHeldLines(held: HeldPublishers) {
  let written: ReadonlyMap<string, string> = new Map();
  return {
    /** What the feed does not have yet. `taken` is called once it is written. */
    news() {
      const now = new Map(held());
      const changed = [...now].filter(([id, reason]) => written.get(id) !== reason);
      const over = [...written.keys()].filter((id) => !now.has(id));
      return {
        lines: [...changed.map(lineOf), ...over.map((id) => lineOf([id, '']))],
        taken(): void {
          written = now;
        },
      };
    },
    /** All that were written, for a new feed. */
    lines: (): readonly HeldLine[] => [...written].map(lineOf),
  };
}

function lineOf([publisher, reason]: readonly [string, string]): HeldLine {
  return { kind: 'held', publisher, reason };
}
