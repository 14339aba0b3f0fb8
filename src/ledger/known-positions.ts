import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';
import { isSamePosition, type Move, type Position, readPositions } from './positions.ts';
import { createRareLog } from './rare-log.ts';

/** The positions of this machine's journals, as this process has read or written them last. */
export type KnownPositions = {
  /** Reads those that are not known or were read too long ago, and forgets those of other journals. */
  readonly open: (journals: readonly string[]) => Promise<void>;
  /** Reads all of them again: one was not where it should be. */
  readonly refresh: () => Promise<void>;
  /** The database went back: the next `open` reads all of them. */
  readonly readAnew: () => void;
  readonly of: (journal: string) => Position | undefined;
  readonly moved: (moves: readonly Move[]) => void;
  /** The answer was lost: they may be moved or not. */
  readonly maybeMoved: (moves: readonly Move[]) => void;
};

/** A database that goes back, to a backup or an older standby, is noticed within this time without any traffic. */
const READ_MS = 10_000;

export function createKnownPositions(
  { query }: Database,
  { log, tickMs }: { readonly log: Log; readonly tickMs: () => number },
): KnownPositions {
  const known = new Map<string, Position | undefined>();
  const tried = new Map<string, Position>();
  const warn = createRareLog(log, tickMs);
  let readMs = Number.NEGATIVE_INFINITY;

  async function read(journals: readonly string[]): Promise<void> {
    const found = await readPositions(query, journals);
    for (const journal of journals) {
      const position = found.get(journal);
      const isExpected = [known, tried].some(
        (all) => all.has(journal) && isSamePosition(all.get(journal), position),
      );
      if (known.has(journal) && !isExpected) {
        warn(journal, { journal }, changeWords(known.get(journal), position));
      }
      known.set(journal, position);
      tried.delete(journal);
    }
  }

  function readAnew(): void {
    readMs = Number.NEGATIVE_INFINITY;
  }

  return {
    async open(journals) {
      const listed = new Set(journals);
      for (const map of [known, tried]) {
        for (const journal of map.keys()) if (!listed.has(journal)) map.delete(journal);
      }
      const isOld = tickMs() >= readMs + READ_MS;
      // Before it reads: the database may go back meanwhile.
      if (isOld) readMs = tickMs();
      try {
        await read(isOld ? journals : journals.filter((journal) => !known.has(journal)));
      } catch (error) {
        readAnew();
        throw error;
      }
    },
    readAnew,
    refresh: () => read([...known.keys()]),
    of: (journal) => known.get(journal),
    moved(moves) {
      for (const { journal, to } of moves) known.set(journal, to);
    },
    maybeMoved(moves) {
      for (const { journal, to } of moves) tried.set(journal, to);
      readAnew();
    },
  };
}

function changeWords(expected: Position | undefined, position: Position | undefined): string {
  const [had, now] = [expected, position].map(textOf);
  return `the position of this journal in the database is ${now}, and this machine had ${had}: it goes on from ${now}. The database was put back, or a copy of the journal is drained too`;
}

function textOf(position: Position | undefined): string {
  if (position === undefined) return 'its beginning';
  return `byte ${position.offset} of segment ${position.segment}`;
}
