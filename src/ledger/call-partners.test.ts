import { afterEach, describe, expect, test } from 'bun:test';
import { eventually } from '../../test/eventually.ts';
import { letTimeRun, passTime, stopTime, untilSo } from '../../test/stopped-time.ts';
import type { SendNotice } from '../core/auction/partner.ts';
import { createPartnerClient } from '../host/http/client/partner-client.ts';
import { startPartnerCaller } from './call-partners.ts';
import type { DueCall, EndedCall, Outbox } from './outbox.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  letTimeRun();
  for (const stop of stops.splice(0)) await stop();
});

/** A partner's server, and the paths it was called at. */
function startPartner(answer: (path: string) => Response | Promise<Response>) {
  const paths: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const path = new URL(request.url).pathname;
      paths.push(path);
      return answer(path);
    },
  });
  stops.push(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, paths };
}

const NEW_CALL = { body: undefined, failures: 0, takenUntilMs: 0 };
type Row = DueCall & { readonly nextMs: number };

/** An outbox in memory that keeps to the contract. */
function createOutbox(clock: { nowMs: number }) {
  const calls = new Map<string, Row>();
  const results: string[] = [];
  let taken = 0;

  function settle({ id, next, takenUntilMs }: EndedCall, againMs: number): void {
    const call = calls.get(id);
    results.push(`${next} ${id}`);
    if (next === 'never') calls.delete(id);
    else if (call?.takenUntilMs === takenUntilMs) {
      const isAgain = next === 'again';
      const failures = call.failures + (isAgain ? 1 : 0);
      const nextMs = isAgain ? againMs : clock.nowMs;
      calls.set(id, { ...call, nextMs, failures, takenUntilMs: 0 });
    }
  }

  const outbox: Outbox = {
    async due({ ended, againAfterMs, limit, except, takenMs }) {
      for (const one of ended) settle(one, clock.nowMs + againAfterMs);
      const takenUntilMs = clock.nowMs + takenMs;
      const due = [...calls.values()]
        .filter(({ nextMs, partner }) => nextMs <= clock.nowMs && !except.includes(partner))
        .sort((a, b) => a.nextMs - b.nextMs)
        .slice(0, limit)
        .map((call) => ({ ...call, takenUntilMs }));
      for (const call of due) calls.set(call.id, { ...call, nextMs: takenUntilMs });
      taken += due.length;
      return due;
    },
  };
  const add = (id: string, url: string, partner = 'acme') =>
    calls.set(id, { ...NEW_CALL, id, url, partner, nextMs: clock.nowMs });
  return { outbox, add, calls, results, taken: () => taken };
}

function start(outbox: Outbox, send: SendNotice = createPartnerClient()) {
  const told: string[] = [];
  const caller = startPartnerCaller({
    outbox,
    send,
    onResult: (result, partner, reason) => told.push(`${result} ${partner}: ${reason}`),
    faults: { failed() {}, recovered() {} },
  });
  stops.push(caller.stop);
  return { ...caller, told };
}

describe('calls to partners', () => {
  test('that fail are retried every ten seconds, six times, and then dropped', async () => {
    const partner = startPartner(() => new Response('no', { status: 500 }));
    const clock = { nowMs: 0 };
    const { outbox, add, calls, results } = createOutbox(clock);
    add('a', `${partner.url}/a`);
    stopTime();
    const { told } = start(outbox);
    for (let call = 1; call <= 7; call++) {
      while (results.length < call) await passTime(1);
      if (call === 7) break;
      expect(calls.get('a')?.nextMs).toBe(clock.nowMs + 10_000);
      clock.nowMs += 10_000;
    }
    expect(results.at(-1)).toBe('never a');
    expect(told.at(-1)).toBe('given_up acme: status 500');
    expect(partner.paths).toHaveLength(7);
  });

  test('with a body, which are messages, are retried ninety times', async () => {
    const partner = startPartner(() => new Response('no', { status: 500 }));
    const { outbox, calls, results } = createOutbox({ nowMs: 0 });
    for (const failures of [89, 90]) {
      const id = `${failures}`;
      const message = { partner: 'webhook/ops', url: `${partner.url}/${id}`, body: '{}' };
      calls.set(id, { ...NEW_CALL, ...message, id, failures, nextMs: 0 });
    }
    start(outbox);
    await eventually(() => results.length === 2);
    expect(results.toSorted()).toEqual(['again 89', 'never 90']);
  });

  test('count only with a 2xx: redirects and dead servers are failures', async () => {
    const partner = startPartner(() => Response.redirect('http://127.0.0.1:1/', 302));
    const clock = { nowMs: 0 };
    const { outbox, add, results } = createOutbox(clock);
    add('moved', `${partner.url}/a`);
    add('dead', 'http://127.0.0.1:1/a');
    start(outbox);
    await eventually(() => results.length === 2);
    expect(results.toSorted()).toEqual(['again dead', 'again moved']);
  });

  test('to a partner that hangs, with however many due, leave room for the calls of others', async () => {
    const hanging = startPartner(() => new Promise<Response>(() => {}));
    const healthy = startPartner(() => new Response('ok'));
    const { outbox, add, results, taken } = createOutbox({ nowMs: 0 });
    for (let i = 0; i < 5000; i++) add(`h${i}`, `${hanging.url}/${i}`, 'hanging');
    for (let i = 0; i < 10; i++) add(`o${i}`, `${healthy.url}/${i}`, 'healthy');
    stopTime();
    start(outbox);
    const made = () => results.filter((result) => result.startsWith('never o')).length;
    while (made() < 10) await passTime(1);
    expect(taken()).toBe(1510);
  });

  test('that ended while the outbox failed are told of later, and not made again', async () => {
    const partner = startPartner(() => new Response('ok'));
    const { outbox, add, calls } = createOutbox({ nowMs: 0 });
    add('a', `${partner.url}/a`);
    let failuresLeft = 1;
    stopTime();
    start({
      async due(query) {
        if (query.ended.length === 0 || failuresLeft-- <= 0) return outbox.due(query);
        throw new Error('the database is gone');
      },
    });
    while (calls.size > 0) await passTime(1);
    expect(failuresLeft).toBe(-1);
    expect(partner.paths).toEqual(['/a']);
  });

  test('under way are waited for by stop, no more are started, and those that wait are given back at once', async () => {
    const gate = Promise.withResolvers<void>();
    const partner = startPartner(() => gate.promise.then(() => new Response('ok')));
    const clock = { nowMs: 0 };
    const { outbox, add, calls, results, taken } = createOutbox(clock);
    for (let i = 0; i < 200; i++) add(String(i), `${partner.url}/${i}`, `partner ${i % 5}`);
    stopTime();
    const caller = start(outbox);
    await untilSo(() => partner.paths.length === 100);
    expect(taken()).toBe(200);
    const stopped = caller.stop();
    await untilSo(() => results.length === 100);
    expect(results.every((result) => result.startsWith('unstarted '))).toBeTrue();
    gate.resolve();
    await stopped;
    expect(partner.paths).toHaveLength(100);
    expect([...calls.values()].map(({ failures }) => failures)).toEqual(Array(100).fill(0));
  });

  test('are in flight for at most 100 at a time, and 48 of a partner; calls start in rotation, one of each partner', async () => {
    const partner = startPartner(() => new Promise<Response>(() => {}));
    const clock = { nowMs: 0 };
    const { outbox, add } = createOutbox(clock);
    for (const name of ['a', 'b', 'c']) {
      for (let i = 0; i < 60; i++) add(`${name}${i}`, `${partner.url}/${name}`, name);
    }
    stopTime();
    start(outbox);
    const started = (name: string) => partner.paths.filter((path) => path === `/${name}`).length;
    await untilSo(() => partner.paths.length === 100);
    expect(['a', 'b', 'c'].map(started)).toEqual([34, 33, 33]);
    await passTime(1000);
    expect(partner.paths).toHaveLength(100);
  });

  test('that cannot be started within 20 seconds after they were taken are given back, and never started here', async () => {
    const hanging = startPartner(() => new Promise<Response>(() => {}));
    const clock = { nowMs: 0 };
    const { outbox, add, calls, results } = createOutbox(clock);
    for (let i = 0; i < 700; i++) add(String(i), `${hanging.url}/${i}`);
    stopTime();
    start(outbox);
    await untilSo(() => hanging.paths.length === 48);
    while (!results.some((result) => result.startsWith('unstarted'))) await passTime(10);
    const startedAt = hanging.paths.length;
    // Ten times 48, each for the two seconds after which a call has failed.
    expect(startedAt).toBeLessThanOrEqual(11 * 48);
    const unstarted = results.filter((result) => result.startsWith('unstarted'));
    expect(unstarted.length).toBeGreaterThan(0);
    const called = new Set(hanging.paths.map((path) => path.slice(1)));
    for (const result of unstarted) {
      const id = result.split(' ')[1] ?? '';
      expect(called.has(id)).toBeFalse();
      expect(calls.get(id)?.failures).toBe(0);
    }
  });
});
