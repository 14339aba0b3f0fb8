import { type Baselines, isMarked } from './baseline.ts';
import { type Block, blockAt } from './blocks.ts';
import type { TestsOfFile } from './import-graph.ts';
import { applyEdit, type Mutant } from './mutant.ts';
import { runTest } from './run-test.ts';
import type { Sandbox } from './sandbox.ts';

export type Verdict =
  | { readonly status: 'killed'; readonly by: string; readonly testsRun: number }
  | { readonly status: 'survived'; readonly testsRun: number };

/** The mutated file as it is, and the tests that can see it. */
export type Subject = {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly tests: TestsOfFile;
};

/** What the nearest tests do not notice is not noticed, whatever a test of something else may stumble over. */
const TESTS_MAX = 12;
/** Tests of whole machines run only for code that nothing else runs. */
const SLOW_MS = 10_000;
const SLOW_TESTS_MAX = 3;
/** Tests that take longer wait for processes and clocks, and fail by themselves on a busy machine at times. */
const STEADY_MS_MAX = 1000;

/** Runs the tests that run the mutated code, until one of them fails. */
export async function judge(
  mutant: Mutant,
  { text, blocks, tests }: Subject,
  sandbox: Sandbox,
  baselineOf: Baselines,
): Promise<Verdict> {
  const block = `${mutant.file}#${blockAt(blocks, mutant.start)}`;
  const slow: string[] = [];
  let testsRun = 0;

  /** The first test that fails, of at most so many that run the code. */
  async function noticing(some: readonly string[], countMax: number, msMax: number) {
    for (const test of some) {
      if (testsRun === countMax) return undefined;
      const { isPassing, ms, hits } = await baselineOf(test);
      if (!isPassing || (isMarked(mutant.file) && !hits.has(block))) continue;
      if (ms > msMax) {
        slow.push(test);
        continue;
      }
      testsRun++;
      if (await isNoticed(sandbox, test, ms)) return test;
    }
    return undefined;
  }

  sandbox.write(mutant.file, applyEdit(text, mutant));
  try {
    let by = await noticing(tests.importing, TESTS_MAX, SLOW_MS);
    if (testsRun === 0) {
      const { POSITIVE_INFINITY } = Number;
      by = await noticing([...slow, ...tests.starting], SLOW_TESTS_MAX, POSITIVE_INFINITY);
    }
    return by === undefined ? { status: 'survived', testsRun } : { status: 'killed', by, testsRun };
  } finally {
    sandbox.write(mutant.file, text);
  }
}

async function isNoticed({ folder }: Sandbox, test: string, baselineMs: number): Promise<boolean> {
  const msMax = baselineMs * 3 + 10_000;
  const { outcome } = await runTest(folder, test, msMax);
  if (outcome !== 'failed' || baselineMs <= STEADY_MS_MAX) return outcome !== 'passed';
  return (await runTest(folder, test, msMax)).outcome !== 'passed';
}
