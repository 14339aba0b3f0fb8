import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Limited } from '../ledger/budgets/worker-slices.ts';

/**
 * The file by which the supervisor tells its workers of the campaigns of the store. A later line about a campaign
 * replaces the earlier ones. A worker that starts reads all of it, and each reads on when it is told to. The supervisor
 * writes the file anew when it has grown too long; the header lets workers go on where they were.
 */
export type FeedLine = {
  readonly partner: string;
  readonly campaign: string;
  readonly revision: number;
  /** Its place in the budget slices. */
  readonly place: number;
  readonly limited: Limited;
  /** The campaign as JSON; '': it does not serve. */
  readonly text: string;
};

// Names and ids have no tabs, and JSON escapes them.
const TAB = '\t';

export function feedText(lines: readonly FeedLine[]): string {
  return lines
    .map(({ partner, campaign, revision, place, limited, text }) => {
      const flags = Number(limited.micros) + 2 * Number(limited.impressions);
      return `${[partner, campaign, revision, place, flags, text].join(TAB)}\n`;
    })
    .join('');
}

function readLine(line: string): FeedLine {
  const [partner = '', campaign = '', revision, place, flags, text = ''] = line.split(TAB);
  return {
    partner,
    campaign,
    revision: Number(revision),
    place: Number(place),
    limited: { micros: (Number(flags) & 1) === 1, impressions: (Number(flags) & 2) === 2 },
    text,
  };
}

/** Stands before the lines. */
export type FeedHeader = {
  /** Grows each time the file is written anew. */
  readonly edition: number;
  /** Who knows this revision knows all of the first `knownBytes` of the file. */
  readonly revision: number;
  readonly knownBytes: number;
};

const NUMBER_DIGITS = 16;
export const HEADER_BYTES = 3 * NUMBER_DIGITS + 1;

export function headerText({ edition, revision, knownBytes }: FeedHeader): string {
  const numbers = [edition, revision, knownBytes];
  return `${numbers.map((number) => String(number).padStart(NUMBER_DIGITS)).join('')}\n`;
}

function readHeader(text: string): FeedHeader {
  const numberAt = (index: number) =>
    Number(text.slice(index * NUMBER_DIGITS, (index + 1) * NUMBER_DIGITS));
  return { edition: numberAt(0), revision: numberAt(1), knownBytes: numberAt(2) };
}

/** Returns the lines that were added since the last call. */
export function createFeedReader(file: string): () => readonly FeedLine[] {
  let offset = HEADER_BYTES;
  let edition: number | undefined;
  let revision = 0;
  return () => {
    const descriptor = openSync(file, 'r');
    try {
      const header = readFrom(descriptor, 0, HEADER_BYTES);
      // Before the supervisor has written anything.
      if (header.length < HEADER_BYTES) return [];
      const first = readHeader(header.toString('latin1'));
      if (first.edition !== edition) {
        const isKnown = edition !== undefined && revision >= first.revision;
        offset = isKnown ? first.knownBytes : HEADER_BYTES;
        edition = first.edition;
      }
      const added = readFrom(descriptor, offset, fstatSync(descriptor).size - offset);
      // The supervisor may be writing the last line just now.
      const end = added.lastIndexOf(NEWLINE) + 1;
      offset += end;
      const lines = added.toString('utf8', 0, end).split('\n').filter(Boolean).map(readLine);
      revision = lines.reduce((last, line) => Math.max(last, line.revision), revision);
      return lines;
    } finally {
      closeSync(descriptor);
    }
  };
}

const NEWLINE = 10;

function readFrom(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length));
  let read = 0;
  while (read < bytes.length) {
    const count = readSync(descriptor, bytes, read, bytes.length - read, offset + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}
