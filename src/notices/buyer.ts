import type { ValidRequest } from '../openrtb/validate.ts';

/** Whose request the wins answer. */
export type Buyer = {
  /** The id of the HTTP request: one request holds one auction, which takes its id. */
  readonly auctionId: string;
  /** `BidResponse.bidid`. */
  readonly bidResponseId: string;
  readonly request: ValidRequest;
};
