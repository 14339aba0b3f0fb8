import type { Log } from '../../lib/log.ts';
import type { Sampler } from './sample.ts';
import { outcomeOf } from './series.ts';
import type { AuctionFacts, RefusalFacts, WorkerMetrics } from './worker-metrics.ts';

/** Metrics and log line of a request, in one call after the response was sent. */
export type Watch = ReturnType<typeof createWatch>;

type WatchedRequest = {
  readonly requestId: string;
  readonly publisher: string | undefined;
  readonly tookMs: number;
};

type WatchParts = {
  readonly metrics: WorkerMetrics;
  readonly log: Log;
  readonly sampler: Sampler;
  /** Refusals are sampled by themselves: they are few, and successes must not crowd them out. */
  readonly refusalSampler: Sampler;
};

export function createWatch({ metrics, log, sampler, refusalSampler }: WatchParts) {
  return {
    auction(facts: AuctionFacts & WatchedRequest): void {
      metrics.auction(facts);
      const { noBidReason: reason } = facts;
      const sampled = sampler.take();
      if (sampled === undefined) return;
      const outcome = reason === undefined ? 'bid' : 'no_bid';
      log.info({ ...requestLine({ ...facts, outcome, reason }), ...sampled }, 'request');
    },
    /** `reason` is the sentence that says what was expected. */
    refused(facts: RefusalFacts & WatchedRequest & { readonly reason: string }): void {
      metrics.refused(facts);
      const sampled = refusalSampler.take();
      if (sampled === undefined) return;
      const outcome = outcomeOf(facts.code);
      log.info({ ...requestLine({ ...facts, outcome }), ...sampled }, 'request refused');
    },
  };
}

/** The facts about one request in the log: about an account, never about a person. */
type RequestLine = WatchedRequest & {
  readonly outcome: string;
  /** Why it was refused or has no bid. */
  readonly reason: string | undefined;
  /** Of a refused request: the error code, and the field at fault. */
  readonly code?: string;
  readonly field?: string | undefined;
};

const PUBLISHER_LENGTH_MAX = 128;
const FIELD_LENGTH_MAX = 200;
const REASON_LENGTH_MAX = 500;

/** Names each field it takes, so that nothing else a caller passes along can get into the log. */
function requestLine(facts: RequestLine): RequestLine {
  const { requestId, outcome, code, field, reason, tookMs, publisher } = facts;
  return {
    requestId,
    outcome,
    ...(code === undefined ? {} : { code, field: field?.slice(0, FIELD_LENGTH_MAX) }),
    reason: reason?.slice(0, REASON_LENGTH_MAX),
    tookMs: Math.round(tookMs * 100) / 100,
    publisher: publisher?.slice(0, PUBLISHER_LENGTH_MAX),
  };
}
