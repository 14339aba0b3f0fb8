import type { Writable } from '../../lib/readonly.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import type { NoBid } from '../openrtb/no-bid.ts';
import type { View } from '../privacy/protect.ts';
import type { RenamedIds } from '../repairs/repair-request.ts';
import type { SaleContext, Sold } from '../sale/sell.ts';
import type { LostBid, Win } from './award.ts';
import type { Judgement } from './check-bid.ts';
import type { Inventory } from './open-imps.ts';
import type { AuctionTerms, Solicitation } from './partner.ts';
import type { Asked } from './solicit.ts';

/**
 * One request from its arrival to its record: one object of one shape, made once, of which each step fills its part. What
 * a step reads of it is in the type of the step.
 */
export type Auction = Judgement &
  AuctionTerms &
  SaleContext & {
    // received
    readonly ids: RenamedIds;
    /** Of the request as it came. */
    readonly bytes: number;
    readonly warnings: readonly Warning[];
    /** How long the caller waits, from the arrival of the request. */
    readonly deadlineMs: number;

    // opened
    readonly inventory: Inventory;
    /** The request as each partner may see it, in the order of `asked`. */
    readonly views: readonly View[];
    /** In the order of `asked`; undefined where the partner was not asked. */
    readonly solicitations: readonly (Solicitation | undefined)[];

    // asked and judged
    readonly asked: readonly Asked[];
    readonly wins: readonly Win[];
    readonly losses: readonly LostBid[];

    // sold
    readonly sold: readonly Sold[];
    readonly outcome: string | NoBid;
    readonly tookMs: number;
  };

/** For the step that fills it. */
export type OpenAuction = Writable<Auction>;
