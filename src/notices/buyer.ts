import type { Currency } from '../auction/currency.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';

/** The request that the wins answer. */
export type Buyer = {
  /** The request id, which is the id of its one auction. */
  readonly auctionId: string;
  /** `BidResponse.bidid`. */
  readonly bidResponseId: string;
  readonly wire: BidRequest;
  /** The currency of the response. */
  readonly currency: Currency;
};
