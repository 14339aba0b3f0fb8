import type { NativeResponse } from '../../openrtb/native-response.ts';
import type { NoBidReason } from '../../openrtb/no-bid.ts';

/** The answers of the admin port about auctions and refusals. */

/** `GET /auctions` and `GET /auctions/<id>` */
export type AuctionRecord = {
  readonly requestId: string;
  readonly id: string;
  readonly time: string;
  readonly publisher: string | null;
  readonly isTest: boolean;
  readonly tookMs: number;
  readonly deadlineMs: number;
  readonly outcome: 'bid' | 'no-bid';
  readonly warnings: readonly {
    readonly code: string;
    readonly field: string | null;
    /** The name of the repair, where the request was repaired. */
    readonly repair: string | null;
  }[];
  readonly partners: readonly AskedPartner[];
  readonly imps: readonly AuctionImp[];
  /** Bids for impressions that the request does not have. */
  readonly strayBids?: readonly (AuctionBid & { readonly impid: string })[];
};

/** `GET /requests/<id>`, of a request that was refused. */
export type RefusedRecord = {
  readonly requestId: string;
  readonly time: string;
  readonly outcome: 'refused';
  readonly status: number;
  readonly code: string;
  readonly field?: string;
  readonly reason: string;
  readonly publisher?: string;
};

/** `GET /requests/<id>` */
export type RequestRecord = AuctionRecord | RefusedRecord;

export type AskedPartner = {
  readonly name: string;
  readonly latencyMs: number;
  readonly answer: 'bids' | 'no-bid' | 'malformed' | 'timeout' | 'failed' | 'skipped';
  readonly reason?: string;
  readonly bids?: number;
  readonly unreadable?: readonly string[];
  /** Demand of the partner that did not bid. */
  readonly passed?: readonly PassedOver[];
  /** The data withheld from the partner, each with the rule that applies. */
  readonly withheld: Readonly<Record<string, string>>;
};

export type PassedOver = {
  readonly impid: string;
  readonly reason: string;
  readonly offer?: { readonly id: string; readonly title: string; readonly fault: string };
};

export type AuctionImp = {
  readonly id: string;
  readonly floor: number | null;
  readonly winner: {
    readonly partner: string;
    readonly seat: string;
    readonly price: number;
    readonly format: string | null;
    /** The ad, if the record contains it. */
    readonly ad?: NativeResponse;
    /** A sentence for each of its URLs that is not called. */
    readonly notCalled?: readonly string[];
  } | null;
  readonly noBidReason: NoBidReason | null;
  readonly bids: readonly AuctionBid[];
};

export type AuctionBid = {
  readonly partner: string;
  readonly seat: string;
  readonly id: string;
  readonly price: number;
  readonly cur: string;
  readonly adomain: readonly string[];
  readonly crid: string | null;
  /** OpenRTB's loss reason; 0: won. */
  readonly code: number;
  readonly fate: string;
};
