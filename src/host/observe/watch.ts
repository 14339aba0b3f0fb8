import type { RequestTrace } from '../../core/exchange/trace.ts';
import type { Log } from '../../lib/log.ts';
import type { SpanExporter } from './otlp.ts';
import type { Sampler } from './sample.ts';
import { outcomeOf, type RequestOutcome } from './series.ts';
import { type RequestFacts, spansOf } from './spans.ts';
import type { AuctionFacts, RefusalFacts, WorkerMetrics } from './worker-metrics.ts';

/** Metrics, log line and spans of a request, in one call after the response was sent. */
export type Watch = ReturnType<typeof createWatch>;

type WatchedRequest = {
  readonly requestId: string;
  readonly publisher: string | undefined;
  readonly trace: RequestTrace | undefined;
  readonly tookMs: number;
  /** The time from arrival to the calls to partners. 0 without a call. */
  readonly askedAfterMs: number;
};

type WatchParts = {
  readonly metrics: WorkerMetrics;
  readonly log: Log;
  readonly sampler: Sampler;
  /** Refusals are sampled by themselves: they are few, and successes must not crowd them out. */
  readonly refusalSampler: Sampler;
  /** undefined without a collector of traces. */
  readonly exporter: SpanExporter | undefined;
  /** Whether the partner is asked over HTTP. */
  readonly isRemote: (partner: string) => boolean;
  readonly nowMs: () => number;
};

export function createWatch(parts: WatchParts) {
  const { metrics, log, sampler, refusalSampler, exporter, isRemote, nowMs } = parts;

  function exportSpans(
    request: WatchedRequest,
    result: Pick<RequestFacts, 'outcome' | 'reason' | 'asked'>,
  ): void {
    const { trace, tookMs } = request;
    if (trace?.kind !== 'recorded' || exporter === undefined) return;
    // Called right after the response, so only requests with a trace need to read the clock.
    const startedMs = nowMs() - tookMs;
    exporter.add(spansOf(trace, { ...request, ...result, startedMs }, isRemote));
  }

  return {
    auction(facts: AuctionFacts & WatchedRequest): void {
      metrics.auction(facts);
      const { noBidReason: reason } = facts;
      const outcome: RequestOutcome = reason === undefined ? 'bid' : 'no_bid';
      const sampled = sampler.take();
      if (sampled !== undefined) {
        log.info({ ...requestLine({ ...facts, outcome, reason }), ...sampled }, 'request');
      }
      exportSpans(facts, { outcome, reason, asked: facts.asked });
    },
    /** `reason` is the sentence that says what was expected. */
    refused(facts: RefusalFacts & WatchedRequest & { readonly reason: string }): void {
      metrics.refused(facts);
      const outcome = outcomeOf(facts.code);
      const sampled = refusalSampler.take();
      if (sampled !== undefined) {
        log.info({ ...requestLine({ ...facts, outcome }), ...sampled }, 'request refused');
      }
      exportSpans(facts, { outcome, reason: facts.code, asked: [] });
    },
  };
}

/** The facts about one request in the log: about an account, never about a person. */
type RequestLine = Pick<RequestFacts, 'requestId' | 'reason' | 'tookMs' | 'publisher'> & {
  readonly outcome: string;
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
