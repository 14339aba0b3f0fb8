import { createRecent, type Recent } from '../observe/recent.ts';
import { type AuctionSamples, createAuctionSamples } from './auction-samples.ts';
import type { RememberedAuction } from './record.ts';

/** The last auctions and a sample of those before. Of busy traffic, some of each second. */
export type RememberedAuctions = Recent<RememberedAuction> & {
  readonly samples: Pick<AuctionSamples, 'find' | 'list'>;
};

/**
 * Auctions beyond these are not remembered, except those in test mode. At thousands a second, the last ones would be
 * gone before anybody could look at them, and each costs time in the garbage collector.
 */
export const REMEMBERED_PER_SECOND_MAX = 100;

export function createRememberedAuctions(capacity: number): RememberedAuctions {
  const recent = createRecent<RememberedAuction>(capacity);
  const samples = createAuctionSamples();
  let second = 0;
  let rememberedInSecond = 0;

  function isRemembered({ held, timeMs }: RememberedAuction): boolean {
    if (held.request.wire.test === 1) return true;
    const current = Math.floor(timeMs / 1000);
    if (current !== second) {
      second = current;
      rememberedInSecond = 0;
    }
    rememberedInSecond += 1;
    return rememberedInSecond <= REMEMBERED_PER_SECOND_MAX;
  }

  return {
    ...recent,
    add(names, auction) {
      if (isRemembered(auction)) recent.add(names, auction);
      samples.consider(names, auction);
    },
    samples,
  };
}
