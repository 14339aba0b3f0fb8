import type { Log } from '../lib/log.ts';
import type { SpanExporter } from './otlp.ts';
import { countLeftOut, requestLine, type Sampler } from './sample.ts';
import { type Outcome, outcomeOf } from './series.ts';
import { type RequestFacts, spansOf } from './spans.ts';
import type { RequestTrace } from './trace.ts';
import type { AuctionFacts, RefusalFacts, WorkerMetrics } from './worker-metrics.ts';

/** Metrics, log line and spans of a request, in one call after the response was sent. */
export type Watch = {
  readonly auction: (facts: AuctionFacts & Circumstances) => void;
  readonly refused: (facts: RefusedFacts & Circumstances) => void;
};

export type RefusedFacts = RefusalFacts & {
  /** The sentence that says what was expected. */
  readonly reason: string;
  readonly tookMs: number;
};

export type Circumstances = {
  readonly requestId: string;
  readonly publisher: string | undefined;
  readonly trace: RequestTrace | undefined;
  /** The time from arrival to the calls to partners. 0 without a call. */
  readonly askedAfterMs: number;
};

export type WatchParts = {
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

export function createWatch(parts: WatchParts): Watch {
  const { metrics, log, exporter, isRemote, nowMs } = parts;
  const sampler = countLeftOut(parts.sampler);
  const refusalSampler = countLeftOut(parts.refusalSampler);

  function exportSpans(
    trace: RequestTrace | undefined,
    facts: Omit<RequestFacts, 'startedMs'>,
  ): void {
    if (trace?.kind !== 'recorded' || exporter === undefined) return;
    // Called right after the response, so only requests with a trace need to read the clock.
    const startedMs = nowMs() - facts.tookMs;
    exporter.add(spansOf(trace, { ...facts, startedMs }, isRemote));
  }

  return {
    auction(facts) {
      metrics.auction(facts);
      const { requestId, publisher, tookMs, askedAfterMs, asked, noBidReason: reason } = facts;
      const outcome: Outcome = reason === undefined ? 'bid' : 'no_bid';
      const line = { requestId, publisher, tookMs, askedAfterMs, asked, outcome, reason };
      const sampled = sampler.take();
      if (sampled !== undefined) log.info({ ...requestLine(line), ...sampled }, 'request');
      exportSpans(facts.trace, line);
    },
    refused(facts) {
      metrics.refused(facts);
      const { requestId, publisher, tookMs, askedAfterMs, code, field, reason } = facts;
      const outcome = outcomeOf(code);
      const line = { requestId, publisher, tookMs, outcome, code, field, reason };
      const sampled = refusalSampler.take();
      if (sampled !== undefined) log.info({ ...requestLine(line), ...sampled }, 'request refused');
      const common = { requestId, publisher, tookMs, askedAfterMs, asked: [], outcome };
      exportSpans(facts.trace, { ...common, reason: code });
    },
  };
}
