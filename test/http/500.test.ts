import { afterEach, describe, expect, test } from 'bun:test';
import type { Service } from '../../src/host/http/public-port.ts';
import { type BareServer, startBareServer } from './bare-server.ts';
import { openConnection } from './connection.ts';
import { ask, errorOf, requestBytes } from './request.ts';

const SECRET = 'postgres://user:secret@db/';

let server: BareServer | undefined;
afterEach(() => server?.stop(0));

function boom(): never {
  throw new Error(SECRET);
}

/** A value that cannot be sent, in place of the answer. */
const UNSENDABLE = Symbol('answer') as unknown as Awaited<ReturnType<Service['bid']>>['outcome'];
const LIMIT = { scope: 'ip', limit: 1, remaining: 0, resetSec: 1 } as const;

/** Then not even the answer about a failure can be made, and nobody knows what the request was. */
const LOST = 'whose limits cannot be read';

const FAILURES: Readonly<Record<string, Partial<Service>>> = {
  'that throws': { bid: boom },
  'that rejects': { bid: async () => boom() },
  'that throws what is no error': { bid: () => Promise.reject(SECRET) },
  'whose answer cannot be sent': {
    bid: async () => ({ outcome: UNSENDABLE, limit: LIMIT, bidRequestId: undefined }),
  },
  'that cannot find its caller': { findCaller: boom },
  [LOST]: { bid: boom, lookAtLimits: boom },
};

describe('our own failure is a 500 with the error body and no word of the cause (ruling 8)', () => {
  for (const [what, service] of Object.entries(FAILURES)) {
    test(`a service ${what}`, async () => {
      server = startBareServer(service);
      const headers = { Origin: 'https://chat.example' };
      const answer = await ask(server.port, { headers });
      expect(answer.status).toBe(500);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('access-control-allow-origin')).toBe(
        what === LOST ? '*' : 'https://chat.example',
      );

      const { request_id, ...rest } = errorOf(answer);
      expect(rest).toEqual({
        code: 'INTERNAL_ERROR',
        message: 'Internal error',
        details: { reason: 'the failure was recorded under this request_id' },
      });
      expect(request_id).toBe(answer.headers.get('x-request-id') ?? '');
      expect(server.failures.map(({ requestId }) => requestId)).toContain(request_id);
      expect(server.failures.filter(({ isBid }) => isBid)).toHaveLength(1);
      expect(JSON.stringify([...answer.headers, answer.body])).not.toMatch(/secret|Error:|\.ts/);
    });
  }
});

test('a failure does not cost the connection', async () => {
  server = startBareServer({ bid: boom });
  const connection = await openConnection(server.port);
  for (let i = 0; i < 3; i++) {
    connection.send(requestBytes());
    expect((await connection.answer()).status).toBe(500);
  }
  connection.drop();
});

test.each(['/n/win/token', '/openapi.json', '/'])(
  'a failure at %s does not count as a failed bid request',
  async (path) => {
    const documents = { find: boom, paths: [] };
    server = startBareServer({ receiveNotice: boom, documents });
    const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`);
    expect([status, server.failures.map(({ isBid }) => isBid)]).toEqual([500, [false]]);
  },
);
