import type { NoBidReason } from '../openrtb/no-bid.ts';

/** The loss reason codes of OpenRTB that this exchange gives. */
export const LOSS = {
  won: 0,
  internalError: 1,
  invalidResponse: 3,
  invalidDeal: 4,
  invalidAdvertiser: 6,
  missingMarkup: 7,
  missingPrice: 9,
  belowFloor: 100,
  belowDealFloor: 101,
  outbid: 102,
  lostToDeal: 103,
  seatBlocked: 104,
  filtered: 200,
  sizeNotAllowed: 203,
  wrongFormat: 204,
  advertiserBlocked: 205,
  appBlocked: 206,
  notSecure: 207,
  languageBlocked: 208,
  categoryBlocked: 209,
  attributeBlocked: 210,
  notAllowedInDeal: 213,
} as const;

export type LossCode = Exclude<(typeof LOSS)[keyof typeof LOSS], typeof LOSS.won>;

/** What the publisher is told, unless the drop says it better. A code that is missing here does not compile. */
const SLUG_BY_CODE: Readonly<Record<LossCode, NoBidReason>> = {
  [LOSS.internalError]: 'invalid-bid',
  [LOSS.invalidResponse]: 'invalid-bid',
  [LOSS.invalidDeal]: 'invalid-bid',
  [LOSS.invalidAdvertiser]: 'invalid-bid',
  [LOSS.missingMarkup]: 'invalid-bid',
  [LOSS.missingPrice]: 'invalid-bid',
  [LOSS.outbid]: 'invalid-bid',
  [LOSS.lostToDeal]: 'invalid-bid',
  [LOSS.belowFloor]: 'below-floor',
  [LOSS.belowDealFloor]: 'below-floor',
  [LOSS.seatBlocked]: 'blocked',
  [LOSS.filtered]: 'blocked',
  [LOSS.sizeNotAllowed]: 'asset-mismatch',
  [LOSS.wrongFormat]: 'asset-mismatch',
  [LOSS.advertiserBlocked]: 'blocked',
  [LOSS.appBlocked]: 'blocked',
  [LOSS.notSecure]: 'not-secure',
  [LOSS.languageBlocked]: 'blocked',
  [LOSS.categoryBlocked]: 'blocked',
  [LOSS.attributeBlocked]: 'blocked',
  [LOSS.notAllowedInDeal]: 'blocked',
};

/** Why a bid was dropped: a code for the partner, a slug for the publisher, a sentence for people. */
export class Drop {
  readonly code: LossCode;
  readonly reason: string;
  readonly slug: NoBidReason;

  constructor(code: LossCode, reason: string, slug = SLUG_BY_CODE[code]) {
    this.code = code;
    this.reason = reason;
    this.slug = slug;
  }
}
