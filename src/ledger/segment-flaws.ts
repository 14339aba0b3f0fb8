import type { Log } from '../lib/log.ts';
import type { SegmentFlaw } from './read-journals.ts';
import { type Flaw, type JournalFiles, KEPT_FILES_MAX, keepSegment } from './segments.ts';

const WORDS: Readonly<Record<Flaw, string>> = {
  damaged: 'a journal is damaged: the rest of this segment is lost',
  unknown:
    'a journal has entries that this version does not know: they are not counted. docs/ledger.md says how a version that knows them counts them',
};

/** Keeps segments that are damaged or have entries of another version, for an operator, and logs each of them once. */
export function createSegmentFlaws(folder: string, log: Log) {
  const known: Readonly<Record<Flaw, Map<string, number>>> = {
    damaged: new Map(),
    unknown: new Map(),
  };
  return {
    async keep(flaws: readonly SegmentFlaw[]): Promise<void> {
      for (const { segment, flaw, offset, lines } of flaws) {
        if (known[flaw].has(segment.segment)) continue;
        const isKept = await keepSegment(folder, segment, flaw);
        known[flaw].set(segment.segment, offset);
        const kept = isKept ? `${segment.segment}.${flaw}` : `none: there are ${KEPT_FILES_MAX}`;
        const { segment: name, bytes } = segment;
        log.error(
          { segment: name, ...(lines > 0 ? { lines } : { offset, bytes }), kept },
          WORDS[flaw],
        );
      }
    },
    /** Where the damage of a segment begins. */
    damageOf: (segment: string) => known.damaged.get(segment),
    forgetAllBut(journals: readonly JournalFiles[]): void {
      const names = new Set(journals.flatMap(({ segments }) => segments.map((one) => one.segment)));
      for (const of of Object.values(known)) {
        for (const name of of.keys()) if (!names.has(name)) of.delete(name);
      }
    },
  };
}
