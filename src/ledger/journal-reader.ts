import { open } from 'node:fs/promises';
import type { Entry } from './entry.ts';
import { LINE_BYTES_MAX, readLine } from './journal-line.ts';

export type Batch = {
  readonly entries: readonly Entry[];
  /** Whole lines that mean nothing to this version. */
  readonly unknown: number;
  /** Behind the last line that was read. */
  readonly nextOffset: number;
  /**
   * Why it stopped there: 'more' may follow; nothing does ('end'); a line that is not whole does ('torn'),
   * as while it is being written, or ever after if that failed; a line that is not what was written does.
   */
  readonly stop: 'more' | 'end' | 'torn' | 'damaged';
};

/** One line at least, however long. */
const READ_BYTES = 2 * LINE_BYTES_MAX;
const NEWLINE = 0x0a;

export async function readBatch(file: string, offset: number, linesMax: number): Promise<Batch> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.allocUnsafe(READ_BYTES);
    let length = 0;
    while (length < READ_BYTES) {
      const position = offset + length;
      const { bytesRead } = await handle.read(bytes, length, READ_BYTES - length, position);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const batch = readLines(bytes.subarray(0, length), linesMax);
    const isCut = batch.stop === 'torn' && length === READ_BYTES && batch.nextOffset > 0;
    return {
      ...batch,
      nextOffset: offset + batch.nextOffset,
      stop: isCut ? 'more' : batch.stop,
    };
  } finally {
    await handle.close();
  }
}

/** The entries at the beginning of these bytes. Takes whatever it is given. */
export function readLines(bytes: Buffer, linesMax: number): Batch {
  const entries: Entry[] = [];
  let unknown = 0;
  let offset = 0;
  const stopped = (stop: Batch['stop']): Batch => ({ entries, unknown, nextOffset: offset, stop });
  for (let lines = 0; lines < linesMax; lines++) {
    if (offset === bytes.length) return stopped('end');
    const end = bytes.indexOf(NEWLINE, offset);
    if (end === -1) return stopped(bytes.length - offset > LINE_BYTES_MAX ? 'damaged' : 'torn');
    const read = readLine(bytes.subarray(offset, end));
    if (read === 'damaged') return stopped('damaged');
    if (read === 'unknown') unknown++;
    else entries.push(read);
    offset = end + 1;
  }
  return stopped('more');
}
