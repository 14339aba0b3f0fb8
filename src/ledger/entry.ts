import type { Conversion } from '../sale/conversion.ts';
import type { Dimensions, Subject } from '../sale/dimensions.ts';
import type { Fact, FactKind } from '../sale/fact.ts';
import type { Feedback } from '../sale/feedback.ts';
import type { Tallied } from '../sale/measures.ts';
import type { DeliveryCell } from './delivery/delivery.ts';
import type { RequestSample } from './samples/request-samples.ts';

/** One line of a journal. */
export type JournalEntry =
  | FactEntry
  | { readonly kind: 'conversion'; readonly conversion: Conversion }
  | { readonly kind: 'feedback'; readonly feedback: Feedback }
  | { readonly kind: 'calls'; readonly calls: StoredCalls }
  | { readonly kind: 'tally'; readonly tally: TalliedMinute }
  | { readonly kind: 'delivery'; readonly cells: readonly DeliveryCell[] }
  | { readonly kind: 'samples'; readonly samples: readonly RequestSample[] };

export type FactEntry = {
  readonly kind: 'fact';
  readonly fact: Fact;
  /** The partner's URLs to call if the fact is new, macros filled. Absent from 0.1, which has them in a table. */
  readonly calls?: readonly string[];
};

/** The URLs to call for a partner after its bid won or lost. The macros for price and loss are not filled yet. */
export type StoredCalls = {
  readonly auctionId: string;
  readonly impId: string;
  readonly partner: string;
  /** In whole seconds, as in the sale. Absent in journals of an older Parley. */
  readonly soldMs?: number;
  /** When the notices of the sale expire. The URLs are deleted some time after. */
  readonly untilMs: number;
  /** When clicks expire, which is later. */
  readonly clickUntilMs?: number;
  readonly urls: Readonly<Partial<Record<FactKind, readonly string[]>>>;
};

/** Counts of auctions, summed up by minute. */
export type TalliedMinute = { readonly minuteMs: number; readonly cells: readonly TallyCell[] };

/** Its reason is the error code of refusals, the slug of no-bids, else ''. */
export type TallyCell = Subject & {
  readonly measure: Tallied;
  readonly count: number;
  readonly dimensions: Dimensions;
};
