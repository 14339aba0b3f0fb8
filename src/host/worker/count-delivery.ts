import { LOSS } from '../../core/auction/drop.ts';
import type { LostBid } from '../../core/auction/losses.ts';
import type { PartnerBid } from '../../core/auction/partner.ts';
import type { Win } from '../../core/auction/pick-winner.ts';
import type { HeldAuction } from '../../core/exchange/exchange.ts';
import { publisherIdOf } from '../../core/openrtb/publisher-id.ts';
import type { DeliveryKind } from '../../ledger/delivery/delivery.ts';
import type { DeliveryTally } from '../../ledger/delivery/delivery-tally.ts';
import { shortened } from '../../lib/shortened.ts';

/** Counts what became of the bids of our own campaigns, and the campaigns that were held back from bidding. */
export function countDelivery(
  { request, result: { asked, losses, wins } }: Pick<HeldAuction, 'request' | 'result'>,
  { count }: Pick<DeliveryTally, 'count'>,
  /** The partners whose campaigns are ours. */
  isOwn: (partner: string) => boolean,
): void {
  for (const { partner, answer } of asked) {
    if (!isOwn(partner) || (answer.kind !== 'bids' && answer.kind !== 'no-bid')) continue;
    for (const passed of answer.passed ?? []) {
      if (!('cause' in passed)) continue;
      const { campaign, cause, priceMicros } = passed;
      count({ partner, campaign, kind: 'held', detail: cause, publisher: '' }, priceMicros);
    }
    if (answer.kind !== 'bids') continue;
    for (const bid of answer.bids) count(ofCreative(partner, bid, 'bid'), bid.priceMicros);
  }
  const publisher = shortened(publisherIdOf(request.wire) ?? '');
  for (const lost of losses) {
    if (!isOwn(lost.partner)) continue;
    const winner = winnerOver(lost, wins);
    const campaign = lost.bid.cid ?? '';
    const subject = { partner: lost.partner, campaign, publisher };
    if (winner === undefined) {
      countDropped(lost, subject, count);
    } else {
      const { partner, bid, priceMicros } = winner.candidate;
      const detail = shortened(`${partner}/${bid.seat}`);
      count({ ...subject, publisher: '', kind: 'outbid', detail }, priceMicros);
    }
  }
  for (const { candidate, clearingMicros } of wins) {
    if (!isOwn(candidate.partner)) continue;
    count(ofCreative(candidate.partner, candidate.bid, 'won'), clearingMicros);
  }
}

/** With the floor, where the bid was below it. */
function countDropped(
  { bid, loss: { code, floorMicros } }: LostBid,
  subject: { readonly partner: string; readonly campaign: string; readonly publisher: string },
  count: DeliveryTally['count'],
): void {
  const detail = String(code);
  count({ ...subject, kind: 'dropped', detail }, bid.priceMicros);
  if (floorMicros !== undefined) count({ ...subject, kind: 'floor', detail }, floorMicros);
}

function ofCreative(partner: string, { cid = '', crid = '' }: PartnerBid, kind: DeliveryKind) {
  return { partner, campaign: cid, kind, detail: crid, publisher: '' };
}

/** undefined where the bid broke a rule or could not pay. */
function winnerOver({ bid, loss }: LostBid, wins: readonly Win[]): Win | undefined {
  if (loss.code !== LOSS.outbid.code && loss.code !== LOSS.lostToDeal.code) return undefined;
  return wins.find(({ candidate }) => candidate.imp.imp.id === bid.impid);
}
