import type { NoBidReason } from '../openrtb/no-bid.ts';

/** The loss reason codes of OpenRTB that this exchange gives, and what the publisher is told unless a drop says it better. */
export const LOSS = {
  internalError: { code: 1, slug: 'invalid-bid' },
  invalidResponse: { code: 3, slug: 'invalid-bid' },
  invalidDeal: { code: 4, slug: 'invalid-bid' },
  invalidAdvertiser: { code: 6, slug: 'invalid-bid' },
  missingMarkup: { code: 7, slug: 'invalid-bid' },
  missingPrice: { code: 9, slug: 'invalid-bid' },
  belowFloor: { code: 100, slug: 'below-floor' },
  belowDealFloor: { code: 101, slug: 'below-floor' },
  outbid: { code: 102, slug: 'invalid-bid' },
  lostToDeal: { code: 103, slug: 'invalid-bid' },
  seatBlocked: { code: 104, slug: 'blocked' },
  filtered: { code: 200, slug: 'blocked' },
  sizeNotAllowed: { code: 203, slug: 'asset-mismatch' },
  wrongFormat: { code: 204, slug: 'asset-mismatch' },
  advertiserBlocked: { code: 205, slug: 'blocked' },
  appBlocked: { code: 206, slug: 'blocked' },
  notSecure: { code: 207, slug: 'not-secure' },
  languageBlocked: { code: 208, slug: 'blocked' },
  categoryBlocked: { code: 209, slug: 'blocked' },
  attributeBlocked: { code: 210, slug: 'blocked' },
  notAllowedInDeal: { code: 213, slug: 'blocked' },
} as const satisfies Readonly<
  Record<string, { readonly code: number; readonly slug: NoBidReason }>
>;

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
