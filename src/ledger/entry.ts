import type { Conversion } from '../core/sale/conversion.ts';
import type { Dimensions, Subject } from '../core/sale/dimensions.ts';
import type { Fact } from '../core/sale/fact.ts';
import type { Feedback } from '../core/sale/feedback.ts';
import type { Tallied } from '../core/sale/measures.ts';
import type { DeliveryCell } from './delivery/delivery.ts';
import type { RequestSample } from './samples/request-samples.ts';

/** One line of a journal. */
export type JournalEntry =
  | FactEntry
  | { readonly kind: 'conversion'; readonly conversion: Conversion }
  | { readonly kind: 'feedback'; readonly feedback: Feedback }
  | { readonly kind: 'tally'; readonly tally: TalliedMinute }
  | { readonly kind: 'delivery'; readonly cells: readonly DeliveryCell[] }
  | { readonly kind: 'samples'; readonly samples: readonly RequestSample[] };

export type FactEntry = {
  readonly kind: 'fact';
  readonly fact: Fact;
  /** The partner's URLs to call if the fact is new, macros filled. */
  readonly calls: readonly string[];
};

/** Counts of auctions, summed up by minute. */
export type TalliedMinute = { readonly minuteMs: number; readonly cells: readonly TallyCell[] };

/** Its reason is the error code of refusals, the slug of no-bids, else ''. */
export type TallyCell = Subject & {
  readonly measure: Tallied;
  readonly count: number;
  readonly dimensions: Dimensions;
};
