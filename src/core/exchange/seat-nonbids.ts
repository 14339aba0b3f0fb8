import { isObject } from '../../lib/schema-fault.ts';
import type { Auction } from '../auction/auction.ts';
import { LOSS } from '../auction/drop.ts';
import type { Answer } from '../auction/solicit.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import type { BidResponse } from '../openrtb/bid-response.ts';

type SeatNonBids = NonNullable<NonNullable<BidResponse['ext']>['seatnonbid']>;

/** Whether the caller wants to know what became of each seat, as Prebid asks for it. */
export function wantsNonBids({ ext }: BidRequest): boolean {
  const prebid: unknown = ext !== undefined && 'prebid' in ext ? ext.prebid : undefined;
  return isObject(prebid) && prebid.returnallbidstatus === true;
}

/** The status codes of OpenRTB's community extension Seat Non Bid. */
const NO_BID = 0;
const ERROR = { timeout: 101, malformed: 102, failed: 103 } as const;
const BLOCKED = 200;
const PRIVACY = 204;
const REJECTED = 300;
const REJECTED_BY_LOSS: Readonly<Record<number, number>> = {
  [LOSS.belowFloor.code]: 301,
  [LOSS.belowDealFloor.code]: 304,
  [LOSS.sizeNotAllowed.code]: 351,
  [LOSS.notSecure.code]: 352,
  [LOSS.wrongFormat.code]: 353,
};

function statusOf(answer: Exclude<Answer, { kind: 'bids' }>): number {
  if (answer.kind === 'no-bid') return NO_BID;
  if (answer.kind !== 'skipped') return ERROR[answer.kind];
  return answer.reason === 'no-consent' ? PRIVACY : BLOCKED;
}

/** `ext.seatnonbid` of the answer: each bid that was not sold, and each partner that made none, for every impression. */
export function seatNonBids({
  asked,
  losses,
  imps,
  ids,
}: Pick<Auction, 'asked' | 'losses' | 'imps' | 'ids'>): SeatNonBids {
  const seats = new Map<string, { impid: string; statuscode: number }[]>();
  const add = (seat: string, id: string, statuscode: number) => {
    const known = seats.get(seat) ?? [];
    seats.set(seat, known);
    known.push({ impid: ids.imps.get(id) ?? id, statuscode });
  };
  for (const { partner, answer } of asked) {
    if (answer.kind === 'bids') continue;
    for (const { imp } of imps) add(partner, imp.id, statusOf(answer));
  }
  for (const { bid, loss } of losses) {
    add(bid.seat, bid.impid, REJECTED_BY_LOSS[loss.code] ?? REJECTED);
  }
  return Array.from(seats, ([seat, nonbid]) => ({ seat, nonbid }));
}
