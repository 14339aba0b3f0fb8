import { listJournals } from './segments.ts';

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
      // It cannot be read: the next write reports it.
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
  const journals = await listJournals(folder, () => true);
  const segments = journals.flatMap((journal) => journal.segments);
  return segments.reduce((sum, { bytes }) => sum + bytes, 0);
}
