import type { Auction } from '../auction/auction.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import {
  type AuctionText,
  bytesOf,
  type RememberedAuction,
  textOf,
  textOnDemand,
} from './auction-text.ts';
import { createRecent, type RecentLimits } from './recent.ts';
import type { AuctionRow } from './request-rows.ts';

/** One auction of each outcome, and of each partner's kinds of answer, is kept in this time. */
const USUAL_EVERY_MS = 10_000;
const USUAL_MAX = 600;
/** There are many campaigns, so that each has fewer auctions. */
const CAMPAIGN_EVERY_MS = 120_000;
const CAMPAIGN_MAX = 400;
/** Names whose last time is remembered. With more of them the oldest are forgotten. */
const NAMES_MAX = 5000;
const TEXT_UNITS_MAX = 32_768;
/** Of each of the two kinds. */
const SAMPLES_BYTES_MAX = 8 * 1024 * 1024;

/** Auctions that are kept for minutes where the last ones last for seconds. As text: a large heap lengthens pauses. */
function createAuctionSamples(age: Pick<RecentLimits, 'ageMsMax' | 'nowMs'>) {
  const takeOutcome = createTimes(USUAL_EVERY_MS);
  const answers = new Map<string, ReturnType<typeof createTimes>>();
  const takeCampaign = createTimes(CAMPAIGN_EVERY_MS);
  const samplesUpTo = (countMax: number) =>
    createRecent<AuctionText>({ countMax, bytesMax: SAMPLES_BYTES_MAX, ...age });
  const usual = samplesUpTo(USUAL_MAX);
  const ofCampaigns = samplesUpTo(CAMPAIGN_MAX);

  function isUnusual({ auction, timeMs }: RememberedAuction): boolean {
    const { outcome, asked } = auction;
    let isDue = takeOutcome(outcome instanceof NoBid ? outcome.reason : 'bid', timeMs);
    for (const { partner, answer } of asked) {
      let take = answers.get(partner);
      if (take === undefined) {
        if (answers.size >= NAMES_MAX) answers.clear();
        take = createTimes(USUAL_EVERY_MS);
        answers.set(partner, take);
      }
      if (take(answer.kind, timeMs)) isDue = true;
    }
    return isDue;
  }

  /** The first campaign of its wins and losses that has no auction yet. */
  function isOfRareCampaign({ auction, timeMs }: RememberedAuction): boolean {
    let isDue = false;
    for (const { candidate } of auction.wins) {
      if (takeCampaign(candidate.bid.cid ?? '', timeMs)) isDue = true;
    }
    for (const { bid } of auction.losses) {
      if (takeCampaign(bid.cid ?? '', timeMs)) isDue = true;
    }
    return isDue;
  }

  return {
    /** Keeps the auction if none like it was kept lately. */
    consider(names: readonly string[], remembered: RememberedAuction): void {
      const isUsual = !isUnusual(remembered);
      if (isUsual && !isOfRareCampaign(remembered)) return;
      const text = textOf(remembered);
      if (text.explanation.length > TEXT_UNITS_MAX) return;
      const isShort = (text.request?.length ?? 0) <= TEXT_UNITS_MAX;
      const sample = isShort ? text : { ...text, request: undefined };
      (isUsual ? ofCampaigns : usual).add(names, sample, bytesOf(sample));
    },
    find: (name: string) => ofCampaigns.find(name) ?? usual.find(name),
    list: () => [...usual.list(USUAL_MAX), ...ofCampaigns.list(CAMPAIGN_MAX)],
  };
}

function createTimes(everyMs: number) {
  const takenMs = new Map<string, number>();
  /** Whether the name was not taken for long enough. It is taken then. */
  return (name: string, nowMs: number): boolean => {
    const lastMs = takenMs.get(name);
    if (lastMs !== undefined && nowMs - lastMs < everyMs) return false;
    if (takenMs.size >= NAMES_MAX) takenMs.clear();
    takenMs.set(name, nowMs);
    return true;
  };
}

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
