import { describe, expect, test } from 'bun:test';
import { createBeginTrace, partnerSpanId, partnerTraceparent, readTraceparent } from './trace.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE_ID}-${SPAN_ID}-01`;
const UNSAMPLED = `00-${TRACE_ID}-${SPAN_ID}-00`;

describe('a traceparent', () => {
  test('is read', () => {
    const ids = { traceId: TRACE_ID, spanId: SPAN_ID };
    expect(readTraceparent(SAMPLED)).toEqual({ ...ids, isSampled: true });
    expect(readTraceparent(UNSAMPLED)).toEqual({ ...ids, isSampled: false });
    expect(readTraceparent(`00-${TRACE_ID}-${SPAN_ID}-03`)?.isSampled).toBe(true);
    expect(readTraceparent(`00-${TRACE_ID}-${SPAN_ID}-02`)?.isSampled).toBe(false);
    // A later version, as far as this one goes.
    expect(readTraceparent(`cc-${TRACE_ID}-${SPAN_ID}-01-what-will-be`)?.isSampled).toBe(true);
  });

  const invalid = [
    '',
    'nonsense',
    `ff-${TRACE_ID}-${SPAN_ID}-01`,
    `0-${TRACE_ID}-${SPAN_ID}-01`,
    `${SAMPLED}-more`,
    `${SAMPLED}-`,
    `cc-${TRACE_ID}-${SPAN_ID}-01.more`,
    ` ${SAMPLED}`,
    `${SAMPLED}\n`,
    `00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`,
    `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `00-${TRACE_ID.slice(1)}-${SPAN_ID}-01`,
    `00-${TRACE_ID}-${SPAN_ID}0-01`,
    `00-${TRACE_ID}-${SPAN_ID}-1`,
    `00-${TRACE_ID}-${SPAN_ID}-0g`,
    `00_${TRACE_ID}_${SPAN_ID}_01`,
    `cc-${TRACE_ID}-${SPAN_ID}-01-${'x'.repeat(500)}`,
  ];
  test.each(invalid)('that is %j counts as absent', (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});

describe('a request', () => {
  let id = 0;
  const begin = (chance: number) =>
    createBeginTrace({
      sampleRate: 0.01,
      chance: () => chance,
      randomHex: (bytes) => `a${(++id).toString(16).padStart(bytes * 2 - 1, '0')}`,
    });

  test('whose caller records it is always recorded, below the caller’s span', () => {
    const trace = begin(0.999)(SAMPLED);
    expect(trace).toMatchObject({ traceId: TRACE_ID, parentSpanId: SPAN_ID, kind: 'recorded' });
  });

  test('whose caller does not record it is not, but the trace is handed on', () => {
    const trace = begin(0)(UNSAMPLED);
    expect(trace && partnerTraceparent(trace, 2)).toBe(UNSAMPLED);
  });

  test('without a trace is recorded by chance, and else carries none', () => {
    expect(begin(0.0099)(null)?.kind).toBe('recorded');
    expect(begin(0.01)(null)).toBeUndefined();
    expect(begin(0.01)('nonsense')).toBeUndefined();
  });

  test('tells each partner its own span', () => {
    const trace = begin(0)(SAMPLED);
    if (trace?.kind !== 'recorded') throw new Error('not recorded');
    const context = readTraceparent(partnerTraceparent(trace, 3));
    expect(context).toEqual({
      traceId: TRACE_ID,
      spanId: partnerSpanId(trace.spanId, 3),
      isSampled: true,
    });
  });
});
