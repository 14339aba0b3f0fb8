import { expect, test } from 'bun:test';
import { corsHeaders } from './cors.ts';
import { outcomeResponse, type Stamp } from './reply.ts';

const LIMIT = { scope: 'ip', limit: 100, remaining: 99, resetSec: 1_800_000_000 } as const;

function stampOf(requestId: string, remaining: number, change: Partial<Stamp> = {}): Stamp {
  const limit = { ...LIMIT, remaining };
  const cors = corsHeaders('strict', null);
  return { requestId, limit, cors, methods: '', isGzipAccepted: false, isLast: false, ...change };
}

const headersOf = (response: Response) => Object.fromEntries(response.headers);

test('a page, and the last answer of a connection, have headers that no other answer gets', () => {
  const page = stampOf('a', 1, { cors: corsHeaders('strict', 'https://chat.example') });
  const last = stampOf('b', 1, { isLast: true });
  const [toPage, toLast, toOther] = [page, last, stampOf('c', 1)].map((stamp) =>
    headersOf(outcomeResponse('{}', stamp, { details: {} })),
  );
  expect(toPage?.['access-control-allow-origin']).toBe('https://chat.example');
  expect(toLast?.connection).toBe('close');
  expect(Object.keys(toOther ?? {})).toEqual(
    expect.not.arrayContaining(['access-control-allow-origin', 'connection']),
  );
});
