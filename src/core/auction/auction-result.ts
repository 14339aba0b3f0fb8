import type { View } from '../privacy/protect.ts';
import type { LostBid } from './losses.ts';
import type { Inventory } from './open-imps.ts';
import type { Solicitation } from './partner.ts';
import type { Win } from './pick-winner.ts';
import type { Asked } from './solicit.ts';

/** The result of an auction, from which the response and the explanation are made. */
export type AuctionResult = {
  readonly inventory: Inventory;
  /** The request as each partner may see it, in the order of `asked`. */
  readonly views: readonly View[];
  /** In the order of `asked`; undefined where the partner was not asked. */
  readonly solicitations: readonly (Solicitation | undefined)[];
  readonly asked: readonly Asked[];
  readonly wins: readonly Win[];
  readonly losses: readonly LostBid[];
};
