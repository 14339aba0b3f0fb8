import type { Currency } from '../auction/currency.ts';
import type { ValidRequest } from '../openrtb/validate.ts';

/** The request that the wins answer. */
export type Buyer = {
  /** The request id, which is the id of its one auction. */
  readonly auctionId: string;
  /** `BidResponse.bidid`. */
  readonly bidResponseId: string;
  readonly request: ValidRequest;
  /** The currency of the response. */
  readonly currency: Currency;
  readonly fires: Firing;
};

/**
 * What the client of the caller fires: what its native request offers, beside the notices that its server
 * calls; or, as Prebid.js, trackers alone, those of `bid.ext` included.
 */
export type Firing = 'what-it-offers' | 'trackers-alone';
