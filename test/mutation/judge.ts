import type { Baselines } from './baseline.ts';
import { type Block, blockAt } from './blocks.ts';
import { chooseTests } from './choose-tests.ts';
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

/** Tests that take longer wait for processes and clocks, and fail by themselves on a busy machine at times. */
const STEADY_MS_MAX = 1000;

/** Runs the tests that run the mutated code, until one of them fails. */
export async function judge(
  mutant: Mutant,
  { text, blocks, tests }: Subject,
  sandbox: Sandbox,
  baselineOf: Baselines,
): Promise<Verdict> {
  const { file, start } = mutant;
  const block = `${file}#${blockAt(blocks, start)}`;
  let testsRun = 0;
  sandbox.write(file, applyEdit(text, mutant));
  try {
    for await (const test of chooseTests({ file, block }, tests, baselineOf)) {
      testsRun++;
      const { ms } = await baselineOf(test);
      if (await isNoticed(sandbox, test, ms)) return { status: 'killed', by: test, testsRun };
    }
    return { status: 'survived', testsRun };
  } finally {
    sandbox.write(file, text);
  }
}

async function isNoticed({ folder }: Sandbox, test: string, baselineMs: number): Promise<boolean> {
  const msMax = baselineMs * 3 + 10_000;
  const { outcome } = await runTest(folder, test, msMax);
  if (outcome !== 'failed' || baselineMs <= STEADY_MS_MAX) return outcome !== 'passed';
  return (await runTest(folder, test, msMax)).outcome !== 'passed';
}
