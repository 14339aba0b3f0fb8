import { type AuctionTerms, NO_EXPOSURE } from '../src/core/auction/partner.ts';

/** Of an auction that drops no bid, beside what a test is about. */
export function auctionTerms(fields: Partial<AuctionTerms> = {}): AuctionTerms {
  const usual = { nowMs: 0, chance: () => 0, onlyRelevant: false, rejectionOf: () => undefined };
  return { ...NO_EXPOSURE, ...usual, ...fields };
}
