import type { View } from '../privacy/protect.ts';
import type { LostBid } from './losses.ts';
import type { Inventory } from './open-imps.ts';
import type { Win } from './pick-winner.ts';
import type { Asked } from './solicit.ts';

/** Everything that happened in an auction: the response and the explanation are made from it. */
export type AuctionResult = {
  readonly inventory: Inventory;
  /** What each partner may see, in the order of `asked`. */
  readonly views: readonly View[];
  readonly asked: readonly Asked[];
  readonly wins: readonly Win[];
  readonly losses: readonly LostBid[];
};
