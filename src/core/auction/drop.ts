import type { NoBidReason } from '../openrtb/no-bid.ts';

/**
 * The loss reasons that this exchange gives: the code of OpenRTB, and what the publisher is told unless a drop says it
 * better. The first sentence of the words is the meaning. Of those of one code, the first stands for all.
 */
export const LOSS = {
  internalError: {
    code: 1,
    slug: 'invalid-bid',
    words: 'Budget exhausted. Campaigns shows the budgets.',
  },
  invalidResponse: {
    code: 3,
    slug: 'invalid-bid',
    words: 'Invalid bid. The auction names the fault.',
  },
  invalidDeal: {
    code: 4,
    slug: 'invalid-bid',
    words: 'Invalid deal. The bid names a deal that is not in the request.',
  },
  invalidAdvertiser: {
    code: 6,
    slug: 'invalid-bid',
    words: 'Invalid advertiser domain. The auction names it. Tell the partner.',
  },
  missingMarkup: { code: 7, slug: 'invalid-bid', words: 'No markup. The partner must send adm.' },
  missingPrice: {
    code: 9,
    slug: 'invalid-bid',
    words: 'No price. The partner must send a price above zero.',
  },
  belowFloor: {
    code: 100,
    slug: 'below-floor',
    words: 'Below the floor. Lower bidfloor, or the publisher’s floor.',
  },
  belowDealFloor: {
    code: 101,
    slug: 'below-floor',
    words: 'Below the deal’s floor. Talk to the partner about the deal.',
  },
  outbid: { code: 102, slug: 'invalid-bid', words: 'Outbid' },
  lostToDeal: { code: 103, slug: 'invalid-bid', words: 'Lost to a deal' },
  seatBlocked: {
    code: 104,
    slug: 'blocked',
    words: 'Seat not allowed. The request’s wseat and bseat decide.',
  },
  filtered: {
    code: 200,
    slug: 'blocked',
    words:
      'No DSA information. The request requires it (regs.ext.dsa), so the partner must send bid.ext.dsa.',
  },
  sizeNotAllowed: {
    code: 203,
    slug: 'asset-mismatch',
    words: 'Wrong size. Allow smaller pictures in native.request.',
  },
  wrongFormat: {
    code: 204,
    slug: 'no-format-match',
    words:
      'Does not fit the formats or assets. Declare more formats, and request their assets in native.request.',
  },
  assetMismatch: {
    code: 204,
    slug: 'asset-mismatch',
    words:
      'The ad lacks required assets. Make fewer assets required in native.request, or allow longer texts.',
  },
  invalidAd: {
    code: 204,
    slug: 'invalid-bid',
    words: 'The ad could not be read. The auction names the fault. Tell the partner.',
  },
  advertiserBlocked: {
    code: 205,
    slug: 'blocked',
    words: 'Advertiser blocked. Check badv and the publisher’s blocks.',
  },
  appBlocked: { code: 206, slug: 'blocked', words: 'App blocked. Check bapp.' },
  notSecure: {
    code: 207,
    slug: 'not-secure',
    words: 'Not secure. The partner must serve everything over https.',
  },
  languageBlocked: { code: 208, slug: 'blocked', words: 'Language not allowed. Check wlang.' },
  categoryBlocked: {
    code: 209,
    slug: 'blocked',
    words: 'Category blocked. Check bcat and the publisher’s blocks.',
  },
  attributeBlocked: { code: 210, slug: 'blocked', words: 'Attribute blocked. Check battr.' },
  notAllowedInDeal: {
    code: 213,
    slug: 'blocked',
    words: 'Not in this deal. The deal’s wseat and wadomain decide.',
  },
} as const satisfies Readonly<
  Record<string, { readonly code: number; readonly slug: NoBidReason; readonly words: string }>
>;

/** With the names that metrics have: `below-floor` of `belowFloor`. */
export const LOSS_REASONS = Object.entries(LOSS).map(([key, row]) => ({
  name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ...row,
}));

type LossKind = (typeof LOSS)[keyof typeof LOSS];

/** Why a bid was dropped: a code for the partner, a slug for the publisher, a sentence for people. */
export class Drop {
  readonly code: LossKind['code'];
  readonly reason: string;
  readonly slug: NoBidReason;
  /** The floor that the bid is below, in micros of a USD; undefined: that is not why. */
  readonly floorMicros: number | undefined;

  constructor(
    loss: LossKind,
    reason: string,
    slug: NoBidReason = loss.slug,
    floorMicros: number | undefined = undefined,
  ) {
    this.code = loss.code;
    this.reason = reason;
    this.slug = slug;
    this.floorMicros = floorMicros;
  }
}
