import type { Auction } from '../../core/auction/auction.ts';
import type { LostBid, Win } from '../../core/auction/award.ts';
import { LOSS } from '../../core/auction/drop.ts';
import { publisherIdOf } from '../../core/openrtb/bid-request.ts';
import type { DeliveryTally } from '../../ledger/delivery/delivery-tally.ts';
import { shortened } from '../../lib/shortened.ts';

/** Counts what became of the bids of our own campaigns, and the campaigns that were held back from bidding. */
export function countDelivery(
  { request, asked, losses, wins }: Pick<Auction, 'request' | 'asked' | 'losses' | 'wins'>,
  { count }: Pick<DeliveryTally, 'count'>,
  /** The partners whose campaigns are ours. */
  isOwn: (partner: string) => boolean,
): void {
  for (const { partner, answer } of asked) {
    if (!isOwn(partner) || (answer.kind !== 'bids' && answer.kind !== 'no-bid')) continue;
    for (const passed of answer.passed ?? []) {
      if (!('cause' in passed)) continue;
      const { campaign, cause, priceMicros } = passed;
      count('held', priceMicros, partner, campaign, cause);
    }
    if (answer.kind !== 'bids') continue;
    for (const { cid = '', crid = '', priceMicros } of answer.bids) {
      count('bid', priceMicros, partner, cid, crid);
    }
  }
  const publisher = shortened(publisherIdOf(request.wire) ?? '');
  for (const lost of losses) {
    if (!isOwn(lost.partner)) continue;
    const { partner, bid, loss } = lost;
    const { cid = '' } = bid;
    const winner = winnerOver(lost, wins);
    if (winner !== undefined) {
      const detail = shortened(`${winner.candidate.partner}/${winner.candidate.bid.seat}`);
      count('outbid', winner.candidate.priceMicros, partner, cid, detail);
      continue;
    }
    const detail = String(loss.code);
    count('dropped', bid.priceMicros, partner, cid, detail, publisher);
    // With the floor, where the bid was below it.
    if (loss.floorMicros !== undefined) {
      count('floor', loss.floorMicros, partner, cid, detail, publisher);
    }
  }
  for (const { candidate, clearingMicros } of wins) {
    const { partner, bid } = candidate;
    if (isOwn(partner)) count('won', clearingMicros, partner, bid.cid ?? '', bid.crid ?? '');
  }
}

/** undefined where the bid broke a rule or could not pay. */
function winnerOver({ bid, loss }: LostBid, wins: readonly Win[]): Win | undefined {
  if (loss.code !== LOSS.outbid.code && loss.code !== LOSS.lostToDeal.code) return undefined;
  return wins.find(({ candidate }) => candidate.imp.imp.id === bid.impid);
}
