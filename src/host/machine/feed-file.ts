import { appendFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { type FeedLine, HEADER_BYTES, headerText, lineText } from '../../store/feed/feed.ts';

/** The feed may grow by this much, and by its length when it was last written anew. */
const FEED_GROWTH_BYTES = 4 * 1024 * 1024;

/** The feed as the supervisor writes it. A file that cannot be written is an exception, and is not whole after it. */
export function createFeedFile(file: string, growthBytes = FEED_GROWTH_BYTES) {
  let edition = 0;
  let serial = 0;
  let bytes = 0;
  let bytesMax = 0;
  let isTorn = true;

  /** Written aside and then renamed: a worker reads one edition or the other. */
  function rewrite(lines: readonly FeedLine[]): void {
    isTorn = true;
    const text = lines.map((line) => lineText(line, serial)).join('');
    bytes = HEADER_BYTES + Buffer.byteLength(text);
    bytesMax = 2 * bytes + growthBytes;
    edition++;
    const header = headerText({ edition, serial, knownBytes: bytes });
    const next = `${file}.next`;
    writeFileSync(next, header + text, { mode: 0o600 });
    renameSync(next, file);
    isTorn = false;
  }

  return {
    /** False: it has to be written anew, because a writing failed, somebody has deleted it, or none was made yet. */
    isWhole: () => !isTorn && existsSync(file),
    append(lines: readonly FeedLine[]): void {
      isTorn = true;
      const text = lines.map((line) => lineText(line, ++serial)).join('');
      appendFileSync(file, text);
      bytes += Buffer.byteLength(text);
      isTorn = false;
    },
    /** With the last line of each thing. Every worker reads all of it. */
    renew(lines: readonly FeedLine[]): void {
      // No worker has read a line of this number, so none takes the file for known.
      serial++;
      rewrite(lines);
    },
    /** Whether it has grown so long that it should be written anew. */
    isTooLong: () => bytes > bytesMax,
    /** The same without what later lines replaced. Workers that have read everything so far read none of it. */
    shorten: rewrite,
  };
}
