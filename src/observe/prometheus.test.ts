import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readExposition, readSample } from '../../test/exposition.ts';
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

describe('the exposition', () => {
  test('is read by a strict reader, with and without traffic', () => {
    const { metrics, totals, text } = machine();
    readExposition(text());
    metrics.auction(TYPICAL_AUCTION);
    metrics.refused({ code: 'INVALID_REQUEST', field: undefined, scope: 'ip' });
    totals.add('parley_spend_usd_total', ['acme'], 9_100_000);
    metrics.process({ delayMs: 3, memoryBytes: 5e7 });
    totals.set('parley_workers', [], 2);
    expect(readExposition(text()).length).toBeGreaterThan(25);
  });

  test('has every series that is declared, once something is known of it', () => {
    const { layout } = machine();
    const cells = new Float64Array(layout.cells);
    const names = readExposition(exposition(cells, layout)).map(({ name }) => name);
    expect(names).toEqual(Object.keys(layout.series));
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

describe('a label', () => {
  test('comes back as it was, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const line = `name{${labelText('label', value)}} 1`;
        expect(line).not.toContain('\n');
        expect(readSample(line)).toEqual({ name: 'name', labels: { label: value }, value: 1 });
      }),
    );
  });

  test('with quotes, backslashes and line ends is escaped', () => {
    expect(labelText('a', '"\\\n')).toBe('a="\\"\\\\\\n"');
  });
});

describe('the strict reader', () => {
  const head = '# HELP a_total A.\n# TYPE a_total counter\n';
  const bad = [
    '',
    'a_total 1\n',
    head,
    `${head}a_total 1`,
    `${head}b_total 1\n`,
    `${head}a_total one\n`,
    `${head}a_total{x="1} 1\n`,
    `${head}a_total{x="1",x="2"} 1\n`,
    `${head}a_total 1\na_total 1\n`,
    `${head}a_total 1\n${head}a_total 1\n`,
    '# HELP a A.\n# TYPE a counter\na 1\n',
    '# HELP a A.\n# TYPE a histogram\na_bucket{le="+Inf"} 1\na_sum 1\na_count 2\n',
    '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n',
  ];
  for (const text of bad) {
    test(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => readExposition(text)).toThrow();
    });
  }
});
