import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { ECHO_MS_MAX } from '../src/cli/start.ts';
import { isRunning } from '../src/lib/is-running.ts';
import { eventually } from './eventually.ts';
import { type Answer, openConnection } from './http/connection.ts';
import { openHalfSent, untilRefused } from './http/half-sent.ts';
import { ask, errorOf, MINIMAL, requestBytes, requestHead } from './http/request.ts';
import { startLoad } from './load.ts';
import { AMPLE_LIMITS, cleanUp, LONG_AUCTIONS, serve } from './process.ts';

afterAll(cleanUp);

const READY = { method: 'GET', path: '/readyz' };

/** The worker has been told: it says that it is no longer ready. */
async function untilLeaving(port: number): Promise<Answer> {
  for (;;) {
    const answer = await ask(port, READY);
    if (answer.status === 503) return answer;
  }
}

describe('SIGTERM', () => {
  test('loses no request, even under load, and exits 0', async () => {
    const server = await serve();
    const load = startLoad(server.port, 8);
    await load.answered(500);
    const left = load.left();
    process.kill(server.pid, 'SIGTERM');
    const { statuses, failures } = await left;
    expect(failures).toEqual([]);
    expect([...statuses.keys()]).toEqual([200]);
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.stderr()).toBe('');
  });

  test.concurrent('asks every client to leave while it keeps answering', async () => {
    const server = await serve();
    const idle = await openConnection(server.port);
    process.kill(server.pid, 'SIGTERM');
    const { body, headers: told } = await untilLeaving(server.port);
    expect(body).toContain('SERVICE_UNAVAILABLE');
    expect(told.get('retry-after')).toBe('1');
    for (const connection of [idle, await openConnection(server.port)]) {
      connection.send(requestBytes());
      const { status, headers } = await connection.answer();
      expect(status).toBe(200);
      expect(headers.get('connection')).toBe('close');
      expect(await connection.closed).toBe('');
    }
    expect((await ask(server.port, { method: 'GET', path: '/healthz' })).status).toBe(200);
  });

  test.concurrent('waits for a request under way, even after the port is closed', async () => {
    const server = await serve(LONG_AUCTIONS);
    const connection = await openHalfSent(server.port);
    process.kill(server.pid, 'SIGTERM');
    await untilRefused(server.port);
    const { status, headers } = await connection.finish();
    expect(status).toBe(200);
    expect(headers.get('connection')).toBe('close');
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  test.concurrent('refuses a request that comes after the grace, and says when to retry (ruling 8)', async () => {
    const server = await serve(LONG_AUCTIONS);
    const connection = await openConnection(server.port);
    const head = requestHead({ headers: { 'Content-Length': String(MINIMAL.length) } });
    connection.send(head.slice(0, 30));
    process.kill(server.pid, 'SIGTERM');
    await untilRefused(server.port);
    connection.send(`${head.slice(30)}${MINIMAL}`);
    const answer = await connection.answer();
    expect(answer.status).toBe(503);
    expect(errorOf(answer).code).toBe('SERVICE_UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.has('x-ratelimit-limit')).toBe(true);
    expect((await server.exited).code).toBe(0);
  });

  test.concurrent('does not wait for a client that never finishes', async () => {
    const server = await serve();
    const unfinished = await openHalfSent(server.port);
    process.kill(server.pid, 'SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    // After all the time that a body may take, it would have been told so with a 408.
    expect(await unfinished.closed).toBe('');
  });
});

describe('SIGINT', () => {
  test('exits 0 at once, with idle connections open', async () => {
    const server = await serve();
    const idle = await openConnection(server.port);
    idle.send(requestBytes());
    await idle.answer();
    process.kill(server.pid, 'SIGINT');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.stdout()).toContain('"graceMs":0');
    expect(await idle.closed).toBe('');
  });

  test('is not lost on a server that has only just said that it listens', async () => {
    for (let i = 0; i < 3; i++) {
      const server = await serve();
      process.kill(server.pid, 'SIGINT');
      expect(await server.exited).toEqual({ code: 0, signal: null });
    }
  });

  test('that comes twice in a moment counts once: the request under way is finished', async () => {
    const server = await serve(LONG_AUCTIONS);
    const connection = await openHalfSent(server.port);
    process.kill(server.pid, 'SIGINT');
    await server.printed('"stopping"');
    process.kill(server.pid, 'SIGINT');
    await untilRefused(server.port);
    expect((await connection.finish()).status).toBe(200);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });
});

describe('a second signal ends a server that is stopping', () => {
  test('at once, if it is another one', async () => {
    const server = await serve(LONG_AUCTIONS);
    await openHalfSent(server.port);
    process.kill(server.pid, 'SIGTERM');
    await server.printed('"stopping"');
    process.kill(server.pid, 'SIGINT');
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.stdout()).not.toContain('"stopped"');
  });

  test('if it is the same one again after a moment', async () => {
    const server = await serve(LONG_AUCTIONS);
    await openHalfSent(server.port);
    process.kill(server.pid, 'SIGTERM');
    await server.printed('"stopping"');
    const stoppingMs = performance.now();
    await eventually(() => {
      if (isRunning(server.pid)) process.kill(server.pid, 'SIGTERM');
      return !isRunning(server.pid);
    });
    expect(await server.exited).toEqual({ code: 1, signal: null });
    // Those that came before are the echo of the first. Some milliseconds pass until the log line is read here.
    expect(performance.now() - stoppingMs).toBeGreaterThan(ECHO_MS_MAX / 2);
  });
});

describe('SIGHUP', () => {
  async function ipLimit(port: number): Promise<string | undefined> {
    return (await ask(port)).headers.get('x-ratelimit-limit');
  }

  test('takes over a changed file without losing a request', async () => {
    const server = await serve(AMPLE_LIMITS);
    const load = startLoad(server.port, 8);
    await load.answered(200);
    writeFileSync(
      server.configFile,
      AMPLE_LIMITS.replace('ipPerSecond: 1000000', 'ipPerSecond: 777777'),
    );
    process.kill(server.pid, 'SIGHUP');
    await server.printed('"config reloaded"');
    expect(await ipLimit(server.port)).toBe('777777');
    await load.answered(200);
    const { statuses, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect([...statuses.keys()]).toEqual([200]);
  });

  test.concurrent('keeps the old config and logs why, if the file is bad', async () => {
    const server = await serve('limits: { ipPerSecond: 55 }\n');
    const bad = {
      'limits: { ipPerSecond: 0 }': 'line 1: limits.ipPerSecond: expected an integer',
      'limit: {}': 'line 1: limit: unknown key',
      'limits: {\n': 'line 2: ',
    };
    for (const [text, reason] of Object.entries(bad)) {
      writeFileSync(server.configFile, text);
      process.kill(server.pid, 'SIGHUP');
      await server.printed(`"reason":"${server.configFile}, ${reason}`);
      expect(await ipLimit(server.port)).toBe('55');
    }
    expect(server.stdout().match(/"config not reloaded"/g)).toHaveLength(3);
  });

  test.concurrent('of a file with an emptied section falls back to its defaults', async () => {
    const server = await serve('limits: { ipPerSecond: 55 }\n');
    writeFileSync(server.configFile, 'limits:\npartners:\n');
    process.kill(server.pid, 'SIGHUP');
    await server.printed('"config reloaded"');
    expect(await ipLimit(server.port)).toBe('100');
  });

  test.concurrent('of a file that has become empty is refused, and the old config stays', async () => {
    const server = await serve('limits: { ipPerSecond: 55 }\n');
    writeFileSync(server.configFile, '');
    process.kill(server.pid, 'SIGHUP');
    await server.printed('expected at least one key, but the file has none');
    expect(await ipLimit(server.port)).toBe('55');
    expect(server.stdout()).not.toContain('"config reloaded"');
  });

  test.concurrent('says that another port needs a restart, and keeps serving on this one', async () => {
    const server = await serve('listen: { port: 0 }\n', { env: { PORT: '' } });
    writeFileSync(server.configFile, 'listen: { port: 9 }\n');
    process.kill(server.pid, 'SIGHUP');
    await server.printed('"config reloaded"');
    expect(server.stdout()).toContain('change only at a restart');
    expect(errorOf(await ask(server.port, { body: '{}' })).code).toBe('MISSING_REQUIRED_FIELD');
  });

  test.concurrent('that comes twice in a moment counts nothing twice', async () => {
    const server = await serve(AMPLE_LIMITS);
    process.kill(server.pid, 'SIGHUP');
    process.kill(server.pid, 'SIGHUP');
    await server.printed('"config reloaded"');
    for (let sent = 0; sent < 10; sent++) await ask(server.port);
    const adminUrl = /"adminUrl":"([^"]+)"/.exec(server.stdout())?.[1];
    let counted = 0;
    // Recorded after the reply.
    await eventually(async () => {
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
      const counts = [...metrics.matchAll(/^parley_requests_total\{.*\} (\d+)$/gm)];
      counted = counts.reduce((sum, [, count]) => sum + Number(count), 0);
      return counted >= 10;
    });
    expect(counted).toBe(10);
  });

  test.concurrent('with another folder for data keeps the keys that notices were signed with', async () => {
    const server = await serve(AMPLE_LIMITS);
    const body = JSON.parse((await ask(server.port)).body);
    writeFileSync(server.configFile, `${AMPLE_LIMITS}dataDir: elsewhere\n`);
    process.kill(server.pid, 'SIGHUP');
    await server.printed('"config reloaded"');
    expect((await fetch(body.seatbid[0].bid[0].nurl)).status).toBe(204);
  });

  test.concurrent('that brings keys for notices still knows the key that was made before', async () => {
    const server = await serve(AMPLE_LIMITS);
    const body = JSON.parse((await ask(server.port)).body);
    const keys = 'notices: { keys: ["a key of more than thirty-two characters"] }\n';
    writeFileSync(server.configFile, `${AMPLE_LIMITS}${keys}`);
    process.kill(server.pid, 'SIGHUP');
    await server.printed('"config reloaded"');
    expect((await fetch(body.seatbid[0].bid[0].nurl)).status).toBe(204);
  });
});
