import type { AuctionRow } from '../observe/request-rows.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import { withoutPerson } from '../openrtb/without-person.ts';
import { auctionRow } from './auction-row.ts';
import { explanationOf, type RememberedAuction } from './record.ts';

/** An auction that is kept longer than the last ones, as text: a large heap lengthens pauses. */
export type AuctionSample = {
  readonly names: readonly string[];
  readonly row: AuctionRow;
  readonly explanation: string;
  /** Undefined where it is too large to keep. */
  readonly request: string | undefined;
};

export type AuctionSamples = {
  /** Keeps the auction if none like it was kept lately. */
  readonly consider: (names: readonly string[], auction: RememberedAuction) => void;
  readonly find: (name: string) => AuctionSample | undefined;
  readonly list: () => readonly AuctionSample[];
};

/** One auction of each outcome, and of each partner's kinds of answer, is kept in this time. */
const USUAL_EVERY_MS = 10_000;
const USUAL_MAX = 600;
/** There are many campaigns, so that each has fewer auctions. */
const CAMPAIGN_EVERY_MS = 120_000;
const CAMPAIGN_MAX = 400;
/** Names whose last time is remembered. With more of them the oldest are forgotten. */
const NAMES_MAX = 5000;
const TEXT_UNITS_MAX = 32_768;

/** So that minutes of busy traffic can be looked at, where the last auctions last for seconds. */
export function createAuctionSamples(): AuctionSamples {
  const outcomes = createTimes(USUAL_EVERY_MS);
  const answers = new Map<string, Times>();
  const campaigns = createTimes(CAMPAIGN_EVERY_MS);
  const usual: AuctionSample[] = [];
  const ofCampaigns: AuctionSample[] = [];

  function isUnusual({ held, timeMs }: RememberedAuction): boolean {
    const { outcome, result } = held;
    let isDue = outcomes.take(outcome instanceof NoBid ? outcome.reason : 'bid', timeMs);
    for (const { partner, answer } of result.asked) {
      let times = answers.get(partner);
      if (times === undefined) {
        if (answers.size >= NAMES_MAX) answers.clear();
        times = createTimes(USUAL_EVERY_MS);
        answers.set(partner, times);
      }
      if (times.take(answer.kind, timeMs)) isDue = true;
    }
    return isDue;
  }

  /** The first campaign of its wins and losses that has no auction yet. */
  function isOfRareCampaign({ held, timeMs }: RememberedAuction): boolean {
    let isDue = false;
    for (const { candidate } of held.result.wins) {
      if (campaigns.take(candidate.bid.cid ?? '', timeMs)) isDue = true;
    }
    for (const { bid } of held.result.losses) {
      if (campaigns.take(bid.cid ?? '', timeMs)) isDue = true;
    }
    return isDue;
  }

  return {
    consider(names, auction) {
      const shelf = isUnusual(auction)
        ? ([usual, USUAL_MAX] as const)
        : isOfRareCampaign(auction)
          ? ([ofCampaigns, CAMPAIGN_MAX] as const)
          : undefined;
      if (shelf === undefined) return;
      const sample = sampleOf(names, auction);
      if (sample === undefined) return;
      const [kept, countMax] = shelf;
      kept.push(sample);
      if (kept.length > countMax) kept.shift();
    },
    find: (name) => [...usual, ...ofCampaigns].findLast(({ names }) => names.includes(name)),
    list: () => [...usual, ...ofCampaigns],
  };
}

function sampleOf(names: readonly string[], auction: RememberedAuction): AuctionSample | undefined {
  const explanation = explanationOf(auction);
  if (explanation.length > TEXT_UNITS_MAX) return undefined;
  const request = JSON.stringify(withoutPerson(auction.held.request.wire));
  return {
    names,
    row: auctionRow(auction),
    explanation,
    request: request.length > TEXT_UNITS_MAX ? undefined : request,
  };
}

type Times = {
  /** Whether the name was not taken for long enough. It is taken then. */
  readonly take: (name: string, nowMs: number) => boolean;
};

function createTimes(everyMs: number): Times {
  const takenMs = new Map<string, number>();
  return {
    take(name, nowMs) {
      const lastMs = takenMs.get(name);
      if (lastMs !== undefined && nowMs - lastMs < everyMs) return false;
      if (takenMs.size >= NAMES_MAX) takenMs.clear();
      takenMs.set(name, nowMs);
      return true;
    },
  };
}
