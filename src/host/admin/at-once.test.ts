import { expect, test } from 'bun:test';
import { refuse } from '../../lib/refusal.ts';
import { CALLS_AT_ONCE_MAX, fewAtOnce } from './at-once.ts';
import type { Call } from './route.ts';

const TOO_MANY = refuse.rateLimited('too many at once');
const DONE = new Response();

const callOf = (person: string | undefined): Call =>
  ({ caller: person === undefined ? { role: 'read' } : { role: 'publisher', person } }) as Call;

test('a person has a few calls answered at a time, others their own, and operators all', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const answer = fewAtOnce(TOO_MANY)(() => promise);
  const first = Array.from({ length: CALLS_AT_ONCE_MAX }, () => answer(callOf('pat')));
  expect(await answer(callOf('pat'))).toBe(TOO_MANY);
  const others = [answer(callOf('sam')), answer(callOf(undefined))];
  resolve(DONE);
  expect(new Set(await Promise.all([...first, ...others]))).toEqual(new Set([DONE]));
  expect(await answer(callOf('pat'))).toBe(DONE);
});

test('a call that fails leaves its room to the next', async () => {
  const answer = fewAtOnce(TOO_MANY)(() => Promise.reject(new Error('broken')));
  for (let i = 0; i < 2 * CALLS_AT_ONCE_MAX; i++) {
    await expect(Promise.resolve(answer(callOf('pat')))).rejects.toThrow('broken');
  }
});
