import type { Database } from './database.ts';
import { type Drained, removeRetired, retireSegment } from './segments.ts';

/** Removes segments that the drains of all databases have read to their end. */
export type Retirement = {
  /** The drain of this database has read a finished segment to its end. */
  readonly done: (index: number, drained: Drained) => Promise<void>;
  /** Completes removals that were interrupted. Waits for databases that cannot be reached yet. */
  readonly resume: () => Promise<void>;
  readonly forgetAllBut: (names: ReadonlySet<string>) => void;
};

/** The databases in their order; undefined while one cannot be reached. */
export function createRetirement(
  folder: string,
  databases: readonly (() => Database | undefined)[],
): Retirement {
  const doneBy = new Map<string, Map<number, Drained>>();
  const reachable = () => databases.flatMap((database) => database() ?? []);

  return {
    async done(index, drained) {
      const { segment, bytes } = drained;
      const marks = doneBy.get(segment) ?? new Map<number, Drained>();
      doneBy.set(segment, marks.set(index, drained));
      const same = [...marks.values()].filter((mark) => mark.bytes === bytes);
      if (same.length < databases.length) return;
      const isDamaged = same.some((mark) => mark.isDamaged);
      doneBy.delete(segment);
      await retireSegment(folder, reachable(), { segment, bytes, isDamaged });
    },
    async resume() {
      const open = reachable();
      if (open.length === databases.length) await removeRetired(folder, open);
    },
    forgetAllBut(names) {
      for (const name of doneBy.keys()) if (!names.has(name)) doneBy.delete(name);
    },
  };
}
