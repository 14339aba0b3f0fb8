import type { Writable } from '../../lib/readonly.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import type { NoBid } from '../openrtb/no-bid.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';
import type { RenamedIds } from '../repairs/ids.ts';
import type { Dimensions, NamedPlacements } from '../sale/dimensions.ts';
import type { Sold } from '../sale/sell.ts';
import type { Candidate } from './check-bid.ts';
import type { Rates } from './currency.ts';
import type { LostBid } from './losses.ts';
import type { Inventory } from './open-imps.ts';
import type { OpenImp, PartnerBid, Solicitation } from './partner.ts';
import type { Win } from './pick-winner.ts';
import type { PublisherRules } from './rules.ts';
import type { Asked } from './solicit.ts';

/**
 * One request from its arrival to its record: one object of one shape, made once, of which each step fills its part. What
 * a step reads of it is in the type of the step.
 */
export type Auction = {
  // received
  /** Also the id of the auction. */
  readonly requestId: string;
  readonly request: ValidRequest;
  readonly ids: RenamedIds;
  /** Of the request as it came. */
  readonly bytes: number;
  readonly warnings: readonly Warning[];
  /** How long the caller waits, from the arrival of the request. */
  readonly deadlineMs: number;
  /**
   * Which notices of a sale are called: trackers by the client and `nurl`, `burl` and `lurl` by the caller's server, or, as
   * by Prebid.js, trackers only, with those of `bid.ext`.
   */
  readonly noticeUrls: 'all' | 'trackers-only';

  // opened
  readonly rules: PublisherRules;
  readonly rates: Rates;
  readonly placements: NamedPlacements;
  /** Of the request. */
  readonly dimensions: Dimensions;
  readonly inventory: Inventory;
  /** Those of the inventory that are open. */
  readonly imps: readonly OpenImp[];
  /** The request as each partner may see it, in the order of `asked`. */
  readonly views: readonly View[];
  /** In the order of `asked`; undefined where the partner was not asked. */
  readonly solicitations: readonly (Solicitation | undefined)[];
  /** Bids that passed while their partner chose between several ads (ruling 44). They are not checked again. */
  readonly passed: Map<PartnerBid, Candidate>;

  // asked and judged
  readonly asked: readonly Asked[];
  readonly wins: readonly Win[];
  readonly losses: readonly LostBid[];

  // sold
  readonly bidResponseId: string;
  readonly sold: readonly Sold[];
  readonly outcome: string | NoBid;
  readonly tookMs: number;
};

/** For the step that fills it. */
export type OpenAuction = Writable<Auction>;
