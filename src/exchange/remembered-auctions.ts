import { createRecent } from '../observe/recent.ts';
import type { AuctionRow } from '../observe/request-rows.ts';
import { withoutPerson } from '../openrtb/without-person.ts';
import { auctionRow } from './auction-row.ts';
import { createAuctionSamples } from './auction-samples.ts';
import { type AuctionText, bytesOf, textOf } from './auction-text.ts';
import { explanationOf, type RememberedAuction } from './record.ts';

/** The last auctions and a sample of those before. Of busy traffic, some of each second. */
export type RememberedAuctions = {
  readonly add: (names: readonly string[], auction: RememberedAuction) => void;
  readonly findExplanation: (name: string) => string | undefined;
  /** Without anything about the person. */
  readonly findRequest: (name: string) => string | undefined;
  /** Of the last ones, the newest first. */
  readonly explanations: (countMax: number) => readonly string[];
  /** Of the samples and the last ones, each auction once. */
  readonly rows: (countMax: number) => readonly AuctionRow[];
};

/**
 * Auctions beyond these are not remembered, except those in test mode. At thousands a second, the last ones would be
 * gone before anybody could look at them, and each costs time in the garbage collector.
 */
export const REMEMBERED_PER_SECOND_MAX = 100;

/** Of the requests and answers as they came (ruling 72). As objects they can take twenty-five times as much memory. */
export const REMEMBERED_BYTES_MAX = 4 * 1024 * 1024;

/** A larger auction is kept as text: its explanation, and its request without the person. */
const PARSED_BYTES_MAX = 32 * 1024;

/** What is remembered can be about a person, and nobody looks for it much later. */
export const REMEMBERED_MS_MAX = 10 * 60_000;

type Kept =
  | { readonly kind: 'parsed'; readonly auction: RememberedAuction }
  | { readonly kind: 'text'; readonly text: AuctionText };

export function createRememberedAuctions(
  countMax: number,
  nowMs: () => number,
): RememberedAuctions {
  const age = { ageMsMax: REMEMBERED_MS_MAX, nowMs };
  const recent = createRecent<Kept>({ countMax, bytesMax: REMEMBERED_BYTES_MAX, ...age });
  const samples = createAuctionSamples(age);
  let second = 0;
  let rememberedInSecond = 0;

  function isRemembered({ held, timeMs }: RememberedAuction): boolean {
    if (held.request.isTest) return true;
    const current = Math.floor(timeMs / 1000);
    if (current !== second) {
      second = current;
      rememberedInSecond = 0;
    }
    rememberedInSecond += 1;
    return rememberedInSecond <= REMEMBERED_PER_SECOND_MAX;
  }

  return {
    add(names, auction) {
      const bytes = bytesHeld(auction);
      if (isRemembered(auction)) {
        if (bytes <= PARSED_BYTES_MAX) recent.add(names, { kind: 'parsed', auction }, bytes);
        else {
          const text = textOf(auction);
          recent.add(names, { kind: 'text', text }, bytesOf(text));
        }
      }
      samples.consider(names, auction);
    },
    findExplanation(name) {
      const kept = recent.find(name);
      return kept === undefined ? samples.find(name)?.explanation : explanationIn(kept);
    },
    findRequest(name) {
      const kept = recent.find(name);
      if (kept === undefined) return samples.find(name)?.request;
      if (kept.kind === 'text') return kept.text.request;
      return JSON.stringify(withoutPerson(kept.auction.held.request.wire));
    },
    explanations: (listedMax) => recent.list(listedMax).map(explanationIn),
    rows(listedMax) {
      const rows = new Map(samples.list().map(({ row }) => [row.requestId, row]));
      for (const kept of recent.list(listedMax)) {
        const requestId = requestIdOf(kept);
        if (!rows.has(requestId)) rows.set(requestId, rowOf(kept));
      }
      return [...rows.values()];
    },
  };
}

/** Of the request and of the answers, as they came. */
function bytesHeld({ held }: RememberedAuction): number {
  let { bytes } = held;
  for (const { answerBytes = 0 } of held.result.asked) bytes += answerBytes;
  return bytes;
}

function explanationIn(kept: Kept): string {
  return kept.kind === 'text' ? kept.text.explanation : explanationOf(kept.auction);
}

function requestIdOf(kept: Kept): string {
  return kept.kind === 'text' ? kept.text.row.requestId : kept.auction.held.requestId;
}

function rowOf(kept: Kept): AuctionRow {
  return kept.kind === 'text' ? kept.text.row : auctionRow(kept.auction);
}
