/** What can happen to an impression after it was sold; a notice tells of each. */
export const FACT_KINDS = ['win', 'bill', 'impression', 'viewable', 'click', 'loss'] as const;

export type FactKind = (typeof FACT_KINDS)[number];

/** What reports can be split by, beside time, partner and campaign. Every value is short; '' is unknown. */
export type Dimensions = {
  readonly publisher: string;
  readonly country: string;
  readonly format: string;
  readonly intent: string;
  readonly funnel: string;
  readonly sentiment: string;
  /** Where the conversation stood, like `2-3`. */
  readonly turn: string;
};

/** An impression that was sold: what its notices carry with them. */
export type Sale = {
  /** The request id that Parley gave, a UUID. */
  readonly auctionId: string;
  readonly impId: string;
  /** In whole seconds. */
  readonly soldMs: number;
  readonly partner: string;
  readonly seat: string;
  /** '' where the bid named none. */
  readonly campaign: string;
  readonly creative: string;
  /** CPM in USD micros, at the rate of the sale where the response had another currency. */
  readonly priceMicros: number;
  /** The kind of notice that is billed. */
  readonly billsOn: 'bill' | 'impression' | 'win';
  readonly isTest: boolean;
  /** Tells which machine sold it, from 0 to 65535. */
  readonly machine: number;
  readonly dimensions: Dimensions;
};

/** One thing that happened to one sale. Its identity is the sale's auction and impression, and the kind. */
export type Fact = {
  readonly kind: FactKind;
  readonly atMs: number;
  readonly sale: Sale;
  /** CPM in USD micros, from 1 to the sale's price: what the notice said, or else the sale's price. */
  readonly priceMicros: number;
  /** OpenRTB's reason, of a loss. */
  readonly lossCode?: number;
};

/**
 * What the fact says is owed, in billionths of a USD. A price for a thousand in millionths is the price of
 * one in billionths, so that nothing is rounded.
 */
export function spendNanos({ kind, sale, priceMicros }: Fact): number {
  return kind === sale.billsOn && !sale.isTest ? priceMicros : 0;
}
