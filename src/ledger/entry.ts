import type { Dimensions, Fact, FactKind } from './fact.ts';

/** One line of a journal: what a worker wants to be kept. */
export type Entry =
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'calls'; readonly calls: PartnerCalls }
  | { readonly kind: 'tally'; readonly tally: Tally };

/** The URLs a partner wants called when something happens to what it bought; price and loss macros are open. */
export type PartnerCalls = {
  readonly auctionId: string;
  readonly impId: string;
  readonly partner: string;
  /** When its notices expire, and with them these URLs. */
  readonly untilMs: number;
  /** When clicks do, which live longer. */
  readonly clickUntilMs?: number;
  readonly urls: Readonly<Partial<Record<FactKind, readonly string[]>>>;
};

/** Counts that no notice brings: what happened in auctions, summed up by minute. */
export type Tally = { readonly minuteMs: number; readonly cells: readonly TallyCell[] };

export const TALLIED = ['requests', 'refusals', 'noBids', 'asked', 'bids', 'sold'] as const;

export type TallyCell = {
  readonly measure: (typeof TALLIED)[number];
  readonly count: number;
  readonly dimensions: Dimensions;
  /** '' for what concerns no partner. */
  readonly partner: string;
  readonly campaign: string;
  /** The error code of refusals, the slug of no-bids, else ''. */
  readonly reason: string;
};
