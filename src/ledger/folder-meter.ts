import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSegmentName } from './segment-name.ts';

/** How much the journals of a folder hold: measured now and then, and what was added since. */
export type FolderMeter = {
  readonly bytes: () => number;
  readonly add: (bytes: number) => void;
};

const MEASURE_MS = 1000;

export function createFolderMeter(folder: string, tickMs: () => number): FolderMeter {
  let bytes = 0;
  let sinceMeasured = 0;
  let dueMs = Number.NEGATIVE_INFINITY;

  async function measure(): Promise<void> {
    sinceMeasured = 0;
    try {
      bytes = await journalBytes(folder);
    } catch {
      // No folder yet, or one that cannot be read now: the writes will tell.
    }
  }

  return {
    bytes() {
      const now = tickMs();
      if (now >= dueMs) {
        dueMs = now + MEASURE_MS;
        void measure();
      }
      return bytes + sinceMeasured;
    },
    add(more) {
      sinceMeasured += more;
    },
  };
}

export async function journalBytes(folder: string): Promise<number> {
  const segments = (await readdir(folder)).filter((name) => readSegmentName(name) !== undefined);
  // One that was drained and removed meanwhile holds nothing.
  const sizes = segments.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
