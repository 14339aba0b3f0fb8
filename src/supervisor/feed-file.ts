import { appendFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { type FeedLine, HEADER_BYTES, headerText, lineText } from '../worker/campaign-feed.ts';

/** The feed as the supervisor writes it. A file that cannot be written is an exception, and is not whole after it. */
export type FeedFile = {
  /** False: it has to be written anew, because a writing failed, somebody has deleted it, or none was made yet. */
  readonly isWhole: () => boolean;
  readonly append: (lines: readonly FeedLine[]) => void;
  /** With the last line of each campaign. Every worker reads all of it. */
  readonly renew: (lines: readonly FeedLine[]) => void;
  /** Whether it has grown so long that it should be written anew. */
  readonly isTooLong: () => boolean;
  /** The same without what later lines replaced. Workers that have read everything so far read none of it. */
  readonly shorten: (lines: readonly FeedLine[]) => void;
};

/** The feed may grow by this much, and by its length when it was last written anew. */
export const FEED_GROWTH_BYTES = 4 * 1024 * 1024;

export function createFeedFile(file: string, growthBytes = FEED_GROWTH_BYTES): FeedFile {
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
    isWhole: () => !isTorn && existsSync(file),
    append(lines) {
      isTorn = true;
      const text = lines.map((line) => lineText(line, ++serial)).join('');
      appendFileSync(file, text);
      bytes += Buffer.byteLength(text);
      isTorn = false;
    },
    renew(lines) {
      // No worker has read a line of this number, so none takes the file for known.
      serial++;
      rewrite(lines);
    },
    isTooLong: () => bytes > bytesMax,
    shorten: rewrite,
  };
}
