import { expect, test } from 'bun:test';
import { NO_BID_REASONS, NoBid } from '../openrtb/no-bid.ts';
import { corsHeaders } from './cors.ts';
import { outcomeResponse, type Stamp } from './reply.ts';

const LIMIT = { scope: 'ip', limit: 100, remaining: 99, resetSec: 1_800_000_000 } as const;

function stampOf(requestId: string, remaining: number, change: Partial<Stamp> = {}): Stamp {
  const limit = { ...LIMIT, remaining };
  const cors = corsHeaders('strict', null);
  return { requestId, limit, cors, methods: '', isGzipAccepted: false, isLast: false, ...change };
}

const headersOf = (response: Response) => Object.fromEntries(response.headers);

const COMMON = {
  vary: 'Origin',
  'x-openrtb-version': '2.6',
  'x-ratelimit-limit': '100',
  'x-ratelimit-reset': '1800000000',
};

test('answers under way at once have each its own request id and limits', () => {
  const details = { paced: 'wait' };
  const answers = [1, 2, 3].map((n) => outcomeResponse('{}', stampOf(`r${n}`, n), { details }));
  const empty = NO_BID_REASONS.map((reason, n) =>
    outcomeResponse(new NoBid(reason), stampOf(`n${n}`, n), { details }),
  );
  for (const [i, answer] of answers.entries()) {
    expect(headersOf(answer)).toEqual({
      ...COMMON,
      'content-type': 'application/json',
      'x-ratelimit-remaining': String(i + 1),
      'x-request-id': `r${i + 1}`,
    });
  }
  for (const [i, answer] of empty.entries()) {
    const reason = NO_BID_REASONS[i] ?? '';
    expect(headersOf(answer)).toEqual({
      ...COMMON,
      'x-nobid-reason': reason,
      ...(reason === 'paced' ? { 'x-nobid-detail': 'wait' } : {}),
      'x-ratelimit-remaining': String(i),
      'x-request-id': `n${i}`,
    });
  }
});

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
