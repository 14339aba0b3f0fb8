import type { ValidRequest } from '../openrtb/validate.ts';

/** Whose request the wins answer. */
export type Buyer = {
  /** The id of the HTTP request: one request holds one auction, which takes its id. */
  readonly auctionId: string;
  /** `BidResponse.bidid`. */
  readonly bidResponseId: string;
  readonly request: ValidRequest;
  readonly fires: Firing;
};

/**
 * What the client of the caller fires: what its native request offers, beside the notices that its server
 * calls; or, as Prebid.js, trackers alone, those of `bid.ext` included.
 */
export type Firing = 'what-it-offers' | 'trackers-alone';
