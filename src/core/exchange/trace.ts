const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const TRACEPARENT_LENGTH_MAX = 512;
const SAMPLED = 1;

/**
 * The caller's `traceparent` (W3C Trace Context) as partners get it. undefined for one that is invalid by the standard: it
 * counts as absent.
 */
export function readTraceparent(header: string | null): string | undefined {
  if (header === null || header.length > TRACEPARENT_LENGTH_MAX) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] =
    TRACEPARENT.exec(header) ?? [];
  const isKnown = version === '00' ? more === undefined : version !== '' && version !== 'ff';
  if (!isKnown || isZero(traceId) || isZero(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

const isZero = (id: string): boolean => /^0*$/.test(id);
