import { describe, expect, test } from 'bun:test';
import { layoutOf, TYPICAL_AUCTION, TYPICAL_PARTNERS } from '../../test/metrics.ts';
import { metricsBytes, slabsAt } from './layout.ts';
import { exposition, labelText } from './prometheus.ts';
import { createTotals } from './totals.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

function machine(partners = TYPICAL_PARTNERS) {
  const layout = layoutOf(partners);
  const buffer = new ArrayBuffer(metricsBytes(layout));
  const slabs = slabsAt(layout, { buffer, byteOffset: 0 });
  const [slab = new Float64Array()] = slabs;
  const metrics = createWorkerMetrics(layout, slab, 0);
  const totals = createTotals({ layout, slabs, isLive: (number) => number === 0 });
  const text = () => exposition(totals.read(), layout);
  const line = (start: string) =>
    text()
      .split('\n')
      .find((candidate) => candidate.startsWith(`${start} `));
  return { layout, metrics, totals, text, line };
}

const SAMPLE = /^(\w+?)(_bucket|_sum|_count)?(\{(\w+="(\\.|[^"\\])*",?)+\})? -?\d[\d.e+-]*$/;

/** The names of all series, in their order. Throws at a line that is none of the format. */
function familiesOf(text: string): readonly string[] {
  const names: string[] = [];
  const seen = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    const [, head, name = ''] = /^# (HELP|TYPE) (\w+) \S/.exec(line) ?? [];
    if (head === 'HELP') names.push(name);
    const sample = SAMPLE.exec(line)?.[1];
    const isOfLast = (head === undefined ? sample : name) === names.at(-1);
    if (!isOfLast || seen.has(line)) throw new Error(`no line of the format: ${line}`);
    seen.add(line);
  }
  if (new Set(names).size !== names.length) throw new Error('a series comes twice');
  return names;
}

describe('the exposition', () => {
  test('has each series once with HELP and TYPE, and nothing but samples of it below', () => {
    const { layout, metrics, totals, text } = machine();
    metrics.auction(TYPICAL_AUCTION);
    metrics.refused({ code: 'INVALID_REQUEST', field: undefined, scope: 'ip' });
    totals.add('parley_spend_usd_total', ['acme'], 9_100_000);
    const whole = exposition(new Float64Array(layout.cells), layout);
    expect(familiesOf(whole)).toEqual(Object.keys(layout.series));
    expect(familiesOf(text()).length).toBeGreaterThan(25);
  });

  test('leaves out gauges that nobody knows', () => {
    expect(machine().text()).not.toContain('parley_redis_up');
  });

  test('shows seconds, bytes and dollars', () => {
    const { layout, metrics, totals, line } = machine();
    metrics.auction(TYPICAL_AUCTION);
    totals.add('parley_spend_usd_total', ['acme'], 9_100_000);
    metrics.process({ delayMs: 3, memoryBytes: 5e7 });
    expect(line('parley_request_duration_seconds_sum')).toEndWith(' 0.0315');
    expect(line('parley_request_duration_seconds_bucket{le="0.05"}')).toEndWith(' 1');
    expect(line('parley_request_duration_seconds_bucket{le="0.02"}')).toEndWith(' 0');
    expect(line('parley_spend_usd_total{partner="acme"}')).toEndWith(' 0.0091');
    expect(line('parley_event_loop_delay_seconds{process="worker-0"}')).toEndWith(' 0.003');
    expect(line('parley_resident_memory_bytes{process="worker-0"}')).toEndWith(' 50000000');
    expect(line(`parley_build_info{version="${layout.words.version}"}`)).toEndWith(' 1');
  });

  test('takes any partner name, and stays as large as the partners are many', () => {
    const lines = (count: number) =>
      machine(Array.from({ length: count }, (_, i) => `p${i}`))
        .text()
        .split('\n').length;
    const [one, two, three] = [lines(1), lines(2), lines(3)];
    expect(three - two).toBe(two - one);
  });
});

test('a label with quotes, backslashes and line ends is escaped', () => {
  expect(labelText('a', '"\\\n')).toBe('a="\\"\\\\\\n"');
});
