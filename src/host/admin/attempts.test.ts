import { afterEach, expect, test } from 'bun:test';
import { letTimeRun, passSeconds, passTime, stopTime } from '../../../test/stopped-time.ts';
import {
  type Attempts,
  createAttempts,
  FAILURES_MAX,
  FAILURES_PER_ADDRESS_MAX,
  type Failure,
  SLOWED_MS,
  WAITING_MAX,
} from './attempts.ts';

afterEach(letTimeRun);

const fail = (attempts: Attempts, address: string, times: number): Promise<readonly Failure[]> =>
  Promise.all(Array.from({ length: times }, () => attempts.countFailure(address)));

/** Which of these have been answered by now. */
function answered(failures: readonly Promise<Failure>[]): () => number {
  let count = 0;
  for (const failure of failures) {
    void failure.then(() => {
      count++;
    });
  }
  return () => count;
}

const guess = (attempts: Attempts, address: string, times: number) =>
  answered(Array.from({ length: times }, () => attempts.countFailure(address)));

function start() {
  stopTime();
  const slowed: string[] = [];
  const attempts = createAttempts(
    () => Date.now(),
    (address) => slowed.push(address),
  );
  return { attempts, slowed };
}

test('another address is not slowed by it, and the address itself no more after a minute', async () => {
  const { attempts } = start();
  await fail(attempts, 'a', FAILURES_PER_ADDRESS_MAX);
  expect(await attempts.countFailure('b')).toBe('first-ones');
  await passSeconds(60);
  expect(await attempts.countFailure('a')).toBe('first-ones');
});

test('those of all addresses together are slowed beyond 200 in a minute', async () => {
  const { attempts } = start();
  for (let i = 0; i < FAILURES_MAX; i++) {
    expect(await attempts.countFailure(`address ${i}`)).toBe('first-ones');
  }
  const next = attempts.countFailure('a new one');
  await passTime(SLOWED_MS);
  expect(await next).toBe('slowed');
});

test('so many answers wait in all, and further ones do not wait', async () => {
  const { attempts } = start();
  await fail(attempts, 'a', FAILURES_PER_ADDRESS_MAX);
  const count = guess(attempts, 'a', WAITING_MAX + 7);
  await passTime(1);
  expect(count()).toBe(7);
  await passTime(SLOWED_MS);
  expect(count()).toBe(WAITING_MAX + 7);
  // There is room again.
  const later = guess(attempts, 'a', 1);
  await passTime(1);
  expect(later()).toBe(0);
});
