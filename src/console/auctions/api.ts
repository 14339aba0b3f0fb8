import type { explain } from '../../auction/explain.ts';

/** `GET /auctions` and `GET /auctions/<id>` */
export type AuctionRecord = ReturnType<typeof explain>;

export type AskedPartner = AuctionRecord['partners'][number];

export type AuctionImp = AuctionRecord['imps'][number];

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
