/** What the console of a machine checks, reads and tries for a person, and how its files are served. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleFiles } from '../../src/host/admin/console-files.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { FAULTS_MAX } from '../../src/lib/faults.ts';
import type { CheckResult, TryResult } from '../../src/parts/playground/operations.ts';
import { PLAYGROUND_OPS } from '../../src/parts/playground/operations.ts';
import { type Caller, callerOf } from '../accounts/machine.ts';
import { ROOT } from '../process.ts';
import { startTestServer } from '../server.ts';
import { start } from './server.ts';

const EXAMPLE = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');
const KEY = 'a-key-of-the-publisher';

let machine: Machine;
let call: Caller;
beforeAll(async () => {
  machine = await startTestServer({ access: 'keyed', publishers: [{ id: 'pub-1', keys: [KEY] }] });
  call = callerOf(machine.adminUrl);
});
afterAll(() => machine.stop(0));

describe('a request is checked as the endpoint would', () => {
  const check = async (body: string) =>
    (await call<CheckResult>('POST', '/api/validate', body)).body;
  const fieldsOf = (result: CheckResult) =>
    result.valid ? [] : result.faults.map(({ details }) => details.field);

  test('a valid one, with its level', async () => {
    expect(await check(EXAMPLE)).toEqual({ valid: true, warnings: [], integrationLevel: 4 });
  });

  test('one with several faults, by all of their paths, and what the endpoint answers by itself', async () => {
    const body = EXAMPLE.replace('"devicetype": 2', '"devicetype": 9').replace(
      '"test": 1',
      '"test": 7, "at": "x"',
    );
    const result = await check(body);
    expect(fieldsOf(result)).toEqual(['test', 'at', 'device.devicetype']);
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` };
    const answer = await fetch(`${machine.url}/openrtb2`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ error: result.valid ? {} : result.error });
  });

  test('one with more than are shown, with the number of the others', async () => {
    const result = await check(JSON.stringify({ id: 'r', imp: [], bcat: Array(200).fill(1) }));
    expect(result).toMatchObject({ valid: false, more: 201 - FAULTS_MAX });
    expect(fieldsOf(result)).toHaveLength(FAULTS_MAX);
  });

  test('one that is no JSON, by line and column', async () => {
    const result = await check('{\n  "id": }');
    expect(result.valid ? '' : result.error.details.reason).toStartWith('line 2, column 9');
  });
});

test('what is no conversation is refused, and one is read as the kit would', async () => {
  const derive = (role: string) =>
    call('POST', '/api/derive', { messages: [{ role, content: 'a tent' }] });
  const refused = await derive('robot');
  expect([refused.status, refused.body.error.details.reason]).toEqual([
    422,
    expect.stringContaining('messages[0]'),
  ]);
  expect((await derive('user')).body as object).toMatchObject({ keywords: ['tent'] });
});

describe('a request is tried', () => {
  const attempt = async (body: string, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'X-Publisher-Key': key };
    return (await call<TryResult>('POST', '/api/try', body, headers)).body;
  };

  test('on the public port, with the key of its publisher, and all that came back is told', async () => {
    expect((await attempt(EXAMPLE)).status).toBe(401);
    expect((await attempt(EXAMPLE, 'another-key-of-somebody')).status).toBe(401);
    const result = await attempt(EXAMPLE, KEY);
    expect(result.status).toBe(200);
    expect(JSON.parse(result.body)).toHaveProperty('seatbid');
    expect(Object.fromEntries(result.headers)).toHaveProperty('x-request-id');
    expect(result.tookMs).toBeGreaterThan(0);
  });

  test('and a no-bid keeps its reason', async () => {
    const { status, headers } = await attempt(EXAMPLE.replace('"test": 1', '"test": 0'), KEY);
    expect([status, Object.fromEntries(headers)['x-nobid-reason']]).toEqual([204, 'no-demand']);
  });

  test('and where nobody listens, the answer says so', async () => {
    const machine = { ownUrl: 'http://127.0.0.1:9', tickMs: () => 0 };
    const url = start({ ops: PLAYGROUND_OPS, machine });
    const { status, text } = await callerOf(url)('POST', '/api/try', EXAMPLE);
    expect([status, text]).toEqual([503, expect.stringContaining('did not answer')]);
  });
});

describe('the console', () => {
  /** What the browser gets before it draws anything, as it goes over the wire. */
  const openingBytes = async (page: 'shell' | 'portal') => {
    const { [page]: html, assets } = await consoleFiles();
    if (html === undefined) throw new Error('there are no pages');
    const text = new TextDecoder().decode(html.bytes);
    const opened = [...assets].filter(([path]) => text.includes(path)).map(([, file]) => file);
    return [html, ...opened].reduce((sum, file) => sum + file.gzipped.length, 0);
  };

  test('and the pages of a publisher open with less than 60 kB each', async () => {
    expect(await openingBytes('shell')).toBeLessThan(60_000);
    expect(await openingBytes('portal')).toBeLessThan(60_000);
  });

  test('runs nothing inline, and its files are kept for ever under their hashes', async () => {
    const { headers, text: html } = await call('GET', '/');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
    for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const asset = await call('GET', path);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('cache-control')).toContain('immutable');
    }
  });

  test('every answer carries the headers that protect it', async () => {
    for (const path of ['/', '/portal', '/status', '/nothing', '/api/session']) {
      const { headers } = await call('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).not.toContain('unsafe');
      for (const [name, value] of Object.entries({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })) {
        expect([path, name, headers.get(name)]).toEqual([path, name, value]);
      }
    }
  });
});
