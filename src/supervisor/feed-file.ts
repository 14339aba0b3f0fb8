import { appendFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { type FeedLine, feedText, HEADER_BYTES, headerText } from '../worker/campaign-feed.ts';

/** The feed as the supervisor writes it. */
export type FeedFile = {
  /** False: somebody has deleted the file, and it has to be written anew. */
  readonly append: (lines: readonly FeedLine[]) => boolean;
  /** Whether it has grown so long that it should be written anew. */
  readonly isTooLong: () => boolean;
  /** With the last line of each campaign only. Workers that know the revision so far read none of it. */
  readonly rewrite: (lines: readonly FeedLine[]) => void;
};

/** The feed may grow by this much, and by its length when it was last written anew. */
export const FEED_GROWTH_BYTES = 4 * 1024 * 1024;

export function createFeedFile(file: string, growthBytes = FEED_GROWTH_BYTES): FeedFile {
  let edition = 0;
  let revision = 0;
  let bytes = 0;
  let bytesMax = 0;

  function know(lines: readonly FeedLine[]): void {
    for (const line of lines) revision = Math.max(revision, line.revision);
  }

  /** Renamed into its place: a worker reads one edition or the other. */
  function rewrite(lines: readonly FeedLine[]): void {
    know(lines);
    const text = feedText(lines);
    bytes = HEADER_BYTES + Buffer.byteLength(text);
    bytesMax = 2 * bytes + growthBytes;
    edition++;
    const header = headerText({ edition, revision, knownBytes: bytes });
    const next = `${file}.next`;
    writeFileSync(next, header + text, { mode: 0o600 });
    renameSync(next, file);
  }

  rewrite([]);
  return {
    append(lines) {
      if (!existsSync(file)) return false;
      const text = feedText(lines);
      appendFileSync(file, text);
      bytes += Buffer.byteLength(text);
      know(lines);
      return true;
    },
    isTooLong: () => bytes > bytesMax,
    rewrite,
  };
}
