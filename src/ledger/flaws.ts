import { link } from 'node:fs/promises';
import type { Log } from '../lib/log.ts';
import { createRareLog } from '../lib/rare-log.ts';
import { type Flaw, filesOf, type Segment, type SegmentFlaw } from './read-journals.ts';

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
