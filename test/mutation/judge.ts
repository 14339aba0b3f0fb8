import type { Baselines } from './baseline.ts';
import { type Block, blockAt } from './blocks.ts';
import { chooseTests } from './choose-tests.ts';
import type { TestsOfFile } from './import-graph.ts';
import { applyEdit, type Mutant } from './mutant.ts';
import type { runTest } from './run-test.ts';
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

export type Means = { readonly baselineOf: Baselines; readonly run: typeof runTest };

/** Tests that take longer wait for processes and clocks, and fail by themselves on a busy machine at times. */
const STEADY_MS_MAX = 1000;
/** A run that takes so many times its baseline may have failed because the machine is busy. */
const LATE_FACTOR = 2;
const END_FACTOR = 3;
const END_MS_MIN = 10_000;

/** Runs the tests that run the mutated code, until one of them fails. */
export async function judge(
  mutant: Mutant,
  { text, blocks, tests }: Subject,
  sandbox: Sandbox,
  { baselineOf, run }: Means,
): Promise<Verdict> {
  const { file, start } = mutant;
  const block = `${file}#${blockAt(blocks, start)}`;
  const texts = { mutated: applyEdit(text, mutant), original: text };
  const runWith = (version: keyof typeof texts, test: string, msMax: number) => {
    sandbox.write(file, texts[version]);
    return run(sandbox.folder, test, msMax);
  };

  async function isNoticedBy(test: string): Promise<boolean> {
    const baseline = await baselineOf(test);
    const msMax = baseline.ms * END_FACTOR + END_MS_MIN;
    const { outcome, ms } = await runWith('mutated', test, msMax);
    if (outcome === 'passed') return false;
    if (ms > baseline.ms * LATE_FACTOR) {
      return (await runWith('original', test, msMax)).outcome === 'passed';
    }
    if (baseline.ms <= STEADY_MS_MAX) return true;
    return (await runWith('mutated', test, msMax)).outcome !== 'passed';
  }

  let testsRun = 0;
  try {
    for await (const test of chooseTests({ file, block }, tests, baselineOf)) {
      testsRun++;
      if (await isNoticedBy(test)) return { status: 'killed', by: test, testsRun };
    }
    return { status: 'survived', testsRun };
  } finally {
    sandbox.write(file, text);
  }
}
