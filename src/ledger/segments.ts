import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import { createRareLog } from '../lib/rare-log.ts';

const SEGMENT_NAME = /^(.+)-(\d{1,9})\.log$/;

/** The name of the file of a segment. */
export function segmentName(journal: string, number: number): string {
  return `${journal}-${number}.log`;
}

/** undefined for files that are not segments. */
export function readSegmentName(segment: string) {
  const [, journal, number] = SEGMENT_NAME.exec(segment) ?? [];
  return journal === undefined ? undefined : { segment, journal, number: Number(number) };
}

export type Segment = {
  /** The name of its file. */
  readonly segment: string;
  readonly number: number;
  readonly file: string;
  /** Its size when it was listed. */
  readonly bytes: number;
  /** Whether no worker will write to it again. */
  readonly isFinished: boolean;
};

/** The segments of one worker, in the order they were written. */
export type JournalFiles = { readonly journal: string; readonly segments: readonly Segment[] };

/** The journals of a folder, in the order of their names. */
export async function listJournals(
  folder: string,
  isWriterAlive: (journal: string) => boolean,
): Promise<readonly JournalFiles[]> {
  const names = (await filesOf(folder)).flatMap((name) => readSegmentName(name) ?? []);
  const byJournal = [...Map.groupBy(names, ({ journal }) => journal)];
  const journals = byJournal
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(async ([journal, own]) => {
      const inOrder = own.toSorted((a, b) => a.number - b.number);
      // Before the sizes are read: nothing can be written between the two.
      const writtenTo = isWriterAlive(journal) ? inOrder.at(-1) : undefined;
      const segments = inOrder.map(async (name): Promise<readonly Segment[]> => {
        const { segment, number } = name;
        const file = join(folder, segment);
        const bytes = await stat(file).then(({ size }) => size, ifGone(undefined));
        const isFinished = name !== writtenTo;
        return bytes === undefined ? [] : [{ segment, number, file, bytes, isFinished }];
      });
      return { journal, segments: (await Promise.all(segments)).flat() };
    });
  return (await Promise.all(journals)).filter(({ segments }) => segments.length > 0);
}

/** The size of all journals of a folder. */
export async function journalBytes(folder: string): Promise<number> {
  const journals = await listJournals(folder, () => true);
  const segments = journals.flatMap((journal) => journal.segments);
  return segments.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Between these two names a segment is checked for the last time. */
const REMOVING = '.removing';

/** Removes a drained segment. Resolves to false where it has grown since it was listed, and keeps it. */
export async function removeSegment({ file, bytes }: Segment): Promise<boolean> {
  const renamed = `${file}${REMOVING}`;
  const isThere = await rename(file, renamed).then(() => true, ifGone(false));
  if (!isThere) return true;
  // A writer that seemed dead wrote to it. A write after the rename is noticed by the writer, which checks the name.
  if ((await stat(renamed)).size !== bytes) {
    await rename(renamed, file);
    return false;
  }
  await rm(renamed, { force: true });
  return true;
}

/** Undoes removals that a killed process had begun. The position of the journal says what is left to drain. */
export async function undoRemovals(folder: string): Promise<void> {
  for (const name of await filesOf(folder)) {
    const file = join(folder, name);
    if (name.endsWith(REMOVING)) {
      await rename(file, file.slice(0, -REMOVING.length)).catch(ifGone(undefined));
    }
  }
}

/** Why a segment is not drained whole. Of one that is cut, nothing is kept: no entry can be made of what follows. */
type Flaw = 'damaged' | 'unknown' | 'cut';

/** Files of one kind that are kept for an operator. */
const KEPT_FILES_MAX = 16;

/** By a second name: a worker may still write to it, and the drain removes the first. */
async function keepSegment(
  folder: string,
  { segment, file }: Segment,
  flaw: Flaw,
): Promise<string> {
  const second = `${segment}.${flaw}`;
  const kept = (await filesOf(folder)).filter((name) => name.endsWith(`.log.${flaw}`));
  if (kept.includes(second)) return second;
  if (kept.length >= KEPT_FILES_MAX) return `none: there are ${KEPT_FILES_MAX}`;
  return link(file, `${file}.${flaw}`).then(
    () => second,
    (error: Error) => `none: ${error.message}`,
  );
}

export type SegmentFlaw = {
  readonly segment: Segment;
  readonly flaw: Flaw;
  /** Where it was found. */
  readonly offset: number;
  /** An entry is a line, and a damaged newline makes one line of two entries. */
  readonly lines: number;
  /** Of the lines that are damaged or cut. */
  readonly bytes?: number;
};

const FLAW_WORDS: Readonly<Record<Flaw, string>> = {
  damaged: 'a journal is damaged: the entries in these lines are lost, and all others count',
  unknown:
    'a journal has entries that this version does not know: they are not counted. docs/ledger.md says how a version that knows them counts them',
  cut: 'a journal ends in the middle of a line. Where its worker was killed, or the disk was full, nothing acknowledged is lost; where the file was cut, all entries from there on are',
};

/** Keeps segments that are damaged or have entries of another version, for an operator, and logs what is wrong with them. */
export function createFlawKeeper(folder: string, log: Log, tickMs: () => number) {
  // A damaged disk, as a full one, has many of them.
  const logLost = createRareLog(log, tickMs, 'error');
  const logCut = createRareLog(log, tickMs);
  return async (flaws: readonly SegmentFlaw[]): Promise<void> => {
    for (const { segment, flaw, ...found } of flaws) {
      const facts = { segment: segment.segment, ...found };
      if (flaw === 'cut') logCut(flaw, facts, FLAW_WORDS[flaw]);
      else {
        const kept = await keepSegment(folder, segment, flaw);
        logLost(flaw, { ...facts, kept }, FLAW_WORDS[flaw]);
      }
    }
  };
}

/** A synced file survives a power failure only once its name is durable. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function filesOf(folder: string): Promise<readonly string[]> {
  // No journal was written yet.
  return readdir(folder).catch(ifGone([]));
}

/** Another process may remove a file at any time. */
export function ifGone<T>(value: T): (error: { readonly code?: unknown }) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
