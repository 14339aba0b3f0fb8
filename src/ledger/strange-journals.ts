import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import type { Database } from '../lib/sql/database.ts';
import { isSamePosition, type JournalPosition, type Move, movePositions } from './positions.ts';
import { ifGone, type JournalFiles, segmentName, syncFolder } from './segments.ts';

type StrangeJournalsOptions = {
  readonly folder: string;
  readonly database: Database;
  readonly nowMs: () => number;
  readonly log: Log;
};

const NEWLINE = 0x0a;

/**
 * Journals whose position in the database is of another file with the same name: the whole machine was put back to a
 * snapshot after its journal was drained, and its workers wrote on. What they wrote since is not behind that position.
 */
export function createStrangeJournals(
  { folder, database, nowMs, log }: StrangeJournalsOptions,
  positionOf: (journal: string) => JournalPosition | undefined,
) {
  const own = new Map<string, JournalPosition>();
  /** Of workers that ran when the snapshot was made. Their next segments may be strange as well. */
  const renamed = new Set<string>();

  /** A position is behind a line. Where nobody writes any more, one behind the end is that of a longer copy. */
  async function isStrange(
    { journal, segments }: JournalFiles,
    { segment, offset }: JournalPosition,
  ) {
    const newest = segments.at(-1);
    if (newest === undefined || offset === 0) return false;
    const isNoCopy = !newest.isFinished || renamed.has(journal);
    const before = await byteAt(join(folder, segmentName(journal, segment)), offset - 1);
    // A segment that is not there was drained, unless it would be newer than all.
    if (before === 'no file') return isNoCopy && segment > newest.number;
    return before === 'end' ? isNoCopy : before !== NEWLINE;
  }

  async function renameOne({ journal, segments }: JournalFiles): Promise<void> {
    const name = `${journal}~${crypto.randomUUID()}`;
    const to = own.get(journal);
    if (to !== undefined) {
      await movePositions(database.query, [{ journal: name, from: undefined, to }], nowMs());
    }
    for (const { file, number } of segments) {
      await rename(file, join(folder, segmentName(name, number)));
    }
    await syncFolder(folder);
    own.delete(journal);
    renamed.add(journal);
    log.error(
      { journal, name },
      'the position of this journal in the database is not behind a line: this machine was put back to a snapshot, or the file is damaged. It is drained under another name, and counts that were drained before may be counted twice; facts are not',
    );
  }

  return {
    /**
     * Gives each strange journal a name of its own, under which it is drained as far as this process has not drained it.
     * Its writer notices that, and begins a new segment. Resolves to whether there was one.
     */
    async rename(journals: readonly JournalFiles[]): Promise<boolean> {
      const listed = new Set(journals.map(({ journal }) => journal));
      for (const journal of own.keys()) if (!listed.has(journal)) own.delete(journal);
      let isAny = false;
      for (const files of journals) {
        const position = positionOf(files.journal);
        if (position === undefined || isSamePosition(position, own.get(files.journal))) continue;
        if (await isStrange(files, position)) {
          isAny = true;
          await renameOne(files);
        } else own.set(files.journal, position);
      }
      return isAny;
    },
    /** This process has moved these positions itself. */
    moved(moves: readonly Move[]): void {
      for (const { journal, to } of moves) own.set(journal, to);
    },
  };
}

async function byteAt(file: string, offset: number): Promise<number | 'end' | 'no file'> {
  await using handle = await open(file, 'r').catch(ifGone(undefined));
  if (handle === undefined) return 'no file';
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, offset);
  return bytesRead === 0 ? 'end' : (buffer[0] ?? 'end');
}
