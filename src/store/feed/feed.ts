import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Limited } from '../../ledger/budgets/portion-memory.ts';
import type { AccountState, PartnerDefinition, PublisherDefinition } from '../account-kinds.ts';

/**
 * The file by which the supervisor tells its workers of what is in the store, and of the rates of all campaigns. A later
 * line about the same thing replaces the earlier ones. A worker that starts reads all of it, and each reads on when it is
 * told to. The supervisor writes the file anew when it has grown too long; the header lets workers go on where they were.
 */
export type FeedLine =
  | CampaignLine
  | RatesLine
  | PublisherLine
  | PartnerLine
  | HeldLine
  | BlockedLine
  | WholeLine;

export type CampaignLine = {
  readonly kind: 'campaign';
  readonly partner: string;
  readonly campaign: string;
  /** Its row in the memory of the budgets. */
  readonly row: number;
  readonly limited: Limited;
  /** The campaign as JSON; '': it does not serve. */
  readonly text: string;
};

/** Of a campaign, or of another thing that has rates. */
export type RatesLine = {
  readonly kind: 'rates';
  readonly partner: string;
  readonly name: string;
  /** As `packRates` writes them; '': none are known. */
  readonly text: string;
};

/** A publisher of the store. */
export type PublisherLine = {
  readonly kind: 'publisher';
  readonly id: string;
  readonly state: AccountState;
  /** The SHA-256 of each, as base64url. */
  readonly keys: readonly string[];
  readonly definition: PublisherDefinition;
};

/** A partner of the store. One that was removed has a line too: its notices come weeks later. */
export type PartnerLine = {
  readonly kind: 'partner';
  readonly name: string;
  /** Its row in the shared memory. Without one it is not asked. */
  readonly row?: number;
  readonly state: AccountState;
  readonly definition: PartnerDefinition;
};

/** Whether a publisher, of the config or of the store, is held. */
export type HeldLine = {
  readonly kind: 'held';
  readonly publisher: string;
  /** A sentence; '': it is served; null: nothing is known of it any more. */
  readonly reason: string | null;
};

/** The domains of all advertisers that the exchange blocks. */
export type BlockedLine = { readonly kind: 'blocked'; readonly domains: readonly string[] };

/** The store was read: whoever is not in the feed is not in the store. */
export type WholeLine = { readonly kind: 'whole' };

const TAB = '\t';

/** A line is cut at tabs and ends with a newline. JSON has neither, but the id of an offer is what its shop says. */
const escaped = (name: string): string => (/[\t\n%]/.test(name) ? encodeURIComponent(name) : name);
const unescaped = (name: string): string => (name.includes('%') ? decodeURIComponent(name) : name);

/** `serial` grows from line to line. Revisions of the store do not: they fall where the database goes back. */
export function lineText(line: FeedLine, serial: number): string {
  return `${[serial, line.kind, ...fieldsOf(line)].join(TAB)}\n`;
}

function fieldsOf(line: FeedLine): readonly (string | number)[] {
  if (line.kind === 'campaign') {
    const { partner, campaign, row, limited, text } = line;
    const flags = Number(limited.micros) + 2 * Number(limited.impressions);
    return [partner, escaped(campaign), row, flags, text];
  }
  if (line.kind === 'rates') return [line.partner, escaped(line.name), line.text];
  const { kind: _, ...rest } = line;
  return [JSON.stringify(rest)];
}

function readLine(line: string): FeedLine {
  const [, kind, first = '', second = '', ...more] = line.split(TAB);
  const name = unescaped(second);
  if (kind === 'rates') return { kind, partner: first, name, text: more[0] ?? '' };
  if (kind !== 'campaign') return { kind, ...JSON.parse(first) } as FeedLine;
  const [row, flags, text = ''] = more;
  const limited = { micros: (Number(flags) & 1) === 1, impressions: (Number(flags) & 2) === 2 };
  return { kind, partner: first, campaign: name, row: Number(row), limited, text };
}

const serialOf = (line: string): number => Number(line.slice(0, line.indexOf(TAB)));

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
      const lines = added.toString('utf8', 0, end).split('\n').filter(Boolean);
      const last = lines.at(-1);
      serial = last === undefined ? serial : serialOf(last);
      return lines.map(readLine);
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
