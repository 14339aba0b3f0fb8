import type { DeepReadonly } from '../../lib/readonly.ts';
import type { explain } from '../auction/explain.ts';
import type { RefusalRecord } from './recent-refusals.ts';

/** The explanation of an auction. */
export type AuctionRecord = DeepReadonly<ReturnType<typeof explain>>;

export type AskedPartner = AuctionRecord['partners'][number];

export type AuctionImp = AuctionRecord['imps'][number];

/** Of a request that ended before there was an auction. */
export type RefusedRecord = Omit<RefusalRecord, 'timeMs'> & {
  readonly time: string;
  readonly outcome: 'refused' | 'no-native';
  readonly status: number;
};
