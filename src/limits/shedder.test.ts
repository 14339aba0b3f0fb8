import { describe, expect, test } from 'bun:test';
import { BATCH_MS_MAX, BATCH_REQUESTS_MIN, createShedder } from './shedder.ts';

function shedderWithClock() {
  let now = 0;
  let endBatch = () => {};
  const shedder = createShedder({
    tickMs: () => now,
    afterBatch: (callback) => {
      endBatch = callback;
    },
  });
  return { shedder, serve: (ms: number) => (now += ms), endBatch: () => endBatch() };
}

describe('shedding', () => {
  test('turns nobody away while a batch is young', () => {
    const { shedder, serve } = shedderWithClock();
    for (let i = 0; i < BATCH_MS_MAX; i++) {
      expect(shedder.sheds()).toBe(false);
      serve(1);
    }
  });

  test('turns away what has waited too long in its batch', () => {
    const { shedder, serve } = shedderWithClock();
    for (let i = 0; i < BATCH_REQUESTS_MIN; i++) shedder.sheds();
    serve(BATCH_MS_MAX + 1);
    expect(shedder.sheds()).toBe(true);
  });

  test('turns nobody away from a batch of few, which something else held up', () => {
    const { shedder, serve } = shedderWithClock();
    for (let i = 0; i < BATCH_REQUESTS_MIN; i++) {
      expect(shedder.sheds()).toBe(false);
      serve(BATCH_MS_MAX + 1);
    }
  });

  test('starts anew with the next batch', () => {
    const { shedder, serve, endBatch } = shedderWithClock();
    for (let i = 0; i < BATCH_REQUESTS_MIN; i++) shedder.sheds();
    serve(BATCH_MS_MAX + 1);
    endBatch();
    expect(shedder.sheds()).toBe(false);
  });

  test('does not hold a quiet time against the next request', () => {
    const { shedder, serve, endBatch } = shedderWithClock();
    shedder.sheds();
    endBatch();
    serve(60_000);
    expect(shedder.sheds()).toBe(false);
  });
});
