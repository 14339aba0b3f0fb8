import type { PartnerKind } from '../../demand/kinds.ts';
import type { Difference } from '../../lib/differences.ts';
import type { TroubleId } from '../observe/troubles.ts';

/** The answers of the admin port to the console, page by page. Money is in USD as a decimal. */

/** `GET /api/session` */
export type SessionInfo = {
  /** `login`: every other call is refused until `POST /login`. */
  readonly access: 'local' | 'session' | 'login';
  /** Send it as `X-CSRF-Token` with every change. */
  readonly csrfToken: string | null;
  /** The URL for bid requests, for "copy as curl". */
  readonly publicUrl: string;
  /** Whose token it was, and what may be done with it. */
  readonly who: string;
  readonly role: 'admin' | 'ads' | 'read';
};

/** One step of the live figures. */
export type LivePoint = {
  /** When the step ended. */
  readonly atMs: number;
  readonly requestsPerSec: number;
  /** Per second, like the requests. */
  readonly bidsPerSec: number;
  readonly noBidsPerSec: number;
  readonly refusedPerSec: number;
  readonly failedPerSec: number;
  /** Null without a request. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
  /** The sold share of the impressions of the last minute. Null if there were none. */
  readonly fillRate: number | null;
  /** The amount that became billable in the last minute. */
  readonly spendUsdPerMinute: number;
};

export type FunnelStageName =
  | 'received'
  | 'valid'
  | 'asked'
  | 'answered'
  | 'bid'
  | 'fit'
  | 'won'
  | 'billed';

/** One stage of the funnel of the last 15 minutes, with the losses before it. */
export type FunnelStage = {
  readonly stage: FunnelStageName;
  /** Requests. In the last stage, impressions. */
  readonly count: number;
  /** How many of the previous stage did not reach this one. */
  readonly lost: number;
  /** The most frequent first. */
  readonly losses: readonly Loss[];
  /** The most frequent invalid fields of refused requests. */
  readonly fields?: readonly Counted[];
};

export type Loss = {
  /** A code of the exchange, which the console explains. */
  readonly reason: string;
  readonly count: number;
  /** The unit of the count: a request can have several calls, and a call several bids. */
  readonly of: 'requests' | 'calls' | 'bids' | 'impressions';
  readonly partner?: string;
};

/** A condition that needs an operator. */
export type Trouble = {
  readonly id: TroubleId;
  /** The partner that it is about, where it is about one. */
  readonly partner?: string;
  /** `over`: it happened in the last minutes, and no longer happens. */
  readonly kind: 'warn' | 'bad' | 'over';
  /** What is wrong, with its cause where that is known; `troubleSentence` makes it a sentence. */
  readonly what: string;
  /** What still works meanwhile, and what does not. */
  readonly effect: string;
  /** What to do. */
  readonly advice: string;
  /** Where the documentation has more of it. */
  readonly docs: string;
  /** When it happened for the last time: within the second before. Absent of conditions that last. */
  readonly lastMs?: number;
  /** The page of the console with the details. */
  readonly page?:
    | 'partners'
    | 'limits'
    | 'auctions'
    | 'approvals'
    | 'buyers'
    | 'reports'
    | 'statements';
};

/** `GET /api/live`, server-sent events: the history once, then one event a second. */
export type LiveEvent = LiveNow &
  (
    | { readonly kind: 'history'; readonly points: readonly LivePoint[] }
    | { readonly kind: 'tick'; readonly point: LivePoint }
  );

export type LiveNow = {
  readonly funnel: readonly FunnelStage[];
  /** Empty while all is well. */
  readonly troubles: readonly Trouble[];
};

/** `GET /api/partners`; counts are of the last 15 minutes. */
export type PartnerRow = {
  readonly name: string;
  readonly kind: PartnerKind;
  readonly isPaused: boolean;
  /** Who paused it, or changed it last since. */
  readonly pausedBy: string | null;
  /** Null for a partner in this process. */
  readonly breaker: 'closed' | 'open' | 'half-open' | null;
  /** How often it was asked in the last second. */
  readonly qpsNow: number;
  readonly qpsMax: number | null;
  readonly asked: number;
  /** Answers in time and readable, with or without bids. */
  readonly answered: number;
  readonly answeredWithBids: number;
  readonly timeouts: number;
  readonly bids: number;
  readonly wins: number;
  /** Bids that broke no rule and were outbid. */
  readonly outbid: number;
  readonly skipped: readonly Counted[];
  /** By the names of OpenRTB's loss reasons. */
  readonly drops: readonly Counted[];
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** The median of each minute, the oldest first; null: nothing was asked. */
  readonly latencyByMinuteMs: readonly (number | null)[];
};

/** The most frequent first. */
export type Counted = { readonly reason: string; readonly count: number };

/**
 * `GET /api/publishers/{publisher}/history`, `GET /api/partners/{partner}/history`, and that of a campaign: the latest
 * first.
 */
export type AccountHistory = {
  readonly rows: readonly {
    readonly revision: number;
    readonly atMs: number;
    readonly who: string;
    readonly role: string;
    readonly action: string;
    readonly changes: readonly Difference[];
  }[];
};
