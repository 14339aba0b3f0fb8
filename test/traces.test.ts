import { afterEach, expect, test } from 'bun:test';
import { DEFAULT_CAMPAIGNS_FILE } from '../src/demand/campaigns/default-campaigns.ts';
import type { TraceSpan } from '../src/host/observe/spans.ts';
import { readRequest } from './conformance/case.ts';
import { startTestServer, type TestConfig } from './server.ts';
import { withTimeSlowed } from './stopped-time.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SAMPLED = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const AMPLE = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** An exchange, and a collector that takes its spans. */
async function startTraced(config: TestConfig = {}) {
  const spans: TraceSpan[] = [];
  const collector = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { resourceSpans } = (await request.json()) as {
        resourceSpans: { scopeSpans: { spans: TraceSpan[] }[] }[];
      };
      spans.push(...resourceSpans.flatMap((it) => it.scopeSpans.flatMap((scope) => scope.spans)));
      return new Response();
    },
  });
  const traces = { otlpUrl: `http://127.0.0.1:${collector.port}`, sampleRate: 0 };
  const parley = await startTestServer({ ...config, traces });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    // The last spans have two seconds to get out, which are not to pass on a busy machine.
    await withTimeSlowed(() => parley.stop(0));
  };
  stops.push(stop, () => collector.stop(true));
  const call = (init: RequestInit, traceparent: string | null = SAMPLED) =>
    fetch(`${parley.url}/openrtb2`, {
      method: 'POST',
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(traceparent === null ? {} : { traceparent }),
      },
    });
  /** What the spans say, once all of them are out. */
  const told = async () => {
    await stop();
    return spans.map(({ name, traceId, parentSpanId, attributes }) => ({
      name,
      traceId,
      parentSpanId,
      ...Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
    }));
  };
  const kinds = async () => {
    await stop();
    return Object.fromEntries(spans.map(({ name, kind }) => [name, kind]));
  };
  return { call, told, kinds };
}

const IN_TRACE = { name: '/openrtb2', traceId: TRACE_ID, parentSpanId: '00f067aa0ba902b7' };

test('a refused request of a sampled trace has a span that says why', async () => {
  const { call, told } = await startTraced();
  const refusals = [
    await call({ body: '{' }),
    await call({ body: JSON.stringify({ ...(readRequest('minimal') as object), id: 5 }) }),
    await call({ method: 'GET' }),
  ];
  const ids = refusals.map(({ headers }) => headers.get('x-request-id'));
  const reasons = ['INVALID_REQUEST', 'INVALID_FIELD_TYPE', 'METHOD_NOT_ALLOWED'];
  expect(await told()).toEqual(
    reasons.map((reason, i) => ({
      ...IN_TRACE,
      'parley.request_id': ids[i] ?? '',
      'parley.outcome': 'refused',
      'parley.reason': reason,
    })),
  );
});

test('a limited request of a sampled trace has a span', async () => {
  const limits = { ...AMPLE, ipPerSecond: 1, networks: [], trustedProxies: [] };
  const { call, told } = await startTraced({ limits });
  const body = JSON.stringify(readRequest('minimal'));
  const statuses: number[] = [];
  while (!statuses.includes(429)) statuses.push((await call({ body })).status);
  expect((await told()).at(-1)).toMatchObject({
    ...IN_TRACE,
    'parley.outcome': 'limited',
    'parley.reason': 'RATE_LIMIT_EXCEEDED',
  });
});

test('the auction before a stop has its spans: a client span for a partner over HTTP, an internal one for campaigns', async () => {
  const dsp = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(null, { status: 204 }),
  });
  stops.push(() => dsp.stop(true));
  const { call, kinds } = await startTraced({
    partners: [
      { name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE },
      { name: 'dsp', kind: 'openrtb', url: dsp.url.href, acceptsTest: true },
    ],
  });
  await call({ body: JSON.stringify(readRequest('minimal')) });
  expect(await kinds()).toEqual({ '/openrtb2': 2, 'ask house': 1, 'ask dsp': 3 });
});

test('a refused request that nobody samples has none', async () => {
  const { call, told } = await startTraced();
  await call({ body: '{' }, null);
  await call({ body: '{' }, SAMPLED.replace(/01$/, '00'));
  expect(await told()).toEqual([]);
});
