import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSegmentName } from './segment-name.ts';

/** The size of all journals of a folder: measured once a second, plus the bytes written since. */
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
      // The folder does not exist yet or cannot be read: the next write reports it.
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
  // A segment may be drained and removed meanwhile.
  const sizes = segments.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
