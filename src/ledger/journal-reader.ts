import { open } from 'node:fs/promises';
import type { Entry } from './entry.ts';
import { LINE_BYTES_MAX, readLine } from './journal-line.ts';

export type Batch = {
  readonly entries: readonly Entry[];
  /** The offset of each entry. */
  readonly offsets: readonly number[];
  /** Intact lines that this version does not know. */
  readonly unknown: number;
  /** The offset after the last line that was read. */
  readonly nextOffset: number;
  /**
   * Why reading stopped there. 'more': the batch is full. 'end': the file ends. 'torn': an incomplete line follows,
   * which is being written or whose write failed. 'damaged': a line with a wrong checksum follows.
   */
  readonly stop: 'more' | 'end' | 'torn' | 'damaged';
};

/** The part of a file from one offset to before another. */
export type Part = { readonly file: string; readonly from: number; readonly to: number };

/** Enough for at least one line of any length. */
const READ_BYTES = 2 * LINE_BYTES_MAX;
const NEWLINE = 0x0a;

export async function readBatch({ file, from, to }: Part, linesMax: number): Promise<Batch> {
  const handle = await open(file, 'r');
  try {
    const wanted = Math.min(READ_BYTES, to - from);
    const bytes = Buffer.allocUnsafe(wanted);
    let length = 0;
    while (length < wanted) {
      const { bytesRead } = await handle.read(bytes, length, wanted - length, from + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const batch = readLines(bytes.subarray(0, length), linesMax);
    const isCut = batch.stop === 'torn' && length === READ_BYTES && batch.nextOffset > 0;
    return {
      ...batch,
      offsets: batch.offsets.map((inBytes) => from + inBytes),
      nextOffset: from + batch.nextOffset,
      stop: isCut ? 'more' : batch.stop,
    };
  } finally {
    await handle.close();
  }
}

/** Reads the entries at the beginning of any bytes. */
export function readLines(bytes: Buffer, linesMax: number): Batch {
  const entries: Entry[] = [];
  const offsets: number[] = [];
  let unknown = 0;
  let offset = 0;
  const stopped = (stop: Batch['stop']): Batch => ({
    ...{ entries, offsets, unknown, stop },
    nextOffset: offset,
  });
  for (let lines = 0; lines < linesMax; lines++) {
    if (offset === bytes.length) return stopped('end');
    const end = bytes.indexOf(NEWLINE, offset);
    if (end === -1) return stopped(bytes.length - offset > LINE_BYTES_MAX ? 'damaged' : 'torn');
    const read = readLine(bytes.subarray(offset, end));
    if (read === 'damaged') return stopped('damaged');
    if (read === 'unknown') unknown++;
    else {
      entries.push(read);
      offsets.push(offset);
    }
    offset = end + 1;
  }
  return stopped('more');
}
