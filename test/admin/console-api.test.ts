import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult, TryResult } from '../../src/console/api.ts';
import { consoleFiles } from '../../src/http/admin/console-files.ts';
import { FAULTS_MAX } from '../../src/lib/faults.ts';
import { ROOT } from '../process.ts';
import { startTestServer } from '../server.ts';
import { start } from './server.ts';

const EXAMPLE = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');

async function post<T>(url: string, body: string): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body })).json() as Promise<T>;
}

describe('a request is checked as the endpoint would', () => {
  const check = (body: string) => post<CheckResult>(`${start()}/api/validate`, body);

  test('a valid one, with its level', async () => {
    expect(await check(EXAMPLE)).toEqual({ valid: true, warnings: [], integrationLevel: 4 });
  });

  const WRONG_DEVICE = {
    code: 'INVALID_FIELD_VALUE',
    message: 'Field value invalid',
    details: {
      field: 'device.devicetype',
      reason: 'expected an integer from 1 to 7, but got 9',
    },
  } as const;
  const wrongDevice = EXAMPLE.replace('"devicetype": 2', '"devicetype": 9');

  test('one with several, by all of their paths, and what the endpoint answers by itself', async () => {
    const body = wrongDevice.replace('"test": 1', '"test": 7, "at": "x"');
    const result = await check(body);
    if (result.valid) throw new Error('it was accepted');
    expect(result.faults.map(({ details }) => details.field)).toEqual([
      'test',
      'at',
      'device.devicetype',
    ]);
    expect(result.faults[2]).toEqual(WRONG_DEVICE);
    const server = await startTestServer();
    try {
      const { error } = await post<{ error: object }>(`${server.url}/openrtb2`, body);
      expect(error).toMatchObject(result.error);
      expect(result.faults[0]).toEqual(result.error);
    } finally {
      await server.stop(0);
    }
  });

  test('one with more than are shown, with the number of the others', async () => {
    const result = await check(JSON.stringify({ id: 'r', imp: [], bcat: Array(200).fill(1) }));
    expect(result).toMatchObject({ valid: false, more: 201 - FAULTS_MAX });
    expect(result.valid ? 0 : result.faults.length).toBe(FAULTS_MAX);
  });

  test('one that is no JSON, by line and column', async () => {
    const result = await check('{\n  "id": }');
    expect(result.valid ? '' : result.error.details.reason).toStartWith('line 2, column 9');
  });
});

describe('a conversation is read as the kit would', () => {
  const derive = (body: string) => fetch(`${start()}/api/derive`, { method: 'POST', body });

  test('what is none is refused with a sentence', async () => {
    const response = await derive('{"messages":[{"role":"robot","content":"x"}]}');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        details: {
          reason:
            'expected messages[0] to have a role (user, assistant or system) and a content that is a string',
        },
      },
    });
  });
});

const parley = await startTestServer();
afterAll(() => parley.stop(0));

describe('a request is tried', () => {
  test('on the public port, and all that came back is told', async () => {
    const url = start({ bidUrl: `http://127.0.0.1:${parley.port}` });
    const result = await post<TryResult>(`${url}/api/try`, EXAMPLE);
    expect(result.status).toBe(200);
    expect(JSON.parse(result.body)).toHaveProperty('seatbid');
    expect(Object.fromEntries(result.headers)).toHaveProperty('x-request-id');
    expect(result.tookMs).toBeGreaterThan(0);
  });

  test('a no-bid keeps its reason', async () => {
    const url = start({ bidUrl: `http://127.0.0.1:${parley.port}` });
    const real = EXAMPLE.replace('"test": 1', '"test": 0');
    const { status, headers } = await post<TryResult>(`${url}/api/try`, real);
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)['x-nobid-reason']).toBe('no-demand');
  });

  test('with the key of its publisher, where that has to show one', async () => {
    const key = 'a-key-of-the-publisher';
    const keyed = await startTestServer({
      access: 'keyed',
      publishers: [{ id: 'pub-1', keys: [key] }],
    });
    const url = start({ bidUrl: `http://127.0.0.1:${keyed.port}` });
    const send = async (headers: Record<string, string>) => {
      const response = await fetch(`${url}/api/try`, { method: 'POST', body: EXAMPLE, headers });
      return (await response.json()) as TryResult;
    };
    expect((await send({})).status).toBe(401);
    expect((await send({ 'X-Publisher-Key': 'another-key-of-somebody' })).status).toBe(401);
    expect((await send({ 'X-Publisher-Key': key })).status).toBe(200);
    await keyed.stop(0);
  });

  test('where nobody listens, the answer says so', async () => {
    const response = await fetch(`${start()}/api/try`, { method: 'POST', body: EXAMPLE });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('did not answer');
  });
});

describe('the console', () => {
  /** What the browser gets before it draws anything, as it goes over the wire. */
  const openingBytes = async (page: 'shell' | 'portal') => {
    const { [page]: html, assets } = await consoleFiles();
    const text = new TextDecoder().decode(html.bytes);
    const opened = [...assets].filter(([path]) => text.includes(path)).map(([, file]) => file);
    return [html, ...opened].reduce((sum, file) => sum + file.gzipped.length, 0);
  };

  test('opens with less than 62 kB, and the pages of a publisher with less than 60 kB', async () => {
    expect(await openingBytes('shell')).toBeLessThan(62_000);
    expect(await openingBytes('portal')).toBeLessThan(60_000);
  });

  test('runs nothing inline, and its files are kept for ever under their hashes', async () => {
    const url = start();
    const response = await fetch(`${url}/`);
    const html = await response.text();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
    for (const [, path] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const asset = await fetch(`${url}${path}`);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('cache-control')).toContain('immutable');
    }
  });

  test('every answer carries the headers that protect it', async () => {
    const url = start();
    for (const path of ['/', '/portal', '/status', '/nothing', '/api/session']) {
      const { headers } = await fetch(`${url}${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});
