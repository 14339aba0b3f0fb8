import { expect, test } from 'bun:test';
import type { PassCall } from './buyer-calls.ts';
import { type BuyerRequest, createBuyerCalls, PASSED_CALLS_MAX } from './buyer-calls.ts';

const DONE = { status: 200, headers: {}, body: '{}' };

function port(pass: PassCall, admit: (caller: string) => string | undefined = () => undefined) {
  const counted: string[] = [];
  const answer = createBuyerCalls({ pass, admit, count: (reason) => counted.push(reason) });
  const call = async (overrides: Partial<BuyerRequest> = {}) => {
    const reply = await answer({
      method: 'POST',
      headers: new Headers({ Authorization: 'Bearer x', Cookie: 'secret', 'X-Forwarded-For': '1' }),
      search: '?a=1',
      caller: '192.0.2.1',
      isOverloaded: false,
      readBody: async () => ({ text: '{}', bytes: 2, repairs: [] }),
      ...overrides,
    });
    return { status: reply.status, retry: reply.headers['Retry-After'], body: reply.body };
  };
  return { call, counted };
}

test('the seller gets the body, who calls and the headers that it reads, and no others', async () => {
  const calls: unknown[] = [];
  const { call, counted } = port(async (passed) => {
    calls.push(passed);
    return DONE;
  });
  expect((await call()).status).toBe(200);
  expect(calls).toEqual([
    { headers: { authorization: 'Bearer x' }, text: '{}', search: '?a=1', caller: '192.0.2.1' },
  ]);
  expect(counted).toEqual([]);
});

test('a seller that does not answer is said to be away, and to be asked again', async () => {
  const { call, counted } = port(async () => undefined);
  const { status, retry, body } = await call();
  expect({ status, retry }).toEqual({ status: 503, retry: '1' });
  expect(JSON.parse(body)).toMatchObject({
    jsonrpc: '2.0',
    error: { message: expect.stringContaining('ask again, with the same idempotency_key') },
  });
  expect(counted).toEqual(['unavailable']);
});

test('calls beyond those that may wait for the seller are refused at once, until one is answered', async () => {
  const waiting = Promise.withResolvers<typeof DONE>();
  const { call, counted } = port(() => waiting.promise);
  const first = Array.from({ length: PASSED_CALLS_MAX }, () => call());
  await Promise.resolve();
  const further = call();
  await new Promise((resolve) => setImmediate(resolve));
  expect(counted).toEqual(['busy']);
  waiting.resolve(DONE);
  expect((await further).status).toBe(503);
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(
    first.map(() => DONE.status),
  );
  expect((await call()).status).toBe(200);
});

test('an answer that is sent late takes no room from calls of others', async () => {
  const { call } = port(async () => ({ status: 401, headers: {}, body: '', isSlowed: true }));
  const some = () => Array.from({ length: PASSED_CALLS_MAX }, () => call());
  const first = some();
  await new Promise((resolve) => setImmediate(resolve));
  const guesses = await Promise.all([...first, ...some()]);
  expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 401));
});

test('under overload and over a limit nothing of a body is read', async () => {
  const readBody = () => Promise.reject(new Error('read'));
  const free = port(async () => DONE);
  expect(await free.call({ isOverloaded: true, readBody })).toMatchObject({ status: 503 });
  const full = port(
    async () => DONE,
    () => 'too many',
  );
  expect(await full.call({ readBody })).toMatchObject({ status: 429, retry: '1' });
  expect([...free.counted, ...full.counted]).toEqual(['overloaded', 'limited']);
});
