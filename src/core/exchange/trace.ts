/** W3C Trace Context: identifies a request across several systems. */
type TraceContext = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the system that started the trace wants it to be recorded. */
  readonly isSampled: boolean;
};

/** How the trace of one request is handled. */
export type RequestTrace =
  /** Only passed on to partners, unchanged. */
  | { readonly kind: 'passed'; readonly context: TraceContext }
  | {
      readonly kind: 'recorded';
      readonly traceId: string;
      readonly spanId: string;
      /** The caller's span. undefined where the trace starts here. */
      readonly parentSpanId: string | undefined;
    };

/** Takes the caller's header. undefined where there is nothing to pass on or to record. */
export type BeginTrace = (traceparent: string | null) => RequestTrace | undefined;

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const TRACEPARENT_LENGTH_MAX = 512;
const SAMPLED = 1;

/** undefined for a header that is invalid by the standard: it counts as absent. */
export function readTraceparent(header: string | null): TraceContext | undefined {
  if (header === null || header.length > TRACEPARENT_LENGTH_MAX) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] =
    TRACEPARENT.exec(header) ?? [];
  const isKnown = version === '00' ? more === undefined : version !== '' && version !== 'ff';
  if (!isKnown || isZero(traceId) || isZero(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return { traceId, spanId, isSampled };
}

function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** For a server that records no traces. */
export const passTrace: BeginTrace = (traceparent) => {
  const context = readTraceparent(traceparent);
  return context && { kind: 'passed', context };
};

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

/** A caller with a trace decides by its sampled flag. Of the others, the share `sampleRate` is recorded. */
export function createBeginTrace({
  sampleRate,
  chance,
  randomHex,
}: {
  readonly sampleRate: number;
  readonly chance: () => number;
  /** So many random bytes, as hexadecimal digits. */
  readonly randomHex: (bytes: number) => string;
}): BeginTrace {
  return (traceparent) => {
    const context = readTraceparent(traceparent);
    if (context === undefined && chance() >= sampleRate) return undefined;
    if (context?.isSampled === false) return { kind: 'passed', context };
    return {
      kind: 'recorded',
      traceId: context?.traceId ?? randomHex(TRACE_ID_BYTES),
      spanId: randomHex(SPAN_ID_BYTES),
      parentSpanId: context?.spanId,
    };
  };
}

/** The header for a partner. `index` is the partner's index in the config. */
export function partnerTraceparent(trace: RequestTrace, index: number): string {
  if (trace.kind === 'passed') return formatTraceparent(trace.context);
  const { traceId, spanId } = trace;
  return formatTraceparent({ traceId, spanId: partnerSpanId(spanId, index), isSampled: true });
}

/** Computed from the request's span id, so that it need not be stored between call and record. */
export function partnerSpanId(spanId: string, index: number): string {
  const end = Number.parseInt(spanId.slice(-4), 16) ^ (index + 1);
  return spanId.slice(0, -4) + end.toString(16).padStart(4, '0');
}

function isZero(id: string): boolean {
  return /^0*$/.test(id);
}
