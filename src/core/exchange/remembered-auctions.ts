import type { Auction } from '../auction/auction.ts';
import { createAuctionSamples } from './auction-samples.ts';
import {
  type AuctionText,
  bytesOf,
  type RememberedAuction,
  textOf,
  textOnDemand,
} from './auction-text.ts';
import { createRecent } from './recent.ts';
import type { AuctionRow } from './request-rows.ts';

/** Each auction is some hundred live objects, and a large heap lengthens the pauses of the garbage collector. */
export const AUCTIONS_REMEMBERED = 250;

/** More are remembered only in test mode: they would be gone before anybody could look, and cost garbage collection. */
const REMEMBERED_PER_SECOND_MAX = 100;

/** Of the requests and answers as they came (ruling 72). As objects they can take twenty-five times as much memory. */
const REMEMBERED_BYTES_MAX = 4 * 1024 * 1024;

/** A larger auction is kept as text: its explanation, and its request without the person. */
const PARSED_BYTES_MAX = 32 * 1024;

/** What is remembered can be about a person, and nobody looks for it much later. */
const REMEMBERED_MS_MAX = 10 * 60_000;

export type RememberedAuctions = ReturnType<typeof createRememberedAuctions>;

/** The last auctions and a sample of those before. Of busy traffic, some of each second. */
export function createRememberedAuctions(countMax: number, nowMs: () => number) {
  const age = { ageMsMax: REMEMBERED_MS_MAX, nowMs };
  const recent = createRecent<AuctionText>({ countMax, bytesMax: REMEMBERED_BYTES_MAX, ...age });
  const samples = createAuctionSamples(age);
  const startedMs = nowMs();
  let leftOutMs = startedMs;
  let second = 0;
  let rememberedInSecond = 0;

  function isRemembered({ auction, timeMs }: RememberedAuction): boolean {
    if (auction.request.isTest) return true;
    const current = Math.floor(timeMs / 1000);
    if (current !== second) {
      second = current;
      rememberedInSecond = 0;
    }
    rememberedInSecond += 1;
    return rememberedInSecond <= REMEMBERED_PER_SECOND_MAX;
  }

  return {
    add(names: readonly string[], remembered: RememberedAuction): void {
      if (isRemembered(remembered)) {
        const bytes = bytesHeld(remembered.auction);
        if (bytes <= PARSED_BYTES_MAX) recent.add(names, textOnDemand(remembered), bytes);
        else {
          const text = textOf(remembered);
          recent.add(names, text, bytesOf(text));
        }
      } else leftOutMs = remembered.timeMs;
      samples.consider(names, remembered);
    },
    find: (name: string) => recent.find(name) ?? samples.find(name),
    /** Since then, every auction is remembered. */
    sinceMs: () => Math.max(startedMs, leftOutMs, recent.droppedMs() ?? startedMs),
    /** Of the samples and the last ones, each auction once. */
    rows(listedMax: number): readonly AuctionRow[] {
      const rows = new Map(samples.list().map(({ row }) => [row.requestId, row]));
      for (const text of recent.list(listedMax)) {
        if (!rows.has(text.requestId)) rows.set(text.requestId, text.row);
      }
      return [...rows.values()];
    },
  };
}

/** Of the request and of the answers, as they came. */
function bytesHeld(auction: Pick<Auction, 'bytes' | 'asked'>): number {
  let { bytes } = auction;
  for (const { answerBytes = 0 } of auction.asked) bytes += answerBytes;
  return bytes;
}
