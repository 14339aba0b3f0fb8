import { randomUUID } from 'node:crypto';
import type { Sell } from '../src/auction/respond.ts';
import { createNoticeKeys } from '../src/notices/keys.ts';
import { createSeller } from '../src/notices/sell.ts';
import { passTrace } from '../src/observe/trace.ts';
import type { BidRequest } from '../src/openrtb/bid-request.ts';

/** What an exchange needs beside its auction, as in a worker that keeps no records. */
export const SELLING = {
  sell: createSeller({
    publicUrl: 'https://bid.example.com',
    keys: createNoticeKeys(['a key of more than thirty-two characters']),
    machine: 1,
    nowMs: Date.now,
    billsOnOf: () => 'burl',
  }),
  beginTrace: passTrace,
  record: () => {},
  onRecordError: () => {},
  recordRefusal: () => {},
};

/** Sells on behalf of one request. */
export function sellFor(wire: BidRequest): Sell {
  const buyer = { auctionId: randomUUID(), wire };
  return (win, macros) => SELLING.sell(win, macros, buyer);
}
