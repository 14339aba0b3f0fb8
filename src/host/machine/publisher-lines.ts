import type { StoredPublisher } from '../../store/account-kinds.ts';
import type { HeldLine, PublisherLine } from '../../store/feed/feed.ts';
import type { Config } from '../config/config.ts';

export function createPublisherLines({ publishers }: Pick<Config, 'publishers'>) {
  const ids = new Set(publishers.map(({ id }) => id));
  return {
    /** Those of the config, which are not the store's to change. */
    isOfConfig: (id: string) => ids.has(id),
    linesOf: (all: readonly StoredPublisher[]): readonly PublisherLine[] =>
      all
        .filter(({ id }) => !ids.has(id))
        .map(({ id, state, definition, kept }) => ({
          kind: 'publisher',
          id,
          state,
          keys: kept.keys.map(({ hash }) => hash),
          definition,
        })),
  };
}

/** Publishers by id, with why they are held; undefined: they are served. The same map until something changes. */
export type HeldPublishers = () => ReadonlyMap<string, string | undefined>;

/** What the feed says of publishers that are held. */
export function createHeldLines(held: HeldPublishers) {
  let written: ReturnType<HeldPublishers> = new Map();
  return {
    /** What the feed does not have yet. `taken` is called once it is written. */
    news() {
      const now = held();
      if (now === written) return NO_NEWS;
      const isOther = ([id, reason]: readonly [string, string | undefined]) =>
        !written.has(id) || written.get(id) !== reason;
      const changed = [...now].filter(isOther);
      const over = [...written.keys()].filter((id) => !now.has(id));
      return {
        lines: [...changed.map(lineOf), ...over.map(forgotten)],
        taken(): void {
          written = now;
        },
      };
    },
    /** All that were written, for a new feed. */
    lines: (): readonly HeldLine[] => [...written].map(lineOf),
  };
}

const NO_NEWS = { lines: [], taken() {} };

function lineOf([publisher, reason = '']: readonly [string, string | undefined]): HeldLine {
  return { kind: 'held', publisher, reason };
}

function forgotten(publisher: string): HeldLine {
  return { kind: 'held', publisher, reason: null };
}
