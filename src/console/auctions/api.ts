import type { explain } from '../../auction/explain.ts';
import type { RefusalRecord } from '../../observe/recent-refusals.ts';

/** `GET /auctions` and `GET /auctions/<id>` */
export type AuctionRecord = ReturnType<typeof explain>;

export type AskedPartner = AuctionRecord['partners'][number];

export type AuctionImp = AuctionRecord['imps'][number];

/** `GET /requests/<id>`, of a request that was refused. */
export type RefusedRecord = Omit<RefusalRecord, 'timeMs'> & {
  readonly time: string;
  readonly outcome: 'refused';
  readonly status: number;
};
