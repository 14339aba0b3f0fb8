import type { AuctionRow } from '../observe/request-rows.ts';
import { withoutPerson } from '../openrtb/without-person.ts';
import { auctionRow } from './auction-row.ts';
import { explanationOf, type RememberedAuction } from './record.ts';

/** A finished auction as text, which takes a fraction of the memory of its objects. */
export type AuctionText = {
  readonly row: AuctionRow;
  readonly explanation: string;
  /** The request without anything about the person; undefined where it is too large to keep. */
  readonly request: string | undefined;
};

export function textOf(auction: RememberedAuction): AuctionText {
  const request = JSON.stringify(withoutPerson(auction.held.request.wire));
  return { row: auctionRow(auction), explanation: explanationOf(auction), request };
}

const BYTES_PER_UNIT = 2;

export function bytesOf({ row, explanation, request = '' }: AuctionText): number {
  const units = JSON.stringify(row).length + explanation.length + request.length;
  return units * BYTES_PER_UNIT;
}
