/** The events of a sold impression. Each is reported by a notice. */
export const FACT_KINDS = ['win', 'bill', 'impression', 'viewable', 'click', 'loss'] as const;

export type FactKind = (typeof FACT_KINDS)[number];

/** The dimensions of reports beside time, partner and campaign. Values are short; '' is unknown. */
export type Dimensions = {
  readonly publisher: string;
  readonly country: string;
  readonly format: string;
  readonly intent: string;
  readonly funnel: string;
  readonly sentiment: string;
  /** A range of turns of the conversation, like `2-3`. */
  readonly turn: string;
};

/** A sold impression, as the tokens of its notices carry it. */
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
  /** The tag of the machine that sold it, from 0 to 65535. */
  readonly machine: number;
  readonly dimensions: Dimensions;
};

/** One event of one sale. Its identity is the sale's auction and impression, and the kind. */
export type Fact = {
  readonly kind: FactKind;
  readonly atMs: number;
  readonly sale: Sale;
  /** CPM in USD micros, from 1 to the sale's price: from the notice, or else the sale's price. */
  readonly priceMicros: number;
  /** The OpenRTB loss reason of a loss. */
  readonly lossCode?: number;
};

/**
 * The amount owed because of this fact, in billionths of a USD. A price per thousand in millionths equals the price of
 * one in billionths, so nothing is rounded.
 */
export function spendNanos({ kind, sale, priceMicros }: Fact): number {
  return kind === sale.billsOn && !sale.isTest ? priceMicros : 0;
}
