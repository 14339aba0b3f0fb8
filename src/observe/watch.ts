import type { Log } from '../lib/log.ts';
import type { SpanExporter } from './otlp.ts';
import { requestLine, type Sampler } from './sample.ts';
import { outcomeOf } from './series.ts';
import { type RequestFacts, spansOf } from './spans.ts';
import type { RequestTrace } from './trace.ts';
import type { AuctionFacts, RefusalFacts, WorkerMetrics } from './worker-metrics.ts';

/** Metrics, log line and spans of a request, in one call after the response was sent. */
export type Watch = {
  readonly auction: (facts: AuctionFacts & Circumstances) => void;
  readonly refused: (facts: RefusalFacts & Circumstances & { readonly tookMs: number }) => void;
};

export type Circumstances = {
  readonly requestId: string;
  readonly publisher: string | undefined;
  readonly trace: RequestTrace | undefined;
  /** How long after its arrival the partners were asked; 0 where none were. */
  readonly askedAfterMs: number;
};

export type WatchParts = {
  readonly metrics: WorkerMetrics;
  readonly log: Log;
  readonly sampler: Sampler;
  /** undefined without a collector of traces. */
  readonly exporter: SpanExporter | undefined;
  /** Whether the partner is asked over HTTP. */
  readonly isRemote: (partner: string) => boolean;
  readonly nowMs: () => number;
};

export function createWatch(parts: WatchParts): Watch {
  const { metrics, log, sampler, exporter, isRemote, nowMs } = parts;

  function tell(trace: RequestTrace | undefined, facts: Omit<RequestFacts, 'startedMs'>): void {
    const oneIn = sampler.take();
    if (oneIn > 0) log.info(requestLine(facts, oneIn), 'request');
    if (trace?.kind !== 'recorded' || exporter === undefined) return;
    // Called right after the response, so only requests with a trace need to read the clock.
    const startedMs = nowMs() - facts.tookMs;
    exporter.add(spansOf(trace, { ...facts, startedMs }, isRemote));
  }

  return {
    auction(facts) {
      metrics.auction(facts);
      const { requestId, publisher, tookMs, askedAfterMs, asked, noBidReason: reason } = facts;
      const outcome = reason === undefined ? 'bid' : 'no_bid';
      tell(facts.trace, { requestId, publisher, tookMs, askedAfterMs, asked, outcome, reason });
    },
    refused(facts) {
      metrics.refused(facts);
      const { requestId, publisher, tookMs, askedAfterMs, code: reason } = facts;
      const outcome = outcomeOf(reason);
      tell(facts.trace, { requestId, publisher, tookMs, askedAfterMs, asked: [], outcome, reason });
    },
  };
}
