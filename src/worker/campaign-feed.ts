import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Limited } from '../ledger/budgets/worker-slices.ts';

/**
 * The file by which the supervisor tells its workers of the campaigns of the store. It only grows: a later line about
 * a campaign replaces the earlier ones. A worker that starts reads all of it, and each reads on when it is told to.
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

/** Returns the lines that were added since the last call. */
export function createFeedReader(file: string): () => readonly FeedLine[] {
  let offset = 0;
  return () => {
    const added = readFrom(file, offset);
    // The supervisor may be writing the last line just now.
    const end = added.lastIndexOf(NEWLINE) + 1;
    offset += end;
    return added.toString('utf8', 0, end).split('\n').filter(Boolean).map(readLine);
  };
}

const NEWLINE = 10;

function readFrom(file: string, offset: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - offset));
    let read = 0;
    while (read < bytes.length) {
      const count = readSync(descriptor, bytes, read, bytes.length - read, offset + read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
}
