import { diagnosisOf } from './diagnose.ts';
import type { DrainOptions } from './drain-options.ts';
import { createSegmentDrain } from './segment-drain.ts';
import { listSegments, type Segment } from './segments.ts';

/** Drains all journals of one folder. */
export type FolderDrain = {
  /** Drains everything that is there now. Rejects at the end where the database or the disk fails. */
  readonly drain: () => Promise<void>;
  /**
   * Every fact recorded before is in the database. undefined before the first complete drain. A finished segment
   * that cannot be read does not hold this time back.
   */
  readonly caughtUpMs: () => number | undefined;
  /** Not drained yet, at the last attempt. */
  readonly backlogBytes: () => number;
  readonly refusedCalls: () => number;
};

export function createFolderDrain(options: DrainOptions): FolderDrain {
  const { folder, database, retirement, nowMs, log } = options;
  const segmentDrain = createSegmentDrain(options, (bytes) => {
    backlogBytes = Math.max(0, backlogBytes - bytes);
  });
  /** Segments whose failure is logged already. */
  const failing = new Set<string>();
  let hasRemovedRetired = false;
  let backlogBytes = 0;
  let caughtUpMs: number | undefined;

  /** Resolves to the failure of this segment. Rejects where the database fails, which concerns all segments. */
  async function tryDrain(segment: Segment): Promise<Error | undefined> {
    const { segment: name } = segment;
    try {
      await segmentDrain.drain(segment);
      failing.delete(name);
      return undefined;
    } catch (error) {
      // Another drain may have changed positions and files.
      segmentDrain.forgetPositions();
      hasRemovedRetired = false;
      await database.query('select 1');
      const reason = diagnosisOf(error) ?? (error as Error).message;
      if (!failing.has(name)) log.error({ segment: name, reason }, 'a journal cannot be drained');
      failing.add(name);
      return new Error(`${name}: ${reason}`, { cause: error });
    }
  }

  return {
    async drain() {
      const startedMs = nowMs();
      const segments = await listSegments(folder, options.isWriterAlive);
      const names = new Set(segments.map(({ segment }) => segment));
      segmentDrain.forgetAllBut(names);
      retirement.forgetAllBut(names);
      for (const name of failing) if (!names.has(name)) failing.delete(name);
      backlogBytes = segments.reduce((sum, one) => sum + segmentDrain.undrainedBytes(one), 0);
      if (!hasRemovedRetired) await retirement.resume();
      hasRemovedRetired = true;
      let fault: Error | undefined;
      let isLiveSegmentFailing = false;
      for (const segment of segments) {
        const failure = await tryDrain(segment);
        fault ??= failure;
        isLiveSegmentFailing ||= failure !== undefined && !segment.isFinished;
      }
      if (!isLiveSegmentFailing) caughtUpMs = startedMs;
      if (fault !== undefined) throw fault;
      backlogBytes = 0;
    },
    caughtUpMs: () => caughtUpMs,
    backlogBytes: () => backlogBytes,
    refusedCalls: segmentDrain.refusedCalls,
  };
}
