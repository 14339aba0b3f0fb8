import type { Sums } from '../core/sale/measures.ts';
import type { Span } from '../lib/time-span.ts';

export type RollupQuestion = {
  readonly by: readonly string[];
  readonly fromMs: number;
  /** Exclusive. A minute counts if it begins in the time. */
  readonly toMs: number;
  /** Filters by the value of a dimension. */
  readonly where?: Readonly<Record<string, string>>;
  /** The time zone of hours and days; UTC if absent. */
  readonly zone?: string;
  /** What it is compared with. */
  readonly before?: Span | undefined;
};

export type LedgerReport = {
  readonly question: RollupQuestion;
  readonly rows: readonly SummedRow[];
  /** Over all rows, including those that a report does not show. */
  readonly totals: SummedRow;
  /** Whether there were more rows than a report shows. */
  readonly isCut: boolean;
};

export type SummedRow = {
  /** In the order of `by`; times as ISO dates. */
  readonly keys: readonly string[];
  /** Amounts are in billionths of a USD. */
  readonly sums: Sums;
  /** The same of the period before; undefined where it is not asked for, or not known. */
  readonly before?: Sums | undefined;
};
