import { describe, expect, test } from 'bun:test';
import type { LiveEvent } from '../../src/host/admin/answers.ts';
import { LISTENERS_MAX, LISTENERS_PER_TOKEN_MAX } from '../../src/host/admin/live-stream.ts';
import { enter, start, TOKEN } from './server.ts';

const EVENT: LiveEvent = { kind: 'history', points: [], funnel: [], troubles: [] };

/** A source of events that knows who listens. */
function source() {
  const listeners = new Set<(event: LiveEvent) => void>();
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  return {
    live: (send: (event: LiveEvent) => void) => {
      listeners.add(send);
      change();
      return () => {
        listeners.delete(send);
        change();
      };
    },
    sendAll: () => {
      for (const send of [...listeners]) send(EVENT);
    },
    async hasCount(count: number) {
      while (listeners.size !== count) await changed.promise;
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
    const { live, sendAll, hasCount } = source();
    const response = await fetch(`${start({ api: { live } })}/api/live`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await hasCount(1);
    sendAll();
    const received = await readUntil(response, '\n\ndata:');
    expect(received).toContain(`data: ${JSON.stringify(EVENT)}\n\n`);
    await hasCount(0);
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
    const { live, hasCount } = source();
    const url = start({ api: { live }, tokens });
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
    await hasCount(0);
    const again = listening(url);
    expect((await again.open(one.token)).status).toBe(200);
    again.leave();
  });

  test('takes so many listeners in all and no more', async () => {
    const { live, hasCount } = source();
    const url = start({ api: { live }, tokens });
    const { open, leave } = listening(url);
    const [first = { token: '' }] = tokens;
    const places = Array.from({ length: LISTENERS_MAX }, (_, i) => tokens[i % tokens.length]);
    await Promise.all(places.map((place) => open(place?.token ?? '')));
    expect((await open(tokens.at(-1)?.token ?? '')).status).toBe(503);
    leave();
    await hasCount(0);
    const next = listening(url);
    expect((await next.open(first.token)).status).toBe(200);
    next.leave();
  });

  test('ends with the session it was opened in', async () => {
    let nowMs = 0;
    const { live, sendAll, hasCount } = source();
    const url = start({ token: TOKEN, api: { live }, nowMs: () => nowMs });
    const { cookie } = await enter(url);
    const response = await fetch(`${url}/api/live`, { headers: { cookie } });
    await hasCount(1);
    nowMs = 24 * 60 * 60 * 1000;
    sendAll();
    await hasCount(0);
    expect(await response.text()).toContain('retry:');
  });
});
