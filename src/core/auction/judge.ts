import type { Auction } from './auction.ts';
import { type Candidate, checkBid, type Judgement } from './check-bid.ts';
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

/** Checks every bid against every rule: those that pass may win. */
export function judge(auction: Pick<Auction, 'asked' | 'solicitations'> & Judgement) {
  const { asked, solicitations, passed } = auction;
  const candidates: Candidate[] = [];
  const dropped: LostBid[] = [];
  for (let i = 0; i < asked.length; i++) {
    const { partner, answer } = asked[i] as Asked; // i < length
    if (answer.kind !== 'bids') continue;
    const bidder = { partner, withheldDeals: solicitations[i]?.withheldDeals ?? NONE };
    for (const bid of answer.bids) {
      const known = passed.get(bid);
      const verdict = known?.partner === partner ? known : checkBid(bidder, bid, auction);
      if (verdict instanceof Drop) dropped.push({ partner, bid, loss: verdict });
      else candidates.push(verdict);
    }
  }
  return { candidates, dropped };
}
