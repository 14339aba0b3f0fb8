import { expect, test } from 'bun:test';
import { createHeartbeat } from './heartbeat.ts';

test('the clock is compared with the one of Postgres, and its answer may have taken a while', async () => {
  const startMs = 40 * 86_400_000;
  let nowMs = startMs;
  const aheads: number[] = [];
  const heartbeat = createHeartbeat({
    machine: 'a',
    nowMs: () => nowMs,
    onClock: (aheadMs) => void aheads.push(aheadMs),
    onWentBack() {},
  });
  for (const [clockMs, tookMs] of [
    [startMs - 40_000, 0],
    [startMs + 40_000, 0],
    [startMs + 10_000, 20_000],
    [startMs - 1000, 20_000],
    [startMs + 21_000, 20_000],
  ] as const) {
    nowMs = startMs;
    const answer = async () => {
      nowMs += tookMs;
      return [{ before_ms: null, clock_ms: String(clockMs) }];
    };
    await heartbeat.beat(answer, 'postgres');
  }
  expect(aheads).toEqual([40_000, -40_000, 0, 1000, -1000]);
});
