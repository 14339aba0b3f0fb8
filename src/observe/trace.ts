/** W3C Trace Context: who asked, so that one request can be followed through several systems. */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether whoever began the trace wants it to be recorded. */
  readonly isSampled: boolean;
};

/** What is done about the trace of one request. */
export type RequestTrace =
  /** Only handed on to partners, as it came. */
  | { readonly kind: 'passed'; readonly context: TraceContext }
  | {
      readonly kind: 'recorded';
      readonly traceId: string;
      readonly spanId: string;
      /** The caller's span; undefined where the trace begins here. */
      readonly parentSpanId: string | undefined;
    };

/** Given the caller's header; undefined where there is nothing to hand on and nothing to record. */
export type BeginTrace = (traceparent: string | null) => RequestTrace | undefined;

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const TRACEPARENT_LENGTH_MAX = 512;
const SAMPLED = 1;

/** Undefined for whatever the standard calls invalid: it counts as absent. */
export function readTraceparent(header: string | null): TraceContext | undefined {
  if (header === null || header.length > TRACEPARENT_LENGTH_MAX) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] =
    TRACEPARENT.exec(header) ?? [];
  const isKnown = version === '00' ? more === undefined : version !== '' && version !== 'ff';
  if (!isKnown || isZero(traceId) || isZero(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return { traceId, spanId, isSampled };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Where no traces are recorded. */
export const passTrace: BeginTrace = (traceparent) => {
  const context = readTraceparent(traceparent);
  return context && { kind: 'passed', context };
};

export type Recording = {
  /** Of the requests that come without a trace. */
  readonly sampleRate: number;
  readonly chance: () => number;
  /** So many random bytes, as hexadecimal digits. */
  readonly randomHex: (bytes: number) => string;
};

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

/** A caller that has a trace decides; for the others, chance does. */
export function createBeginTrace({ sampleRate, chance, randomHex }: Recording): BeginTrace {
  return (traceparent) => {
    const context = readTraceparent(traceparent);
    if (context === undefined) {
      if (chance() >= sampleRate) return undefined;
      const traceId = randomHex(TRACE_ID_BYTES);
      const spanId = randomHex(SPAN_ID_BYTES);
      return { kind: 'recorded', traceId, spanId, parentSpanId: undefined };
    }
    if (!context.isSampled) return { kind: 'passed', context };
    const { traceId, spanId: parentSpanId } = context;
    return { kind: 'recorded', traceId, spanId: randomHex(SPAN_ID_BYTES), parentSpanId };
  };
}

/** The header that a partner gets; `index` is the partner's place among all. */
export function partnerTraceparent(trace: RequestTrace, index: number): string {
  if (trace.kind === 'passed') return formatTraceparent(trace.context);
  const { traceId, spanId } = trace;
  return formatTraceparent({ traceId, spanId: partnerSpanId(spanId, index), isSampled: true });
}

/** Follows from the request's, so that it need not be carried from the call to the record of it. */
export function partnerSpanId(spanId: string, index: number): string {
  const end = Number.parseInt(spanId.slice(-4), 16) ^ (index + 1);
  return spanId.slice(0, -4) + end.toString(16).padStart(4, '0');
}

function isZero(id: string): boolean {
  return /^0*$/.test(id);
}
