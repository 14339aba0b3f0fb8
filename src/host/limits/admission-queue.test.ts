import { expect, test } from 'bun:test';
import {
  BATCH_MS_MAX,
  BATCH_REQUESTS_MAX,
  createAdmissionQueue,
  WAIT_MS_MAX,
  WAITING_MAX,
} from './admission-queue.ts';

/** A queue whose clock and event loop the test moves. */
function queueWithClock() {
  let now = 1_000_000;
  let endIteration: (() => void) | undefined;
  const queue = createAdmissionQueue({
    waitMsMax: WAIT_MS_MAX,
    tickMs: () => now,
    afterIteration(callback) {
      expect(endIteration).toBeUndefined();
      endIteration = callback;
    },
    collectGarbage() {},
  });
  const verdicts: string[] = [];
  return {
    /** What became of the requests, in that order: the name of each with its verdict. */
    verdicts,
    enter(...names: readonly (string | number)[]) {
      for (const name of names) {
        const verdict = queue.enter();
        if (verdict instanceof Promise)
          void verdict.then((late) => verdicts.push(`${name} ${late}`));
        else verdicts.push(`${name} ${verdict} at once`);
      }
    },
    pass(ms: number) {
      now += ms;
    },
    /** Ends the iteration of the event loop, with the microtasks that this sets off. */
    async iterate() {
      const end = endIteration;
      endIteration = undefined;
      end?.();
      await Bun.sleep(0);
    },
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const served = (count: number) => numbers(count).map((number) => `${number} serve`);

test('the requests of one iteration of the event loop are served together after it, in their order', async () => {
  const queue = queueWithClock();
  queue.enter('a', 'b');
  await Bun.sleep(0);
  expect(queue.verdicts).toEqual([]);
  await queue.iterate();
  expect(queue.verdicts).toEqual(['a serve', 'b serve']);
});

test('a batch has a bounded number of requests', async () => {
  const queue = queueWithClock();
  queue.enter(...numbers(2 * BATCH_REQUESTS_MAX + 1));
  for (const count of [BATCH_REQUESTS_MAX, 2 * BATCH_REQUESTS_MAX, 2 * BATCH_REQUESTS_MAX + 1]) {
    await queue.iterate();
    expect(queue.verdicts).toEqual(served(count));
  }
});

test('a batch has room for the requests that take its time, by what those before took', async () => {
  const queue = queueWithClock();
  queue.enter(...numbers(20));
  await queue.iterate();
  queue.pass(3 * BATCH_MS_MAX);
  queue.enter(...numbers(20));
  queue.verdicts.length = 0;
  await queue.iterate();
  expect(queue.verdicts).toEqual(served(6));

  // They are faster again, and there is more room.
  queue.pass(BATCH_MS_MAX / 2);
  queue.verdicts.length = 0;
  await queue.iterate();
  expect(queue.verdicts).toHaveLength(12);
});

test('of those passed over, one that waited as long as allowed is served, and one that waited longer is refused', async () => {
  for (const [waitMs, verdict] of [
    [WAIT_MS_MAX, 'serve'],
    [WAIT_MS_MAX + 1, 'overloaded'],
  ] as const) {
    const queue = queueWithClock();
    queue.enter(...numbers(BATCH_REQUESTS_MAX), 'late');
    await queue.iterate();
    queue.enter('new');
    queue.pass(waitMs);
    queue.verdicts.length = 0;
    await queue.iterate();
    expect(queue.verdicts).toContain(`late ${verdict}`);
    await queue.iterate();
    expect(queue.verdicts).toEqual([`late ${verdict}`, 'new serve']);
  }
});

test('a full queue refuses at once', () => {
  const queue = queueWithClock();
  queue.enter(...numbers(WAITING_MAX));
  expect(queue.verdicts).toEqual([]);
  queue.enter('last');
  expect(queue.verdicts).toEqual(['last overloaded at once']);
});
