import { describe, expect, test } from 'bun:test';
import { LISTENERS_MAX, LISTENERS_PER_TOKEN_MAX } from '../../src/parts/insight/live.ts';
import { INSIGHT_OPS } from '../../src/parts/insight/operations.ts';
import { enter, start, TOKEN } from './server.ts';

const REQUESTS = { bid: 7, no_bid: 0, refused: 0, limited: 0, failed: 0, shed: 0 };

/** A machine with figures of a second, that knows how many streams it has. */
function source() {
  let timeMs = 0;
  let tick = () => {};
  let isHeard = false;
  let changed = Promise.withResolvers<void>();
  const hears = (next: boolean) => {
    isHeard = next;
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const points = () => [{ timeMs, requests: REQUESTS, p50Ms: 1, spendUsd: 0, sold: 0, imps: 0 }];
  const onSecond = (run: () => void) => {
    tick = run;
    hears(true);
    return () => hears(false);
  };
  const metrics = { history: { lately: () => undefined, points }, onSecond };
  return {
    ops: INSIGHT_OPS,
    machine: { metrics },
    sendAll() {
      timeMs += 1000;
      tick();
    },
    /** Whether anybody listens. */
    async isHeard(wanted: boolean) {
      while (isHeard !== wanted) await changed.promise;
    },
  };
}

async function readUntil(response: Response, text: string): Promise<string> {
  let received = '';
  for await (const chunk of response.body ?? []) {
    received += new TextDecoder().decode(chunk);
    if (received.includes(text)) break;
  }
  return received;
}

describe('the live stream', () => {
  test('brings events as they happen, and lets a listener go who leaves', async () => {
    const { sendAll, isHeard, ...parts } = source();
    const response = await fetch(`${start(parts)}/api/live`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await isHeard(true);
    sendAll();
    const received = await readUntil(response, '"kind":"tick"');
    expect(received).toContain('data: {"kind":"history"');
    expect(received).toContain('"atMs":1000,"requestsPerSec":7');
    await isHeard(false);
  });

  const tokens = Array.from({ length: 8 }, (_, i) => ({
    name: `token-${i}`,
    token: `a-long-enough-token-${i}`,
    role: 'read' as const,
  }));

  /** A stream that lasts until `leave`. */
  function listening(url: string) {
    const leaving = new AbortController();
    const { signal } = leaving;
    const open = (token: string) =>
      fetch(`${url}/api/live`, { signal, headers: { authorization: `Bearer ${token}` } });
    return { open, leave: () => leaving.abort() };
  }

  test('is held by one token so many times, and the others have their own', async () => {
    const { isHeard, ...parts } = source();
    const url = start({ ...parts, tokens });
    const { open, leave } = listening(url);
    const [one = { token: '' }, other = { token: '' }] = tokens;
    const opened = Array.from({ length: LISTENERS_PER_TOKEN_MAX }, () => open(one.token));
    for (const { status } of await Promise.all(opened)) expect(status).toBe(200);
    const refused = await open(one.token);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain(
      `token-0 has ${LISTENERS_PER_TOKEN_MAX} live streams open already, and may have no more: close one`,
    );
    expect((await open(other.token)).status).toBe(200);
    leave();
    await isHeard(false);
    const again = listening(url);
    expect((await again.open(one.token)).status).toBe(200);
    again.leave();
  });

  test('takes so many listeners in all and no more', async () => {
    const { isHeard, ...parts } = source();
    const url = start({ ...parts, tokens });
    const { open, leave } = listening(url);
    const [first = { token: '' }] = tokens;
    const places = Array.from({ length: LISTENERS_MAX }, (_, i) => tokens[i % tokens.length]);
    await Promise.all(places.map((place) => open(place?.token ?? '')));
    expect((await open(tokens.at(-1)?.token ?? '')).status).toBe(503);
    leave();
    await isHeard(false);
    const next = listening(url);
    expect((await next.open(first.token)).status).toBe(200);
    next.leave();
  });

  test('ends with the session it was opened in', async () => {
    let nowMs = 0;
    const { sendAll, isHeard, ...parts } = source();
    const url = start({ ...parts, token: TOKEN, nowMs: () => nowMs });
    const { cookie } = await enter(url);
    const response = await fetch(`${url}/api/live`, { headers: { cookie } });
    await isHeard(true);
    nowMs = 24 * 60 * 60 * 1000;
    sendAll();
    await isHeard(false);
    expect(await response.text()).toContain('retry:');
  });
});
