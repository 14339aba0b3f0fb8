/**
 * A processor moves memory between its cores by lines of 64 bytes, and fetches two of them at a time. Words that different
 * processes write are at least this far apart, and so are words that all of them read: else each write takes the line
 * from everybody.
 */
export const LINE_BYTES = 128;

export function toWholeLines(bytes: number): number {
  return Math.ceil(bytes / LINE_BYTES) * LINE_BYTES;
}
