import type { Baselines } from './baseline.ts';
import type { TestsOfFile } from './import-graph.ts';
import { isMarked } from './marks.ts';

/** What the nearest tests do not notice is not noticed, whatever a test of something else may stumble over. */
const TESTS_MAX = 8;
/** So many of the nearest are asked whether they run the changed code. */
const ASKED_MAX = 25;
/** Tests that take longer run after the others, and only where there are few others. */
const SLOW_MS = 5000;
const SLOW_TESTS_MAX = 2;

/** The code that a mutant changes: a file, and the block of it as baselines name it. */
export type Changed = { readonly file: string; readonly block: string };

/** The tests that run the changed code, the nearest first; each is looked at only when it is asked for. */
export async function* chooseTests(
  { file, block }: Changed,
  { direct, indirect, starting }: TestsOfFile,
  baselineOf: Baselines,
): AsyncGenerator<string> {
  const isRunBy = async (test: string) => {
    const { isPassing, hits } = await baselineOf(test);
    return isPassing && (!isMarked(file) || hits.has(block));
  };
  const slow: string[] = [];
  let count = 0;
  for (const test of [...direct, ...indirect].slice(0, ASKED_MAX)) {
    if (count === TESTS_MAX) return;
    if (!(await isRunBy(test))) continue;
    if ((await baselineOf(test)).ms > SLOW_MS) {
      slow.push(test);
      continue;
    }
    count++;
    yield test;
  }
  for (const test of slow.slice(0, Math.min(SLOW_TESTS_MAX, TESTS_MAX - count))) {
    count++;
    yield test;
  }
  if (count > 0) return;
  // Tests of whole machines, for code that nothing else runs.
  for (const test of starting.slice(0, ASKED_MAX)) {
    if (count === SLOW_TESTS_MAX) return;
    if (!(await isRunBy(test))) continue;
    count++;
    yield test;
  }
}
