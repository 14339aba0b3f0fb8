import type { ConversionSource } from './fact.ts';

/** A click on an ad, as its click id names it. */
export type ClickRef = {
  readonly auctionId: string;
  readonly impId: string;
  /** In whole seconds. */
  readonly soldMs: number;
  /** A conversion counts for so long after the click. */
  readonly windowDays: number;
  /** The link did not go through this exchange, which has no record of the click: the time of the sale stands for it. */
  readonly isDirect: boolean;
};

/** An order, or something else that an advertiser tells of, with the clicks that may have led to it. */
export type Conversion = {
  readonly atMs: number;
  readonly source: ConversionSource;
  /** The advertiser. */
  readonly partner: string;
  readonly seat: string;
  readonly event: string;
  /** '' where none was named. */
  readonly orderId: string;
  /** As it was told, in millionths of its currency. */
  readonly amountMicros: number;
  readonly currency: string;
  /** The same in USD, at the rate of the day. */
  readonly valueMicros: number;
  readonly clicks: readonly ClickRef[];
};
