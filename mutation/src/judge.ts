import type { Baselines } from './baseline.ts';
import { type Block, blockAt } from './blocks.ts';
import { chooseTests } from './choose-tests.ts';
import type { TestsOfFile } from './import-graph.ts';
import { applyEdit, type Mutant } from './mutant.ts';
import type { Compiles, RunTests } from './run-tests.ts';
import type { Sandbox } from './sandbox.ts';

export type Verdict =
  | { readonly status: 'killed'; readonly by: string; readonly testsRun: number }
  | { readonly status: 'survived'; readonly testsRun: number }
  /** No test noticed it, but the compiler does. */
  | { readonly status: 'refused' };

/** The mutated file as it is, and the tests that can see it. */
export type Subject = {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly tests: TestsOfFile;
};

export type Means = {
  readonly baselineOf: Baselines;
  readonly run: RunTests;
  readonly compiles: Compiles;
};

/** Tests that take longer wait for processes and clocks, and fail by themselves on a busy machine at times. */
const STEADY_MS_MAX = 1000;
/** A run that takes so many times its baseline may have failed because the machine is busy. */
const LATE_FACTOR = 2;
/** A process of its own loads all the code again, which its baseline may have shared with others. */
const LOADING_MS = 2000;
const END_FACTOR = 3;
const END_MS_MIN = 20_000;

/** Runs the tests that run the mutated code, until one of them fails. */
export async function judge(
  mutant: Mutant,
  { text, blocks, tests }: Subject,
  sandbox: Sandbox,
  { baselineOf, run, compiles }: Means,
): Promise<Verdict> {
  const { file, start } = mutant;
  const block = `${file}#${blockAt(blocks, start)}`;
  const texts = { mutated: applyEdit(text, mutant), original: text };
  const runWith = async (version: keyof typeof texts, some: readonly string[]) => {
    sandbox.write(file, texts[version]);
    const baselines = await Promise.all(some.map(baselineOf));
    const baselineMs = baselines.reduce((sum, { ms }) => sum + ms, 0);
    const msMax = baselineMs * END_FACTOR + END_MS_MIN;
    const result = await run(sandbox.folder, some, { msMax, until: 'first-failure' });
    return { ...result, isLate: result.ms > baselineMs * LATE_FACTOR + LOADING_MS };
  };
  const fails = async (version: keyof typeof texts, test: string) =>
    (await runWith(version, [test])).outcome !== 'passed';

  async function isNoticedBy(test: string): Promise<boolean> {
    const { outcome, isLate } = await runWith('mutated', [test]);
    if (outcome === 'passed') return false;
    if (isLate) return !(await fails('original', test));
    return (await baselineOf(test)).ms <= STEADY_MS_MAX || fails('mutated', test);
  }

  async function firstToNotice(some: readonly string[]): Promise<string | undefined> {
    for (const test of some) if (await isNoticedBy(test)) return test;
    return undefined;
  }

  /** All in one process first, which takes less time; the one that failed then has to fail alone. */
  async function firstOfMany(some: readonly string[]): Promise<string | undefined> {
    if (some.length < 2) return firstToNotice(some);
    const { outcome, failing } = await runWith('mutated', some);
    if (outcome === 'passed') return undefined;
    const suspects = some.filter((test) => failing.includes(test));
    return firstToNotice([...suspects, ...some.filter((test) => !suspects.includes(test))]);
  }

  let testsRun = 0;
  try {
    const others: string[] = [];
    for await (const test of chooseTests({ file, block }, tests, baselineOf)) {
      testsRun++;
      const isQuick = (await baselineOf(test)).ms <= STEADY_MS_MAX;
      if (!isQuick || !tests.direct.includes(test)) others.push(test);
      else if (await isNoticedBy(test)) return { status: 'killed', by: test, testsRun };
    }
    const by = await firstOfMany(others);
    if (by !== undefined) return { status: 'killed', by, testsRun };
    sandbox.write(file, texts.mutated);
    return (await compiles(sandbox.folder))
      ? { status: 'survived', testsRun }
      : { status: 'refused' };
  } finally {
    sandbox.write(file, text);
  }
}
