import { NoBid } from '../openrtb/no-bid.ts';
import { type AuctionText, bytesOf, type RememberedAuction, textOf } from './auction-text.ts';
import { createRecent, type RecentLimits } from './recent.ts';

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
export function createAuctionSamples(age: Pick<RecentLimits, 'ageMsMax' | 'nowMs'>) {
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
