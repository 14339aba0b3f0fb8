import { shortened } from '../../lib/shortened.ts';

/** A campaign as the ledger knows it: who it is, when it runs and what it may spend. */
export type Account = {
  readonly partner: string;
  readonly campaign: string;
  readonly advertiser: string;
  /** It runs from here, and no longer at the end. Infinite where nothing was said. */
  readonly startMs: number;
  readonly endMs: number;
  /** What one impression costs at its plain price, in whole micros of a USD. */
  readonly unitMicros: number;
  /** And with every adjustment that raises it. */
  readonly unitMicrosMax: number;
  /** undefined: it may spend without end. */
  readonly budget: Budget | undefined;
};

export type Pacing = 'even' | 'asap';

export type Budget = {
  readonly pacing: Pacing;
  /** In micros of a USD; undefined: no such limit. */
  readonly money: Limit;
  readonly impressions: Limit;
};

export type Limit = { readonly total: number | undefined; readonly daily: number | undefined };

/** What budgets are counted in: micros of a USD, and impressions. */
export type Amount = { readonly micros: number; readonly impressions: number };

/** A campaign's name in the ledger, its id short as in notices. That has no slash, so two never share one. */
export function keyOf({ partner, campaign }: Pick<Account, 'partner' | 'campaign'>): string {
  return `${partner}/${shortened(campaign)}`;
}

const NO_LIMIT: Limit = { total: undefined, daily: undefined };

export function limitOf({ budget }: Pick<Account, 'budget'>, kind: keyof Amount): Limit {
  return (kind === 'micros' ? budget?.money : budget?.impressions) ?? NO_LIMIT;
}

export function isLimited({ total, daily }: Limit): boolean {
  return total !== undefined || daily !== undefined;
}

const MINUTE_MS = 60_000;

/** Reservations are kept by the minute of the sale. */
export function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}
