import { partnerSpanId, type RequestTrace } from '../../core/exchange/trace.ts';
import type { AskedFacts } from './partner-metrics.ts';
import type { RequestOutcome } from './series.ts';

/** A span in OTLP's JSON: ids in hexadecimal, times as strings of nanoseconds. */
export type TraceSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 1 | 2 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: ReturnType<typeof attributes>;
  readonly status: { readonly code?: 2; readonly message?: string };
};

/** The parts of a request that a trace may contain. None is about a person. */
export type RequestFacts = {
  readonly requestId: string;
  readonly outcome: RequestOutcome;
  /** The error code, or the reason of an empty answer. */
  readonly reason: string | undefined;
  readonly publisher: string | undefined;
  readonly startedMs: number;
  readonly tookMs: number;
  /** The time from the start of the request to the calls to partners. */
  readonly askedAfterMs: number;
  /** The answer of each partner, by the partner's index. */
  readonly asked: readonly (AskedFacts & { readonly partner: string })[];
};

const KIND = { internal: 1, server: 2, client: 3 } as const;
const ERROR = 2;
const SUCCESSES: readonly string[] = ['bids', 'no-bid'];

/** Ids from callers are cut to this length. */
const VALUE_LENGTH_MAX = 128;

/** One span for the request, and one for each partner that was called. */
export function spansOf(
  trace: Extract<RequestTrace, { kind: 'recorded' }>,
  facts: RequestFacts,
  isRemote: (partner: string) => boolean,
): readonly TraceSpan[] {
  const { traceId, spanId, parentSpanId } = trace;
  const { startedMs, tookMs, outcome, reason, requestId, publisher } = facts;
  const server: TraceSpan = {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name: '/openrtb2',
    kind: KIND.server,
    ...times(startedMs, tookMs),
    attributes: attributes({
      'parley.request_id': requestId,
      'parley.outcome': outcome,
      'parley.reason': reason,
      'parley.publisher': publisher,
    }),
    status: outcome === 'failed' ? { code: ERROR } : {},
  };
  const partners = facts.asked.flatMap(
    ({ partner, latencyMs, answer: { kind: answer } }, index): TraceSpan | [] =>
      answer === 'skipped'
        ? []
        : {
            traceId,
            spanId: partnerSpanId(spanId, index),
            parentSpanId: spanId,
            name: `ask ${partner}`,
            kind: isRemote(partner) ? KIND.client : KIND.internal,
            ...times(startedMs + facts.askedAfterMs, latencyMs),
            attributes: attributes({ 'parley.partner': partner, 'parley.answer': answer }),
            status: SUCCESSES.includes(answer) ? {} : { code: ERROR, message: answer },
          },
  );
  return [server, ...partners];
}

function attributes(values: Readonly<Record<string, string | undefined>>) {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : { key, value: { stringValue: value.slice(0, VALUE_LENGTH_MAX) } },
  );
}

function times(startMs: number, tookMs: number) {
  return { startTimeUnixNano: unixNano(startMs), endTimeUnixNano: unixNano(startMs + tookMs) };
}

/** Computed in microseconds, because nanoseconds since 1970 exceed the safe integers. */
function unixNano(timeMs: number): string {
  return `${Math.round(timeMs * 1000)}000`;
}
