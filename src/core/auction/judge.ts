import type { Auction } from './auction.ts';
import type { LostBid } from './award.ts';
import {
  type Candidate,
  type Contender,
  checkBid,
  checkTerms,
  isSellable,
  type Judgement,
} from './check-bid.ts';
import { Drop } from './drop.ts';
import type { AuctionTerms, PartnerBid, Solicitation } from './partner.ts';
import type { Asked } from './solicit.ts';

/** For partners that choose between several ads (ruling 44). None is on a deal; their seat is the partner's name. */
export function rejectionOf(
  bid: PartnerBid,
  judgement: Judgement & AuctionTerms,
): Drop | undefined {
  const verdict = checkBid(bid.seat, bid, judgement);
  if (verdict instanceof Drop) return verdict;
  judgement.passed.push(verdict);
  return undefined;
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
    const { withheldDeals } = solicitations[i] as Solicitation; // It was asked.
    for (const bid of answer.bids) {
      const verdict =
        passedBefore(bid, partner, passed) ?? checkTerms(partner, bid, auction, withheldDeals);
      if (verdict instanceof Drop) dropped.push({ partner, bid, loss: verdict });
      else {
        if (isAllSeen) isSellable(verdict, rules);
        contenders.push(verdict);
      }
    }
  }
  return { contenders, dropped };
}

function passedBefore(
  bid: PartnerBid,
  partner: string,
  passed: readonly Candidate[],
): Candidate | undefined {
  for (const one of passed) if (one.bid === bid && one.partner === partner) return one;
  return undefined;
}
