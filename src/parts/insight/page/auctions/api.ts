import type { explain } from '../../../../core/auction/explain.ts';
import type { RefusalRecord } from '../../../../core/exchange/recent-refusals.ts';

/** `GET /auctions` and `GET /auctions/<id>` */
export type AuctionRecord = ReturnType<typeof explain>;

export type AskedPartner = AuctionRecord['partners'][number];

export type AuctionImp = AuctionRecord['imps'][number];

/** `GET /requests/<id>`, of a request that ended before there was an auction. */
export type RefusedRecord = Omit<RefusalRecord, 'timeMs'> & {
  readonly time: string;
  readonly outcome: 'refused' | 'no-native';
  readonly status: number;
};

/** `GET /api/samples`: of the requests that were kept as samples, the newest that match. */
export type SampleSearch = {
  readonly rows: readonly SampledRequest[];
  /** For how many days samples are kept; 0: none are taken. */
  readonly days: number;
  /** For how many auctions one is kept, on average; null: there is none. */
  readonly oneIn: number | null;
  /** The oldest sample; null: there is none. */
  readonly firstMs: number | null;
};

/** What a sample has of a request. */
export type SampledRequest = {
  /** The minute of its time. */
  readonly minuteMs: number;
  readonly publisher: string | null;
  readonly outcome: 'bid' | 'no-bid';
  /** Why impressions were not sold. */
  readonly reasons: readonly string[];
  /** Those that won, were beaten or were below a floor. */
  readonly bids: readonly {
    readonly partner: string;
    readonly seat: string;
    readonly advertisers: readonly string[];
    readonly cpmUsd: number;
    /** 0: it won. Else the code of its loss. */
    readonly code: number;
  }[];
};
