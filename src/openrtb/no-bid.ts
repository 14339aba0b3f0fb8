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
  'no-native',
] as const;

export type NoBidReason = (typeof NO_BID_REASONS)[number];

/** When a reason is decided: before partners are asked, from their answers, or either. */
export const NO_BID_DECIDED: Readonly<Record<NoBidReason, 'before' | 'after' | 'either'>> = {
  'no-demand': 'after',
  timeout: 'after',
  currency: 'either',
  'invalid-bid': 'after',
  'not-secure': 'after',
  blocked: 'after',
  'asset-mismatch': 'after',
  'below-floor': 'after',
  'no-format-match': 'either',
  paced: 'before',
  sensitive: 'before',
  'no-native': 'before',
};

/** No suitable bid: a 204, never an error. */
export class NoBid {
  readonly reason: NoBidReason;
  constructor(reason: NoBidReason) {
    this.reason = reason;
  }
}
