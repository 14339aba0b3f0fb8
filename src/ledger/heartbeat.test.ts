import { expect, test } from 'bun:test';
import type { Row } from '../lib/sql/database.ts';
import { createHeartbeat } from './heartbeat.ts';

const START_MS = 40 * 86_400_000;

/** Beats once for each answer, and says why the process was to end. */
async function endsOf(
  answers: readonly { readonly row: Row | undefined; readonly tookMs?: number }[],
) {
  let nowMs = START_MS;
  const ends: string[] = [];
  const heartbeat = createHeartbeat({
    machine: 'a',
    nowMs: () => nowMs,
    end: (reason) => void ends.push(reason),
  });
  for (const { row, tookMs = 0 } of answers) {
    const query = async (text: string) => {
      if (!text.startsWith('insert')) return [];
      nowMs += tookMs;
      return row === undefined ? [] : [row];
    };
    const confirm = await heartbeat.beat(query, 'postgres').catch(() => undefined);
    confirm?.();
    nowMs += 1000;
  }
  return ends;
}

test.each([
  [START_MS - 40_000, 0, 'is 40 seconds ahead of'],
  [START_MS + 40_000, 0, 'is 40 seconds behind'],
  [START_MS + 10_000, 20_000, undefined],
  [START_MS - 1000, 20_000, undefined],
  [START_MS + 21_000, 20_000, undefined],
])(
  'a clock that differs from the one of Postgres by more than five seconds ends the process, and the answer may have taken a while: %p %p',
  async (clockMs, tookMs, said) => {
    const row = { before_ms: null, clock_ms: String(clockMs) };
    expect(await endsOf([{ row, tookMs }])).toEqual(
      said === undefined ? [] : [expect.stringContaining(said)],
    );
  },
);

test('a database that has lost the last heartbeat ends the process', async () => {
  const row = (beforeMs: number | null, beat: number) => ({
    row: { before_ms: beforeMs, clock_ms: START_MS + 1000 * beat },
  });
  const first = row(null, 0);
  expect(await endsOf([first, row(START_MS, 1)])).toEqual([]);
  expect(await endsOf([first, row(null, 1)])).toEqual([
    'the database went back to before the start of this machine',
  ]);
  expect(await endsOf([first, row(START_MS - 47_000, 1)])).toEqual([
    'the database went back by 47 seconds',
  ]);
  // A beat that came after a later one changes nothing, and says nothing.
  expect(await endsOf([first, { row: undefined }, row(START_MS + 1000, 2)])).toEqual([]);
});
