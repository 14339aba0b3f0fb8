/**
 * What becomes of a campaign's chances, for its own page. `detail` is the creative of those that bid, won, were shown,
 * clicked or billed; of the others it says why: the asset that was missing, the loss code, or who won instead.
 */
export const DELIVERY_KINDS = [
  'misfit',
  'bid',
  'dropped',
  'outbid',
  'won',
  'shown',
  'clicked',
  'billed',
] as const;

export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** A count of one day of UTC. */
export type DeliveryCell = {
  readonly day: number;
  readonly partner: string;
  readonly campaign: string;
  readonly kind: DeliveryKind;
  readonly detail: string;
  /** '' where it does not matter. */
  readonly publisher: string;
  readonly count: number;
  /**
   * Summed up: a CPM in USD micros, of the bid, of the winner that outbid it, or that a win pays. Of `billed`, the
   * amount in billionths of a USD.
   */
  readonly amount: number;
};
