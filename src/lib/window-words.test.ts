import { afterEach, expect, mock, spyOn, test } from 'bun:test';
import { halved, lowHalf, takeAt, usedAt } from './word-halves.ts';

afterEach(() => {
  mock.restore();
});

const NOW = 1_794_000_000;
const LIMIT = 5;

test('a limit is not exceeded where another process takes the last one just now', () => {
  const memory = halved(new BigUint64Array(1));
  for (let taken = 1; taken < LIMIT; taken++) expect(takeAt(memory, 0, NOW, LIMIT)).toBe(taken);
  const load = Atomics.load.bind(Atomics);
  const others = spyOn(Atomics, 'load');
  others.mockImplementation(((words: Uint32Array<ArrayBufferLike>, index: number) => {
    const value = load(words, index);
    // After this process has read the count, and before it adds to it.
    if (index === lowHalf(0)) {
      mock.restore();
      Atomics.add(memory.halves, lowHalf(0), 1);
    }
    return value;
  }) as typeof Atomics.load);
  expect(takeAt(memory, 0, NOW, LIMIT)).toBeUndefined();
  expect(usedAt(memory, 0, NOW)).toBe(LIMIT);
});
