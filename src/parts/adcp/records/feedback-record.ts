import { buyerTable } from './buyer-table.ts';

/** What a buyer says of the performance of a buy, as it came. People read it; nothing is steered by it. */
export type PerformanceFeedbackDefinition = {
  readonly mediaBuyId: string;
  readonly packageId?: string;
  readonly creativeId?: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** 1 is as expected. */
  readonly index: number;
  /** The metric, its source and how it was measured, in the words of the protocol. */
  readonly told: Readonly<Record<string, unknown>>;
};

export const PERFORMANCE_FEEDBACK_TABLE = buyerTable<
  PerformanceFeedbackDefinition,
  'kept' | 'deleted'
>({
  kind: 'performance-feedback',
  name: 'what buyers say of performance',
});

/** Of one account. */
export const PERFORMANCE_FEEDBACK_MAX = 10_000;
