import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ADCP_PATH } from '../../src/host/http/buyer-calls.ts';
import { BODY_BYTES_MAX } from '../../src/host/http/read-body.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { OPEN_BODY_LENGTH_MAX } from '../../src/parts/adcp/door.ts';
import { startTestServer } from '../server.ts';
import { BUYER_TOKEN, post, SELLING, structured, toolMessage } from './call-seller.ts';

const CAPABILITIES = toolMessage('get_adcp_capabilities');
const KNOWN = { token: BUYER_TOKEN };

const errorOf = async (response: Response) =>
  ((await response.json()) as { readonly error: { readonly message: string } }).error.message;

describe('AI buyers on the public port', () => {
  let machine: Machine;
  beforeAll(async () => {
    machine = await startTestServer(SELLING);
  });
  afterAll(() => machine.stop(0));

  test('a call reaches a tool and its answer comes back as JSON, without rights for pages', async () => {
    const response = await post(machine.url, CAPABILITIES, KNOWN);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(await structured(response)).toHaveProperty('adcp');
  });

  test('clients of the 2025 versions and of 2026-07-28 get the same answer', async () => {
    const legacy = await structured(await post(machine.url, CAPABILITIES, KNOWN));
    const params = {
      name: 'get_adcp_capabilities',
      arguments: {},
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const modern = await post(
      machine.url,
      JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params }),
      {
        ...KNOWN,
        headers: {
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': 'get_adcp_capabilities',
        },
      },
    );
    expect(modern.headers.get('content-type')).toBe('application/json');
    expect(await structured(modern)).toEqual(legacy);
  });

  test('what there is may be asked without a token; a wrong token is refused, whatever it asks', async () => {
    expect((await post(machine.url, CAPABILITIES)).status).toBe(200);
    const wrong = await post(machine.url, CAPABILITIES, { token: 'token-of-nobody-0123456' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await errorOf(wrong)).not.toContain('nobody');
  });

  test('a body that is too large is refused before anybody parses it', async () => {
    const whole = await post(machine.url, ' '.repeat(BODY_BYTES_MAX + 1), KNOWN);
    expect(whole.status).toBe(413);
    expect(await errorOf(whole)).toContain(`at most ${BODY_BYTES_MAX} bytes`);
    const unnamed = await post(machine.url, CAPABILITIES + ' '.repeat(OPEN_BODY_LENGTH_MAX));
    expect(unnamed.status).toBe(401);
    const values = await post(machine.url, `[${'0,'.repeat(60_000)}0]`, KNOWN);
    expect(values.status).toBe(413);
    const deep = `${'{"a":['.repeat(50_000)}1${']}'.repeat(50_000)}`;
    const beyondDepth = CAPABILITIES.replace('"arguments":{}', `"arguments":${deep}`);
    const refused = await post(machine.url, beyondDepth, KNOWN);
    expect([refused.status < 500, (await refused.text()).length < 20_000]).toEqual([true, true]);
  });

  const REFUSED: readonly (readonly [string, string, number, RequestInit])[] = [
    ['GET opens no stream', 'expected POST', 405, {}],
    ['DELETE ends no session', 'expected POST', 405, { method: 'DELETE' }],
    ['a preflight permits nothing', 'expected POST', 405, { method: 'OPTIONS' }],
    [
      'a page may not call',
      'pages in browsers',
      403,
      { method: 'POST', headers: { Origin: 'https://example.com' } },
    ],
    ['no JSON', 'Content-Type: application/json', 400, { method: 'POST', body: 'x' }],
    [
      'JSON with a fault',
      'the text ends before',
      400,
      { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } },
    ],
    [
      'a list of messages',
      'one JSON-RPC message',
      400,
      {
        method: 'POST',
        body: `[${CAPABILITIES}]`,
        headers: { 'Content-Type': 'application/json' },
      },
    ],
    [
      'a compressed body, whose digest would be of other bytes',
      'no Content-Encoding',
      400,
      {
        method: 'POST',
        body: Bun.gzipSync(Buffer.from(CAPABILITIES)),
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      },
    ],
  ];
  for (const [name, words, status, init] of REFUSED) {
    test(`refused: ${name}`, async () => {
      const response = await fetch(`${machine.url}${ADCP_PATH}`, init);
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(await errorOf(response)).toContain(words);
    });
  }

  test('calls are counted by tool and result, and those that reached none by the reason', async () => {
    await post(machine.url, CAPABILITIES, KNOWN);
    await post(machine.url, toolMessage('no_such_tool'), KNOWN);
    await fetch(`${machine.url}${ADCP_PATH}`);
    await post(machine.url, CAPABILITIES, { token: 'token-of-nobody-0123456' });
    const metrics = await (await fetch(`${machine.adminUrl}/metrics`)).text();
    for (const row of [
      'calls_total{tool="get_adcp_capabilities",result="done"}',
      'calls_total{tool="other",result="failed"}',
      'refused_total{reason="method"}',
      'refused_total{reason="token"}',
      'call_duration_seconds_count',
    ]) {
      const [, count] = metrics.split(`parley_adcp_${row} `);
      expect(Number.parseInt(count ?? '', 10)).toBeGreaterThan(0);
    }
  });
});

test('without a seller the path leads nowhere, like any other', async () => {
  const machine = await startTestServer({ ...SELLING, adcp: { ...SELLING.adcp, enabled: false } });
  const shown = async (path: string) => {
    const response = await fetch(`${machine.url}${path}`, { method: 'POST', body: CAPABILITIES });
    const headers = [...response.headers.keys()].filter((name) => name !== 'date');
    const { error } = (await response.json()) as { error: { details: { reason: string } } };
    return { status: response.status, headers, reason: error.details.reason.replace(path, '') };
  };
  expect(await shown(ADCP_PATH)).toEqual(await shown('/adcp/other'));
  expect((await shown(ADCP_PATH)).status).toBe(404);
  expect(await (await fetch(machine.url)).text()).not.toContain(ADCP_PATH);
  await machine.stop(0);
});
