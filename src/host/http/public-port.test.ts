import { describe, expect, test } from 'bun:test';
import { NoBid } from '../../core/openrtb/no-bid.ts';
import type { AdmissionQueue } from '../limits/admission-queue.ts';
import { createPublicPort, type Service } from './public-port.ts';

const LIMIT = { scope: 'ip', limit: 100, remaining: 99, resetSec: 1_700_000_001 } as const;
const REQUEST_ID = 'request-1';
const AT_ONCE: AdmissionQueue = { enter: () => 'serve' };

const NOTED = { status: 204, body: null, headers: {} } as const;
const DOCUMENT = { body: '{}', contentType: 'application/json', maxAgeSec: 3600 };

function openPort(overrides: Partial<Service> = {}, admissionQueue: AdmissionQueue = AT_ONCE) {
  const service: Service = {
    bid: async () => ({ outcome: new NoBid('no-demand'), limit: LIMIT, bidRequestId: undefined }),
    receiveNotice: async () => NOTED,
    receiveConversion: async () => NOTED,
    findCaller: (peer) => peer ?? 'unknown',
    lookAtLimits: () => LIMIT,
    documents: {
      find: (path) => (path === '/formats' ? DOCUMENT : undefined),
      paths: ['/formats'],
    },
    findPicture: () => 'unknown',
    answerBuyer: undefined,
    noBidDetails: {},
    ...overrides,
  };
  return createPublicPort({
    service,
    admissionQueue,
    tickMs: () => 0,
    newId: () => REQUEST_ID,
    onError() {},
  });
}

const call = (
  { answer }: ReturnType<typeof openPort>,
  path: string,
  init: RequestInit = {},
): Response | Promise<Response> =>
  answer(new Request(`http://parley.test${path}`, init), '192.0.2.1');

describe('a port that is overloaded', () => {
  const told: unknown[] = [];
  const port = openPort(
    {
      async bid({ isOverloaded, arrivedMs }) {
        told.push([isOverloaded, arrivedMs]);
        return { outcome: new NoBid('no-demand'), limit: LIMIT, bidRequestId: undefined };
      },
    },
    { enter: () => Promise.resolve('overloaded' as const) },
  );

  test('tells the exchange, which refuses bid requests', async () => {
    await call(port, '/openrtb2', { method: 'POST', body: '{}' });
    expect(told).toEqual([[true, 0]]);
  });

  test('still takes notices and serves documents', async () => {
    expect((await call(port, '/n/win/1')).status).toBe(NOTED.status);
    expect((await call(port, '/formats')).status).toBe(200);
  });
});
