import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Limited } from '../ledger/budgets/worker-slices.ts';

/**
 * The file by which the supervisor tells its workers of the campaigns of the store, and of the rates of all campaigns. A
 * later line about a campaign, or about its rates, replaces the earlier ones. A worker that starts reads all of it, and
 * each reads on when it is told to. The supervisor writes the file anew when it has grown too long; the header lets
 * workers go on where they were.
 */
export type FeedLine = {
  readonly partner: string;
  readonly campaign: string;
  /** Its row in the memory of the budget slices, or `RATES_ROW`. */
  readonly row: number;
  readonly limited: Limited;
  /** The campaign as JSON; '': it does not serve. Of rates, as `packRates` writes them; '': none are known. */
  readonly text: string;
};

/** A line with this row tells the rates of what it names, which is a campaign or another thing that has rates. */
export const RATES_ROW = -1;

const TAB = '\t';

/** A line is cut at tabs and ends with a newline. JSON has neither, but the id of an offer is what its shop says. */
const escaped = (name: string): string => (/[\t\n%]/.test(name) ? encodeURIComponent(name) : name);
const unescaped = (name: string): string => (name.includes('%') ? decodeURIComponent(name) : name);

/** `serial` grows from line to line. Revisions of the store do not: they fall where the database goes back. */
export function lineText(line: FeedLine, serial: number): string {
  const { partner, campaign, row, limited, text } = line;
  const flags = Number(limited.micros) + 2 * Number(limited.impressions);
  return `${[serial, partner, escaped(campaign), row, flags, text].join(TAB)}\n`;
}

function readLine(line: string): FeedLine & { readonly serial: number } {
  const [serial, partner = '', campaign = '', row, flags, text = ''] = line.split(TAB);
  return {
    serial: Number(serial),
    partner,
    campaign: unescaped(campaign),
    row: Number(row),
    limited: { micros: (Number(flags) & 1) === 1, impressions: (Number(flags) & 2) === 2 },
    text,
  };
}

/** Stands before the lines. */
type FeedHeader = {
  /** Grows each time the file is written anew. */
  readonly edition: number;
  /** Who has read the line of this serial number, or a later one, knows all of the first `knownBytes` of the file. */
  readonly serial: number;
  readonly knownBytes: number;
};

const NUMBER_DIGITS = 16;
export const HEADER_BYTES = 3 * NUMBER_DIGITS + 1;

export function headerText({ edition, serial, knownBytes }: FeedHeader): string {
  const numbers = [edition, serial, knownBytes];
  return `${numbers.map((number) => String(number).padStart(NUMBER_DIGITS)).join('')}\n`;
}

function readHeader(text: string): FeedHeader {
  const numberAt = (index: number) =>
    Number(text.slice(index * NUMBER_DIGITS, (index + 1) * NUMBER_DIGITS));
  return { edition: numberAt(0), serial: numberAt(1), knownBytes: numberAt(2) };
}

/** Returns the lines that were added since the last call. */
export function createFeedReader(file: string): () => readonly FeedLine[] {
  let offset = HEADER_BYTES;
  let edition: number | undefined;
  let serial = 0;
  let isFirst = true;
  return () => {
    const descriptor = isFirst ? openSync(file, 'r') : openIfThere(file);
    if (descriptor === undefined) return [];
    isFirst = false;
    try {
      const header = readFrom(descriptor, 0, HEADER_BYTES);
      // Before the supervisor has written anything.
      if (header.length < HEADER_BYTES) return [];
      const first = readHeader(header.toString('latin1'));
      if (first.edition !== edition) {
        const isKnown = edition !== undefined && serial >= first.serial;
        offset = isKnown ? first.knownBytes : HEADER_BYTES;
        edition = first.edition;
      }
      const added = readFrom(descriptor, offset, fstatSync(descriptor).size - offset);
      // The supervisor may be writing the last line just now.
      const end = added.lastIndexOf(NEWLINE) + 1;
      offset += end;
      const lines = added.toString('utf8', 0, end).split('\n').filter(Boolean).map(readLine);
      serial = lines.at(-1)?.serial ?? serial;
      return lines.map(({ serial: _, ...line }) => line);
    } finally {
      closeSync(descriptor);
    }
  };
}

/** undefined where somebody has deleted the file: the supervisor then moves its workers to another one. */
function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
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
