import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { PATIENT_MS } from '../../../test/patience.ts';
import { letTimeRun } from '../../../test/stopped-time.ts';
import { freePort } from '../http/free-port.ts';
import { silentLog } from './log.ts';
import { BATCH_SPANS_MAX, createSpanExporter, QUEUE_SPANS_MAX } from './otlp.ts';
import { type RequestFacts, spansOf, type TraceSpan } from './spans.ts';

const TRACE = {
  kind: 'recorded',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: 'b7ad6b7169203331',
} as const;

const FACTS: RequestFacts = {
  requestId: 'ce845cb8-8c5c-48d8-8be7-ad8c7a0ce2d5',
  outcome: 'no_bid',
  reason: 'timeout',
  publisher: 'pub-1',
  startedMs: 1_794_000_000_123.456,
  tookMs: 40.5,
  askedAfterMs: 0.25,
  asked: [
    { partner: 'house', latencyMs: 0.1, answer: { kind: 'no-bid', reason: 'nothing fits' } },
    { partner: 'acme', latencyMs: 0, answer: { kind: 'skipped', reason: 'qps-cap' } },
    { partner: 'zenith', latencyMs: 40, answer: { kind: 'timeout' } },
  ],
};

const spans = () => spansOf(TRACE, FACTS, (partner) => partner !== 'house');

const servers: { stop: (now: boolean) => Promise<void> }[] = [];
afterEach(letTimeRun);
afterAll(() => Promise.all(servers.map((server) => server.stop(true))));

type Received = { readonly path: string; readonly type: string | null; readonly body: string };

/** A collector that keeps what it gets. */
function collector(answer: () => Response | Promise<Response> = () => new Response('{}')) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const body = await request.text();
      const path = new URL(request.url).pathname;
      received.push({ path, type: request.headers.get('content-type'), body });
      for (const resolve of waiting.splice(0)) resolve();
      return answer();
    },
  });
  servers.push(server);
  const until = async (count: number) => {
    while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { url: `http://localhost:${server.port}`, received, until };
}

const TIMING = { gatherMs: 5, answerMsMax: PATIENT_MS, pauseMs: 20, stopMsMax: PATIENT_MS };

function exporterTo(url: string, timing = TIMING, log = silentLog) {
  const results = { sent: 0, failed: 0, dropped: 0 };
  const exporter = createSpanExporter({
    url,
    version: '1.2.3',
    log,
    onResult(result, count) {
      results[result] += count;
    },
    timing,
  });
  return { exporter, results };
}

const many = (count: number): readonly TraceSpan[] =>
  Array.from({ length: count }, () => spans()[0] as TraceSpan);

describe('the spans of a request', () => {
  test('have shortened values where a caller sent long ones', () => {
    const [server] = spansOf(TRACE, { ...FACTS, publisher: 'x'.repeat(10_000) }, () => true);
    expect(JSON.stringify(server).length).toBeLessThan(1500);
  });
});

describe('a collector', () => {
  test('gets them as OTLP wants them: ids in hexadecimal, times as nanoseconds in strings', async () => {
    const { url, received } = collector();
    const { exporter, results } = exporterTo(`${url}/`);
    exporter.add(spans());
    await exporter.stop();
    expect(received.map(({ path, type }) => [path, type])).toEqual([
      ['/v1/traces', 'application/json'],
    ]);
    const { resourceSpans } = JSON.parse(received[0]?.body ?? '');
    expect(resourceSpans[0].resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'parley' } },
      { key: 'service.version', value: { stringValue: '1.2.3' } },
    ]);
    const sent: readonly TraceSpan[] = resourceSpans[0].scopeSpans[0].spans;
    expect(sent).toEqual([...spans()]);
    for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of sent) {
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(BigInt(endTimeUnixNano)).toBeGreaterThan(BigInt(startTimeUnixNano));
    }
    expect(sent[0]?.startTimeUnixNano).toBe('1794000000123456000');
    expect(sent[0]?.endTimeUnixNano).toBe('1794000000163956000');
    expect(sent[1]?.startTimeUnixNano).toBe('1794000000123706000');
    expect(results).toEqual({ sent: 3, failed: 0, dropped: 0 });
  });

  test('that cannot be reached costs spans, and the queue stays bounded', async () => {
    const { exporter, results } = exporterTo(`http://localhost:${freePort('127.0.0.1')}`, {
      ...TIMING,
      gatherMs: 9999,
      pauseMs: 9999,
    });
    for (let i = 0; i < QUEUE_SPANS_MAX + 100; i++) exporter.add(many(1));
    expect(results.dropped).toBe(100);
    await exporter.stop();
    expect(results.failed).toBe(BATCH_SPANS_MAX);
    expect(results.dropped).toBe(100 + QUEUE_SPANS_MAX - BATCH_SPANS_MAX);
  });
});
