import type { PartnerBid } from '../demand/partner.ts';
import type { Award } from './award.ts';
import type { Candidate } from './check-bid.ts';
import { Drop, LOSS } from './drop.ts';
import type { Win } from './pick-winner.ts';

/** A bid that did not win, and why. */
export type LostBid = {
  readonly partner: string;
  readonly bid: PartnerBid;
  readonly loss: Drop;
};

const CANNOT_PAY = new Drop(
  LOSS.internalError,
  'its budget no longer covers the price',
  'no-demand',
);
const GROUP_BROKEN = new Drop(LOSS.outbid, 'its group did not win every impression it bid on');
const LOST_TO_DEAL = new Drop(LOSS.lostToDeal, 'a bid on a deal won');
const OUTBID = new Drop(LOSS.outbid, 'another bid was higher, or equal and drawn by lot');

/** The candidates that did not win, each with its reason. */
export function lossesOf(
  candidates: readonly Candidate[],
  { wins, unpaid }: Award,
): readonly LostBid[] {
  const losses: LostBid[] = [];
  for (const candidate of candidates) {
    const win = wins.find((won) => won.candidate.imp === candidate.imp);
    if (win?.candidate === candidate) continue;
    const loss = unpaid.includes(candidate) ? CANNOT_PAY : outbid(candidate, win);
    losses.push({ partner: candidate.partner, bid: candidate.bid, loss });
  }
  return losses;
}

function outbid(candidate: Candidate, win: Win | undefined): Drop {
  if (win === undefined) return GROUP_BROKEN;
  return win.candidate.deal !== undefined && candidate.deal === undefined ? LOST_TO_DEAL : OUTBID;
}
