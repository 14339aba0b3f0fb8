import { createRecent, type Recent } from '../observe/recent.ts';
import { type AuctionSamples, createAuctionSamples } from './auction-samples.ts';
import type { RememberedAuction } from './record.ts';

/** The last auctions, all of them, and a sample of those before. */
export type RememberedAuctions = Recent<RememberedAuction> & {
  readonly samples: Pick<AuctionSamples, 'find' | 'list'>;
};

export function createRememberedAuctions(capacity: number): RememberedAuctions {
  const recent = createRecent<RememberedAuction>(capacity);
  const samples = createAuctionSamples();
  return {
    ...recent,
    add(names, auction) {
      recent.add(names, auction);
      samples.consider(names, auction);
    },
    samples,
  };
}
