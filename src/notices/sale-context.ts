import type { Currency } from '../auction/currency.ts';
import type { ValidRequest } from '../openrtb/validate.ts';

/** What all sales of one answer share. */
export type SaleContext = {
  /** The request id, which is the id of its one auction. */
  readonly auctionId: string;
  /** `BidResponse.bidid`. */
  readonly bidResponseId: string;
  readonly request: ValidRequest;
  /** The currency of the response. */
  readonly currency: Currency;
  /**
   * Which URLs are called: trackers by the client and `nurl`, `burl` and `lurl` by the caller's server, or, as by
   * Prebid.js, trackers only, with those of `bid.ext`.
   */
  readonly noticeUrls: 'all' | 'trackers-only';
};
