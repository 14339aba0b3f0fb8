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
export function judge(
  asked: readonly Asked[],
  judgement: Judgement,
  /** What each partner was asked, in the order of the answers. */
  solicitations: readonly (Solicitation | undefined)[],
): { readonly candidates: readonly Candidate[]; readonly dropped: readonly LostBid[] } {
  const candidates: Candidate[] = [];
  const dropped: LostBid[] = [];
  let index = 0;
  for (const { partner, answer } of asked) {
    const solicitation = solicitations[index++];
    if (answer.kind !== 'bids') continue;
    const bidder = { partner, withheldDeals: solicitation?.withheldDeals ?? NONE };
    for (const bid of answer.bids) {
      const known = judgement.passed.get(bid);
      const verdict = known?.partner === partner ? known : checkBid(bidder, bid, judgement);
      if (verdict instanceof Drop) dropped.push({ partner, bid, loss: verdict });
      else candidates.push(verdict);
    }
  }
  return { candidates, dropped };
}
