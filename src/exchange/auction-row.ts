import { noBidReason } from '../auction/no-bid-reason.ts';
import { cut } from '../lib/cut.ts';
import { fromMicros } from '../lib/money.ts';
import type { AuctionRow } from '../observe/request-rows.ts';
import { publisherIdOf } from '../openrtb/publisher-id.ts';
import type { RememberedAuction } from './record.ts';

const PUBLISHER_UNITS_MAX = 128;

/** One auction as the list of requests shows it. */
export function auctionRow({ held, timeMs }: RememberedAuction): AuctionRow {
  const { requestId, request, result, times } = held;
  const { wire } = request;
  const { wins, losses, asked } = result;
  const publisher = publisherIdOf(wire);
  const unsold = wire.imp.filter(
    ({ id }) => !wins.some(({ candidate }) => candidate.bid.impid === id),
  );
  const bids = [...wins.map(({ candidate }) => candidate.bid), ...losses.map(({ bid }) => bid)];
  return {
    outcome: wins.length > 0 ? 'bid' : 'no-bid',
    requestId,
    id: wire.id,
    timeMs,
    publisher: publisher === undefined ? null : cut(publisher, PUBLISHER_UNITS_MAX),
    isTest: request.isTest,
    tookMs: Math.round(times.tookMs * 100) / 100,
    reasons: [...new Set(unsold.map(({ id }) => noBidReason(id, result)))],
    partners: asked.map(({ partner, answer }) => ({ name: partner, answer: answer.kind })),
    winners: wins.map(({ candidate, clearingMicros }) => ({
      partner: candidate.partner,
      seat: candidate.bid.seat,
      price: fromMicros(clearingMicros),
    })),
    campaigns: [...new Set(bids.flatMap(({ cid }) => cid ?? []))],
  };
}
