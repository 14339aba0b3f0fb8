import { fromMicros } from '../../lib/money.ts';
import { PUBLIC_CODES } from '../../lib/refusal-codes.ts';
import { fieldOf } from '../../lib/schema-fault.ts';
import { cut } from '../../lib/text.ts';
import type { Auction } from '../auction/auction.ts';
import { explain } from '../auction/explain.ts';
import { noBidReason } from '../auction/no-bid-reason.ts';
import type { Passed } from '../auction/partner.ts';
import { publisherIdOf } from '../openrtb/bid-request.ts';
import { withoutPerson } from '../openrtb/without-person.ts';
import { NO_NATIVE, type RefusalRecord } from './recent-refusals.ts';
import type { AuctionRow } from './request-rows.ts';

/** A finished auction as it is kept in memory. */
export type RememberedAuction = { readonly auction: Auction; readonly timeMs: number };

/** A finished auction as people see it. */
export type AuctionText = {
  readonly requestId: string;
  readonly row: AuctionRow;
  readonly explanation: string;
  /** The request without anything about the person; undefined where it is too large to keep. */
  readonly request: string | undefined;
};

/** Made anew whenever it is read, of the auction's objects. */
export function textOnDemand(remembered: RememberedAuction): AuctionText {
  const { auction, timeMs } = remembered;
  return {
    requestId: auction.requestId,
    get row() {
      return auctionRow(remembered);
    },
    /** As JSON. It has no personal data. */
    get explanation() {
      return JSON.stringify(explain(auction, timeMs));
    },
    get request() {
      return JSON.stringify(withoutPerson(auction.request.wire));
    },
  };
}

/** Made once: it takes a fraction of the memory of the objects. */
export function textOf(remembered: RememberedAuction): AuctionText {
  const { requestId, row, explanation, request } = textOnDemand(remembered);
  return { requestId, row, explanation, request };
}

const BYTES_PER_UNIT = 2;

export function bytesOf({ row, explanation, request = '' }: AuctionText): number {
  const units = JSON.stringify(row).length + explanation.length + request.length;
  return units * BYTES_PER_UNIT;
}

const PUBLISHER_UNITS_MAX = 128;
/** Domains of those who bid, by which an auction is found. */
const ADVERTISERS_MAX = 50;

/** One auction as the list of requests shows it. */
function auctionRow({ auction, timeMs }: RememberedAuction): AuctionRow {
  const { requestId, request, wins, losses, asked, tookMs, ids } = auction;
  const { wire } = request;
  const publisher = publisherIdOf(wire);
  const unsold = wire.imp.filter(
    ({ id }) => !wins.some(({ candidate }) => candidate.bid.impid === id),
  );
  const bids = [...wins.map(({ candidate }) => candidate.bid), ...losses.map(({ bid }) => bid)];
  const heldBack = asked.flatMap(({ answer }) =>
    'passed' in answer ? (answer.passed ?? []).flatMap(heldCampaign) : [],
  );
  return {
    outcome: wins.length > 0 ? 'bid' : 'no-bid',
    requestId,
    id: ids.request.get(wire.id) ?? wire.id,
    timeMs,
    publisher: publisher === undefined ? null : cut(publisher, PUBLISHER_UNITS_MAX),
    isTest: request.isTest,
    tookMs: Math.round(tookMs * 100) / 100,
    reasons: [...new Set(unsold.map(({ id }) => noBidReason(id, auction)))],
    partners: asked.map(({ partner, answer }) => ({ name: partner, answer: answer.kind })),
    winners: wins.map(({ candidate, clearingMicros }) => ({
      partner: candidate.partner,
      seat: candidate.bid.seat,
      price: fromMicros(clearingMicros),
    })),
    campaigns: [...new Set([...bids.flatMap(({ cid }) => cid ?? []), ...heldBack])],
    advertisers: [...new Set(bids.flatMap(({ adomain }) => adomain))].slice(0, ADVERTISERS_MAX),
  };
}

function heldCampaign(passed: Passed): readonly string[] {
  return 'campaign' in passed ? [passed.campaign] : [];
}

/** The record of a request without an auction as JSON, in the shape of an explanation. */
export function refusalRecordOf({ requestId, timeMs, ...rest }: RefusalRecord): string {
  const time = new Date(timeMs).toISOString();
  if (rest.code === NO_NATIVE) {
    return JSON.stringify({ requestId, time, outcome: NO_NATIVE, status: 204, ...rest });
  }
  const status = fieldOf(PUBLIC_CODES, rest.code)?.status;
  return JSON.stringify({ requestId, time, outcome: 'refused', status, ...rest });
}
