/**
 * The slugs of the `X-NoBid-Reason` header (ruling 2), from the least to the most telling, and when each is decided:
 * before partners are asked, from their answers, or either.
 */
export const NO_BID_DECIDED = {
  'no-demand': 'after',
  'off-topic': 'after',
  timeout: 'after',
  capped: 'after',
  budget: 'after',
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
} as const satisfies Readonly<Record<string, 'before' | 'after' | 'either'>>;

export type NoBidReason = keyof typeof NO_BID_DECIDED;

export const NO_BID_REASONS = Object.keys(NO_BID_DECIDED) as readonly NoBidReason[];

/** No suitable bid: a 204, never an error. */
export class NoBid {
  readonly reason: NoBidReason;
  constructor(reason: NoBidReason) {
    this.reason = reason;
  }
}
