import type { BidResponse, Warning } from '../openrtb/bid-response.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import type { NoBidReason } from '../openrtb/no-bid.ts';
import type { RefusalCode, RefusalDetails } from '../openrtb/refusal.ts';

/** What the admin port tells the console, page by page. Money is in USD, as people read it. */

/** `GET /api/session` */
export type SessionInfo = {
  /** `login`: nothing else is answered before `POST /login`. */
  readonly access: 'local' | 'session' | 'login';
  /** To be sent as `X-CSRF-Token` with every change. */
  readonly csrfToken: string | null;
  /** Where integrators send bid requests, for "copy as curl". */
  readonly publicUrl: string;
};

export type ApiError = {
  readonly code: RefusalCode;
  readonly message: string;
  readonly details: RefusalDetails;
};

/** `POST /api/validate` */
export type CheckResult =
  | {
      readonly valid: true;
      readonly warnings: readonly Warning[];
      readonly integrationLevel: 1 | 2 | 3 | 4;
    }
  | { readonly valid: false; readonly error: ApiError };

/** `POST /api/try` */
export type TryResult = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly tookMs: number;
};

export type BidAnswer = BidResponse;

/** `GET /auctions` and `GET /auctions/<id>` */
export type AuctionRecord = {
  readonly requestId: string;
  readonly id: string;
  readonly time: string;
  readonly publisher: string | null;
  readonly isTest: boolean;
  readonly tookMs: number;
  readonly deadlineMs: number;
  readonly outcome: 'bid' | 'no-bid';
  readonly partners: readonly AskedPartner[];
  readonly imps: readonly AuctionImp[];
};

export type AskedPartner = {
  readonly name: string;
  readonly latencyMs: number;
  readonly answer: 'bids' | 'no-bid' | 'malformed' | 'timeout' | 'failed' | 'skipped';
  readonly reason?: string;
  readonly bids?: number;
  readonly unreadable?: readonly string[];
  /** What was withheld from it, each with the rule that decided so. */
  readonly withheld: Readonly<Record<string, string>>;
};

export type AuctionImp = {
  readonly id: string;
  readonly floor: number | null;
  readonly winner: {
    readonly partner: string;
    readonly seat: string;
    readonly price: number;
    readonly format: string | null;
    /** The ad itself, where the record carries it. */
    readonly ad?: NativeResponse;
  } | null;
  readonly noBidReason: NoBidReason | null;
  readonly bids: readonly {
    readonly partner: string;
    readonly seat: string;
    readonly id: string;
    readonly price: number;
    readonly cur: string;
    readonly adomain: readonly string[];
    readonly crid: string | null;
    /** OpenRTB's loss reason; 0: won. */
    readonly code: number;
    readonly fate: string;
  }[];
};

/** One step of the live figures. */
export type LivePoint = {
  /** When the step ended. */
  readonly atMs: number;
  readonly requestsPerSec: number;
  /** Each a second, like the requests. */
  readonly bidsPerSec: number;
  readonly noBidsPerSec: number;
  readonly refusedPerSec: number;
  readonly failedPerSec: number;
  /** Null where nothing was asked. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
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

/** How far requests came in the last 15 minutes, and what they were lost to on the way there. */
export type FunnelStage = {
  readonly stage: FunnelStageName;
  readonly count: number;
  readonly losses: readonly { readonly reason: string; readonly count: number }[];
};

/** `GET /api/live`, server-sent: the past once, then each step as it ends. */
export type LiveEvent =
  | {
      readonly kind: 'history';
      readonly points: readonly LivePoint[];
      readonly funnel: readonly FunnelStage[];
    }
  | {
      readonly kind: 'tick';
      readonly point: LivePoint;
      readonly funnel: readonly FunnelStage[];
    };

/** `GET /api/partners`; counts are of the last 15 minutes. */
export type PartnerRow = {
  readonly name: string;
  readonly kind: 'campaigns' | 'product-search' | 'openrtb';
  readonly isPaused: boolean;
  /** Null for a partner in this process. */
  readonly breaker: 'closed' | 'open' | 'half-open' | null;
  readonly qpsNow: number;
  readonly qpsMax: number | null;
  readonly asked: number;
  readonly answered: number;
  readonly bids: number;
  readonly wins: number;
  readonly timeouts: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
  readonly drops: readonly { readonly reason: string; readonly count: number }[];
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** The median of each minute, the oldest first; null: nothing was asked. */
  readonly latencyByMinuteMs: readonly (number | null)[];
};

/** `GET /api/campaigns` */
export type CampaignRow = {
  readonly id: string;
  readonly advertiser: string;
  readonly isServing: boolean;
  /** Sentences; empty while it serves. */
  readonly whyNot: readonly string[];
  readonly spentUsd: number;
  readonly budgetUsd: number | null;
  readonly spentTodayUsd: number;
  readonly budgetTodayUsd: number | null;
  /** The share of the budget that should be spent by now, 0 to 1; null: it is not paced. */
  readonly dueShare: number | null;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
};

export const REPORT_DIMENSIONS = ['day', 'hour', 'publisher', 'partner', 'advertiser'] as const;
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number];

/** `GET /api/report?by=day,partner&from=…&to=…[&format=csv]` */
export type ReportQuery = {
  readonly by: readonly ReportDimension[];
  /** ISO dates, UTC; `to` is not included. */
  readonly from: string;
  readonly to: string;
};

export type Report = {
  readonly rows: readonly {
    /** In the order of the dimensions asked for. */
    readonly keys: readonly string[];
    readonly wins: number;
    readonly billed: number;
    readonly clicks: number;
    readonly spendUsd: number;
  }[];
};

/** `GET /api/limits`: those nearest to their limit first. */
export type LimitRow = {
  readonly scope: 'global' | 'publisher' | 'ip';
  readonly name: string;
  readonly limitPerSec: number;
  /** The busiest second of the last minute. */
  readonly peakPerSec: number;
  readonly refused: number;
};
