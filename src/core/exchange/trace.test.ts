import { expect, test } from 'bun:test';
import { readTraceparent } from './receive.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE_ID}-${SPAN_ID}-01`;
const UNSAMPLED = `00-${TRACE_ID}-${SPAN_ID}-00`;

test('a traceparent is passed on, one of a later version as far as this one goes', () => {
  expect(readTraceparent(SAMPLED)).toBe(SAMPLED);
  expect(readTraceparent(UNSAMPLED)).toBe(UNSAMPLED);
  expect(readTraceparent(`00-${TRACE_ID}-${SPAN_ID}-03`)).toBe(SAMPLED);
  expect(readTraceparent(`00-${TRACE_ID}-${SPAN_ID}-02`)).toBe(UNSAMPLED);
  expect(readTraceparent(`cc-${TRACE_ID}-${SPAN_ID}-01-what-will-be`)).toBe(SAMPLED);
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
test.each(invalid)('a traceparent that is %j counts as absent', (header) => {
  expect(readTraceparent(header)).toBeUndefined();
});
