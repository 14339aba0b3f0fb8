/** The slugs of the `X-NoBid-Reason` header (ruling 2), from the least to the most telling. */
export const NO_BID_REASONS = [
  'no-demand',
  'timeout',
  'currency',
  'invalid-bid',
  'not-secure',
  'blocked',
  'asset-mismatch',
  'below-floor',
  'no-format-match',
  'paced',
  'sensitive',
] as const;

export type NoBidReason = (typeof NO_BID_REASONS)[number];

/** No suitable bid: a 204, never an error. */
export class NoBid {
  readonly reason: NoBidReason;
  constructor(reason: NoBidReason) {
    this.reason = reason;
  }
}
