import type { Auction } from './auction.ts';
import { type Contender, checkBid, checkTerms, isSellable, type Judgement } from './check-bid.ts';
import { Drop } from './drop.ts';
import type { LostBid } from './losses.ts';
import type { Solicitation, WithheldDeal } from './partner.ts';
import type { Asked } from './solicit.ts';

const NONE: readonly WithheldDeal[] = [];

/** For partners that choose between several ads (ruling 44). None is on a deal; their seat is the partner's name. */
export function rejectionsBy(judgement: Judgement): Solicitation['rejectionOf'] {
  return (bid) => {
    const verdict = checkBid({ partner: bid.seat, withheldDeals: NONE }, bid, judgement);
    if (verdict instanceof Drop) return verdict;
    judgement.passed.set(bid, verdict);
    return undefined;
  };
}

/**
 * Checks every bid against every rule but those about its ad: those that pass may win. The award checks ads, from the
 * dearest down. With `isAllSeen` all ads are checked here: in test mode, and for callers that want to know of each bid.
 */
export function judge(
  auction: Pick<Auction, 'asked' | 'solicitations'> & Judgement,
  isAllSeen: boolean,
) {
  const { asked, solicitations, passed, rules } = auction;
  const contenders: Contender[] = [];
  const dropped: LostBid[] = [];
  for (let i = 0; i < asked.length; i++) {
    const { partner, answer } = asked[i] as Asked; // i < length
    if (answer.kind !== 'bids') continue;
    const bidder = { partner, withheldDeals: solicitations[i]?.withheldDeals ?? NONE };
    for (const bid of answer.bids) {
      const known = passed.get(bid);
      const verdict = known?.partner === partner ? known : checkTerms(bidder, bid, auction);
      if (verdict instanceof Drop) dropped.push({ partner, bid, loss: verdict });
      else {
        if (isAllSeen) isSellable(verdict, rules);
        contenders.push(verdict);
      }
    }
  }
  return { contenders, dropped };
}
