import type { Dimensions } from './dimensions.ts';

/** How long a sale may wait for its bill, as `bid.exp` says (ruling 68). What is held for it ends at most one minute later. */
export const RESERVATION_MS = 300_000;

/**
 * The events of a sold impression. Each is reported by a notice. Tokens hold positions in this list, one bit of a
 * character each: their order never changes, and there is no room for a seventh.
 */
export const FACT_KINDS = ['win', 'bill', 'impression', 'viewable', 'click', 'loss'] as const;

export type FactKind = (typeof FACT_KINDS)[number];

/**
 * What the buyer pays for (ruling 74): the ad, at the CPM of the sale on the notice that bills, or what follows from it,
 * at a price of its own in USD micros.
 */
export type Charge =
  | { readonly per: 'impression' }
  | { readonly per: 'click' | 'conversion'; readonly micros: number };

/** Also of every sale from before there were other charges. */
export const PER_IMPRESSION: Charge = { per: 'impression' };

export const CHARGE_UNITS = [
  'impression',
  'click',
  'conversion',
] as const satisfies readonly Charge['per'][];

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
  /** The part of the price that the publisher is owed, at the time of the sale, from 0 to 10000. */
  readonly shareBasisPoints: number;
  readonly charge: Charge;
  /** The kind of notice that is billed. */
  readonly billsOn: 'bill' | 'impression' | 'win';
  readonly isTest: boolean;
  /** Of the budget of its campaign, the portion that it was sold from, up to 2^52. 0: of none. */
  readonly portion: number;
  readonly dimensions: Dimensions;
};

/** Why the buyer is not charged for what it pays for, or not the whole price. */
export const UNCHARGED_WORDS = {
  'before-impression': 'clicked, and no notice says that the ad was shown before',
  'too-soon': 'clicked within a second of being shown',
  network: 'clicked by one of many from the same network',
  'over-budget': 'beyond its budget',
} as const;

export type UnchargedReason = keyof typeof UNCHARGED_WORDS;

export const UNCHARGED_REASONS = Object.keys(UNCHARGED_WORDS) as readonly UnchargedReason[];

/** One event of one sale. Its identity is the sale's auction and impression, and the kind. */
export type Fact = {
  readonly kind: FactKind;
  readonly atMs: number;
  readonly sale: Sale;
  /** CPM in USD micros, from 1 to the sale's price: from the notice, or else the sale's price. */
  readonly priceMicros: number;
  /** The OpenRTB loss reason of a loss. */
  readonly lossCode?: number;
  /** From the worker that received it, or decided when it is stored. */
  readonly uncharged?: UnchargedReason;
  /** The part of the price that the budget still had, where it had not the whole, in billionths of a USD. */
  readonly chargedNanos?: number;
};

/** Who told of a conversion: the advertiser's server with its key, or a page, which anybody could have called. */
export const CONVERSION_SOURCES = ['server', 'pixel'] as const;

export type ConversionSource = (typeof CONVERSION_SOURCES)[number];

/** A conversion that is attributed to a sale. No fact: a sale can have several. */
export type SaleConversion = Pick<
  Fact,
  'atMs' | 'sale' | 'priceMicros' | 'uncharged' | 'chargedNanos'
> & {
  readonly kind: 'conversion';
  /** Of its row in the ledger. */
  readonly id: string;
  readonly source: ConversionSource;
  /** In USD. */
  readonly valueMicros: number;
};

/** What can follow from a sale, and be counted and charged. */
export type SaleEvent = Fact | SaleConversion;

/** The share of a publisher that is owed the whole price, and of every sale from before there were shares. */
export const WHOLE_SHARE = 10_000;

const NANOS_PER_MICRO = 1000;

/** What the buyer is charged, in billionths of a USD. */
export function spendNanos(event: SaleEvent): number {
  if (event.uncharged !== undefined) return event.chargedNanos ?? 0;
  return dueNanos(event);
}

/** The whole price, in billionths of a USD: one ad at a CPM in millionths, so nothing is rounded. */
export function dueNanos(event: SaleEvent): number {
  const { kind, sale, priceMicros } = event;
  const { charge, billsOn, isTest } = sale;
  if (isTest || !isProven(event)) return 0;
  if (charge.per === 'impression') return kind === billsOn ? priceMicros : 0;
  return kind === charge.per ? charge.micros * NANOS_PER_MICRO : 0;
}

/** What anybody could have told of is counted and not charged. */
export function isProven(event: SaleEvent): boolean {
  return event.kind !== 'conversion' || event.source === 'server';
}

/** Of a conversion, in billionths of a USD. */
export function valueNanos(event: SaleEvent): number {
  if (event.kind !== 'conversion' || !isProven(event)) return 0;
  return event.valueMicros * NANOS_PER_MICRO;
}

/**
 * Ruling 74: what the publisher is owed because of this fact, in billionths of a USD. Rounded down to a whole billionth;
 * the rest is margin. Computed in two parts, because the price times the share may exceed what a number holds exactly.
 */
export function earnedNanos({ kind, sale, priceMicros }: SaleEvent): number {
  if (kind !== sale.billsOn || sale.isTest) return 0;
  const rest = priceMicros % WHOLE_SHARE;
  const wholes = (priceMicros - rest) / WHOLE_SHARE;
  return wholes * sale.shareBasisPoints + Math.floor((rest * sale.shareBasisPoints) / WHOLE_SHARE);
}

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
