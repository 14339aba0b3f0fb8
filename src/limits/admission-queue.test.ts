import { expect, test } from 'bun:test';
import { createAdmissionQueue, TURN_MS_MAX, WAIT_MS_MAX, WAITING_MAX } from './admission-queue.ts';

/** A queue whose clock and event loop the test moves. */
function queueWithClock() {
  let now = 0;
  let endTurn: (() => void) | undefined;
  const { enter } = createAdmissionQueue({
    tickMs: () => now,
    afterTurn(callback) {
      expect(endTurn).toBeUndefined();
      endTurn = callback;
    },
  });
  return {
    enter,
    pass(ms: number) {
      now += ms;
    },
    /** Ends the turn of the event loop, with the microtasks that this sets off. */
    async turn() {
      const end = endTurn;
      endTurn = undefined;
      end?.();
      await Bun.sleep(0);
    },
  };
}

/** Requests that came too late in a turn. */
function enterLate(queue: ReturnType<typeof queueWithClock>, count: number) {
  expect(queue.enter()).toBe('serve');
  queue.pass(TURN_MS_MAX + 1);
  const verdicts: string[] = [];
  const entered = Array.from({ length: count }, () => queue.enter());
  for (const [index, verdict] of entered.entries()) {
    expect(verdict).toBeInstanceOf(Promise);
    void Promise.resolve(verdict).then((late) => verdicts.push(`${index} ${late}`));
  }
  return verdicts;
}

test('a request early in a turn of the event loop is served at once', () => {
  const queue = queueWithClock();
  for (let ms = 0; ms <= TURN_MS_MAX; ms++) {
    expect(queue.enter()).toBe('serve');
    queue.pass(1);
  }
});

test('a request late in a turn waits for the next turn, and is served there', async () => {
  const queue = queueWithClock();
  const verdicts = enterLate(queue, 1);
  await Bun.sleep(0);
  expect(verdicts).toEqual([]);
  await queue.turn();
  expect(verdicts).toEqual(['0 serve']);
});

test('a single caller is never refused, however long each of its requests takes', async () => {
  const queue = queueWithClock();
  for (let i = 0; i < 10; i++) {
    expect(queue.enter()).toBe('serve');
    queue.pass(10 * WAIT_MS_MAX);
    await queue.turn();
  }
});

test('requests are served in the order in which they came', async () => {
  const queue = queueWithClock();
  const verdicts = enterLate(queue, 2);
  await queue.turn();
  expect(verdicts).toEqual(['0 serve', '1 serve']);
});

test('a new request does not overtake those that wait', async () => {
  const queue = queueWithClock();
  enterLate(queue, 1);
  queue.pass(-TURN_MS_MAX);
  expect(queue.enter()).toBeInstanceOf(Promise);
});

test('a turn that has lasted too long leaves the rest of the queue to the next one', async () => {
  const queue = queueWithClock();
  expect(queue.enter()).toBe('serve');
  queue.pass(TURN_MS_MAX + 1);
  const served: number[] = [];
  for (let i = 0; i < 3; i++) {
    void Promise.resolve(queue.enter()).then(() => {
      served.push(i);
      queue.pass(TURN_MS_MAX + 1);
    });
  }
  await queue.turn();
  expect(served).toEqual([0]);
  await queue.turn();
  expect(served).toEqual([0, 1]);
  await queue.turn();
  expect(served).toEqual([0, 1, 2]);
});

test('a request that waited as long as allowed is served, one that waited longer is refused', async () => {
  const inTime = queueWithClock();
  const served = enterLate(inTime, 1);
  inTime.pass(WAIT_MS_MAX);
  await inTime.turn();
  expect(served).toEqual(['0 serve']);

  const late = queueWithClock();
  const refused = enterLate(late, 1);
  late.pass(WAIT_MS_MAX + 1);
  await late.turn();
  expect(refused).toEqual(['0 overloaded']);
});

test('a full queue refuses at once', () => {
  const queue = queueWithClock();
  enterLate(queue, WAITING_MAX);
  expect(queue.enter()).toBe('overloaded');
});

test('after the queue is empty, requests are served at once again', async () => {
  const queue = queueWithClock();
  enterLate(queue, 1);
  await queue.turn();
  expect(queue.enter()).toBe('serve');
  await queue.turn();
  expect(queue.enter()).toBe('serve');
});
