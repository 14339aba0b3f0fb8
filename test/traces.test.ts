import { afterEach, expect, test } from 'bun:test';
import { readRequest } from './conformance/case.ts';
import { startTestServer } from './server.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

test('each HTTP partner gets the traceparent of the caller, and none where that is invalid', async () => {
  const told: (string | null)[] = [];
  const dsp = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ headers }) {
      told.push(headers.get('traceparent'));
      return new Response(null, { status: 204 });
    },
  });
  stops.push(() => dsp.stop(true));
  const parley = await startTestServer({
    partners: [{ name: 'dsp', kind: 'openrtb', url: dsp.url.href, acceptsTest: true }],
  });
  stops.push(() => parley.stop(0));
  const sampled = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  for (const traceparent of [sampled, 'nonsense']) {
    const headers = { 'content-type': 'application/json', traceparent };
    const body = JSON.stringify(readRequest('minimal'));
    await fetch(`${parley.url}/openrtb2`, { method: 'POST', headers, body });
  }
  expect(told).toEqual([sampled, null]);
});
