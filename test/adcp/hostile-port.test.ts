import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ADCP_PATH } from '../../src/adcp/calls/passed-call.ts';
import type { Machine } from '../../src/supervisor/machine.ts';
import { startTestServer } from '../server.ts';
import { BUY } from './buys-fixture.ts';
import { BUYER_TOKEN, SELLING, toolMessage } from './call-seller.ts';

describe('hostile messages to the public port', () => {
  let machine: Machine;
  beforeAll(async () => {
    machine = await startTestServer(SELLING);
  });
  afterAll(() => machine.stop(0));

  const rpc = (message: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const toolCall = (params: unknown) => rpc({ method: 'tools/call', params });
  const listed = toolMessage('get_media_buys');
  const proto = '{"__proto__":{"isSandbox":true},"constructor":1}';
  const nested = (levels: number) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;
  const CLIENT = { name: '__proto__', version: '' };
  const JSON_TYPE = 'application/json';

  const MESSAGES: Readonly<Record<string, readonly [body: string | Uint8Array, type?: string]>> = {
    'an empty body': [''],
    'a list of calls': [`[${listed},${listed}]`],
    'a byte order mark': [`\ufeff${listed}`],
    'no UTF-8': [Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    'an unknown method': [rpc({ method: '__proto__' })],
    'an id that is an object': [listed.replace('"id":1', '"id":{"a":1}')],
    'a call that wants no answer': [listed.replace('"id":1,', '')],
    'params that are a list': [toolCall(['get_media_buys'])],
    'a name of objects': [toolCall({ name: '__proto__', arguments: {} })],
    'a name with a NUL': [toolCall({ name: 'get_media_buys\0', arguments: {} })],
    'arguments that are a list': [toolCall({ name: 'get_media_buys', arguments: [1] })],
    'arguments with names of objects': [listed.replace('"arguments":{}', `"arguments":${proto}`)],
    'deep arguments': [listed.replace('"arguments":{}', `"arguments":${nested(400)}`)],
    'arguments beyond all depth': [
      listed.replace('"arguments":{}', `"arguments":${nested(50_000)}`),
    ],
    'a budget beyond all numbers': [
      toolMessage('create_media_buy', { ...BUY, total_budget: 0 }).replace(
        '"total_budget":0',
        '"total_budget":{"amount":1e999,"currency":"USD"}',
      ),
    ],
    'half a surrogate pair': [toolMessage('get_media_buys', { media_buy_ids: ['\ud800'] })],
    'a NUL in an id': [toolMessage('get_media_buys', { media_buy_ids: ['\0'] })],
    'an unknown MCP version': [
      rpc({
        method: 'initialize',
        params: { protocolVersion: '9999', capabilities: {}, clientInfo: CLIENT },
      }),
    ],
    'hostile _meta': [
      toolCall({ name: 'get_media_buys', arguments: {}, _meta: { progressToken: {}, a: [[]] } }),
    ],
    'no type': [listed, ''],
    'a form': [listed, 'application/x-www-form-urlencoded'],
    'a type that only begins right': [listed, 'application/jsonp'],
    'a multipart form': [listed, 'multipart/form-data; boundary=x'],
  };
  for (const [name, [body, type = JSON_TYPE]] of Object.entries(MESSAGES)) {
    test(`answered, and by no fault of the server: ${name}`, async () => {
      for (const known of [{ Authorization: `Bearer ${BUYER_TOKEN}` }, {}]) {
        const response = await fetch(`${machine.url}${ADCP_PATH}`, {
          method: 'POST',
          body,
          headers: { 'Content-Type': type, ...known },
        });
        const text = await response.text();
        expect([response.status < 500, text.length < 20_000]).toEqual([true, true]);
        expect(text).not.toContain('SERVICE_UNAVAILABLE');
        expect(text).not.toContain('-32603');
        if (response.status !== 202) expect(JSON.parse(text)).toBeObject();
      }
    });
  }
});
